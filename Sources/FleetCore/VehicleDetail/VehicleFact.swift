/// A value of a vehicle for people: a line of a detail, and an entry of the vehicle's page.
public struct VehicleFact: Equatable, Sendable {
    /// A part of a page, whose facts are in the order of the detail.
    public enum Panel: Sendable {
        case condition, place
        // These are one panel.
        case type, price, rotation, feed
    }

    /// The label, such as `Last reported`.
    public let label: String
    /// The text, before the time if there is one; `nil` if the value is unknown.
    public let text: String?
    /// The time; `nil` if the value is none, or unknown.
    public let time: Timestamp?
    /// The part of a page that has it; `nil` if a page shows it elsewhere.
    public let panel: Panel?
    /// The column whose cell a page has instead of the value, since that changes.
    public let column: VehicleColumn?
    /// The text of a page; `nil` if it is the same.
    public let pageText: String?
    private let color: TextColor
    /// Whether the label is a heading of the source, which stays as it is.
    private let isHeading: Bool

    init(
        _ label: String, _ text: String? = nil, time: Timestamp? = nil, _ panel: Panel? = nil,
        column: VehicleColumn? = nil, pageText: String? = nil, color: TextColor = .plain,
        isHeading: Bool = false
    ) {
        (self.label, self.text, self.time, self.panel) = (label, text, time, panel)
        (self.column, self.pageText, self.color) = (column, pageText, color)
        self.isHeading = isHeading
    }

    /// Creates the fact of a measurement; a page shows these in a table of their own.
    init(_ measurement: Measurement) {
        let isAlarm = measurement.state == .alarm
        self.init(
            measurement.quantity.label, measurement.text + (isAlarm ? " (ALARM)" : ""),
            color: isAlarm ? .red : .plain)
    }

    /// Returns the line of a detail; `nil` if the value is unknown.
    func line(style: TableStyle) -> DetailLine? {
        guard text != nil || time != nil else { return nil }
        var value = UTF8Buffer()
        value.append(TerminalText.escaped(text ?? ""))
        if let time { value.append(time, withDateIn: style) }
        // Only words begin in lower case, not `ID rotates`.
        let isWord = !isHeading && label.dropFirst().first?.isLowercase ?? false
        let label = TerminalText.limited(label)
        let name = isWord ? label.prefix(1).lowercased() + label.dropFirst() : label
        return DetailLine(name: name, value: value.string, color: color)
    }
}

extension UTF8Buffer {
    /// Appends a time in the system's time zone, with its age if that is short.
    fileprivate mutating func append(_ time: Timestamp, withDateIn style: TableStyle) {
        guard time.isWritable else { return append("?") }
        if let text = style.agedTime(time) { return appendEscaped(text) }
        appendEscaped(style.localTime(time))
        guard let (count, unit) = Age(now: style.now).text(of: time) else { return }
        append(" (")
        append(count, unit)
        append(" ago)")
    }
}
