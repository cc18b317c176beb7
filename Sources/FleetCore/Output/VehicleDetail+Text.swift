/// One thing that is known of a vehicle.
public struct DetailLine: Equatable, Sendable {
    /// What it is, such as `battery`.
    public let name: String
    /// What is known, safe for a terminal.
    public let value: String
    /// The color of the value.
    let paint: Paint

    init(name: String, value: String, paint: Paint) {
        (self.name, self.value, self.paint) = (name, value, paint)
    }

    /// Creates a line; what is not safe on a terminal is escaped.
    public init(name: String, value: String) {
        self.init(name: name, value: TerminalText.escaped(value), paint: .plain)
    }
}

extension VehicleDetail {
    /// The detail as lines of a name and a value; what is not known has no line.
    public func lines(style: TableStyle) -> [DetailLine] {
        var lines = DetailLines()
        addIdentity(to: &lines)
        addCondition(to: &lines, style: style)
        addMeasurements(to: &lines)
        addPlace(to: &lines)
        addSource(to: &lines, style: style)
        return lines.lines
    }

    /// The detail as text, the values one below the other.
    func text(style: TableStyle) -> ByteText {
        var text = ByteText()
        for line in lines(style: style) {
            let name = style.isColored ? Paint.faint(line.name) : line.name
            text.append(name)
            text.append(UInt8(ascii: " "), count: Self.nameWidth - line.name.utf8.count)
            text.append(style.isColored ? line.paint(line.value) : line.value)
            text.append(UInt8(ascii: "\n"))
        }
        return text
    }

    private static let nameWidth = 15

    private func addIdentity(to lines: inout DetailLines) {
        lines.add("id", vehicle.id, paint: .bold)
        lines.add("state", vehicle.state.rawValue, paint: Paint(vehicle.state))
        lines.add("reserved", vehicle.isReserved.map { $0 ? "yes" : "no" })
        lines.add("disabled", vehicle.isDisabled.map { $0 ? "yes" : "no" })
        if let color = vehicle.color {
            lines.add("color", color.label, paint: Paint(tone: color.label))
            if color.name != color.label { lines.add("color in feed", color.name) }
        }
        lines.add("form factor", vehicle.formFactor)
        lines.add("propulsion", vehicle.propulsionType)
        lines.add("vehicle type", vehicle.typeID)
    }

    private func addCondition(to lines: inout DetailLines, style: TableStyle) {
        lines.add("battery", vehicle.battery) { battery, text in
            text.append(battery)
            if battery.isEstimated { text.append(" (worked out from the range)") }
        }
        lines.add("fuel", vehicle.currentFuelPercent.finite) { share, text in
            text.append(share * 100, roundedTo: 1)
            text.append(UInt8(ascii: "%"))
        }
        lines.add("range", vehicle.currentRangeMeters.finite) { $1.append(meters: $0) }
        lines.add("last reported", vehicle.lastReported) { $1.append($0, longIn: style) }
    }

    private func addMeasurements(to lines: inout DetailLines) {
        for measurement in vehicle.measurements {
            let isAlarm = measurement.state == .alarm
            lines.add(
                measurement.quantity.words, measurement.words + (isAlarm ? " (ALARM)" : ""),
                paint: isAlarm ? .red : .plain)
        }
    }

    private func addPlace(to lines: inout DetailLines) {
        lines.add("position", vehicle.position) { position, text in
            text.append(position.latitude)
            text.append(", ")
            text.append(position.longitude)
        }
        lines.add("station", vehicle.stationID)
        lines.add("web link", vehicle.rentalURIs?.web)
        lines.add("android link", vehicle.rentalURIs?.android)
        lines.add("ios link", vehicle.rentalURIs?.ios)
    }

    private func addSource(to lines: inout DetailLines, style: TableStyle) {
        lines.add("source", feed.isSimulated ? source + " (simulated)" : source)
        lines.add("system", feed.systemName)
        lines.add("feed", feed.format)
        lines.add("id rotates", rotation == .unknown ? "not known" : rotation.rawValue)
        lines.add("updated", feed.lastUpdated) { $1.append($0, longIn: style) }
        lines.add("fetched", fetchedAt) { $1.append($0, longIn: style) }
        if isStale { lines.add("stale", "yes", paint: .yellow) }
    }
}

/// Lines in the making.
private struct DetailLines {
    private(set) var lines: [DetailLine] = []

    mutating func add(_ name: String, _ value: String?, paint: Paint = .plain) {
        guard let value else { return }
        lines.append(
            DetailLine(name: name, value: TerminalText.escaped(value), paint: paint))
    }

    mutating func add<Value>(
        _ name: String, _ value: Value?, _ append: (Value, inout ByteText) -> Void
    ) {
        guard let value else { return }
        var text = ByteText()
        append(value, &text)
        lines.append(DetailLine(name: name, value: text.string, paint: .plain))
    }
}

extension ByteText {
    /// Adds a time in the system's zone, with its age if it has a short one.
    fileprivate mutating func append(_ time: Timestamp, longIn style: TableStyle) {
        guard time.isWritable else { return append("?") }
        appendEscaped(style.localTime(time))
        guard let (count, unit) = Age(now: style.now).text(of: time) else { return }
        append(" (")
        append(count)
        append(unit)
        append(" ago)")
    }
}

extension Double? {
    /// The number if it can be written.
    fileprivate var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
}
