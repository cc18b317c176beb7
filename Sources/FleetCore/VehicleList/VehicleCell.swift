/// Level of a charge.
public enum ChargeLevel: String, Sendable {
    case low, medium, good

    /// Creates the level of a charge in percent.
    ///
    /// - Parameter low: The highest charge that is low; `nil` if none is. Above it, half as much
    ///   again is medium: most of a healthy fleet is above that.
    init(ofPercent percent: Double, low: Double?) {
        guard let low, percent <= 1.5 * low else {
            self = .good
            return
        }
        self = percent <= low ? .low : .medium
    }

    /// Tone of its bar.
    public var tone: Tone {
        switch self {
        case .low: .bad
        case .medium: .warning
        case .good: .good
        }
    }
}

/// A value of a vehicle for people; tables, screens and pages only lay it out.
public struct VehicleCell: Equatable, Sendable {
    /// Picture beside the text.
    public enum Figure: Equatable, Sendable {
        /// Symbol of a state.
        case state(VehicleState)
        /// Symbol of a vehicle that is not in the feed.
        case missing
        /// Swatches of the first tones of a color.
        case swatches([String])
        /// Bar of a charge in percent.
        case charge(Double, ChargeLevel)
    }

    /// Text; empty if the value is unknown.
    public var text: String
    /// Tone of the text.
    public var tone: Tone
    /// Picture; `nil` without.
    public var figure: Figure?
    /// The value if it is a time, whose text depends on the reader's clock and time zone.
    public var time: Timestamp?

    /// The cell of the state of a vehicle that is not in the feed.
    public static var missing: VehicleCell {
        VehicleCell(text: localized("not in the feed"), tone: .muted, figure: .missing)
    }

    /// Whether the value is known.
    public var isKnown: Bool { !text.isEmpty || time != nil }
}

extension UTF8Buffer {
    /// Appends a cell as an object: `text`, `tone` unless it is plain, `time`, and `state`,
    /// `colors`, or `percent` and `level` of the figure.
    mutating func appendJSON(_ cell: VehicleCell) {
        append(UInt8(ascii: "{"))
        appendMember("text", cell.text.isEmpty ? .absent : .text(cell.text))
        appendMember("tone", cell.tone == .plain ? .absent : .text(cell.tone.rawValue))
        switch cell.figure {
        case .state(let state): appendMember("state", .text(state.rawValue))
        case .missing: appendMember("state", .text("gone"))
        case .swatches(let tones): appendMember("colors", .texts(tones))
        case .charge(let percent, let level):
            appendMember("percent", .number(percent))
            appendMember("level", .text(level.rawValue))
        case nil: break
        }
        appendMember("time", FieldValue(cell.time))
        append(UInt8(ascii: "}"))
    }
}

extension VehicleState {
    /// Tone of the state.
    public var tone: Tone {
        switch self {
        case .available: .good
        case .reserved, .onTrip, .stopped, .inUse, .lent: .warning
        case .disabled, .nonOperational, .nonContactable, .missing, .inRepair, .stolen: .bad
        case .unknown, .elsewhere, .removed, .retired: .muted
        }
    }
}
