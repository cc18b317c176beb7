public import FleetCore
import JSON

extension Timestamp {
    /// Reads a time in any form that feeds use: seconds, milliseconds, microseconds or nanoseconds
    /// since the Unix epoch, as a number or a string, or an RFC 3339 date and time.
    ///
    /// Returns `nil` for zero and negative numbers, which feeds use for "no time".
    init?(lenient field: JSONField) {
        if let number = Double(lenient: field) {
            self.init(sinceEpoch: number)
        } else if field.kind == .string {
            self.init(rfc3339: field.bytes.trimmed)
        } else {
            return nil
        }
    }

    /// Infers the unit from the magnitude: 100,000,000,000 is the year 5138 in seconds, but 1973 in
    /// milliseconds.
    init?(sinceEpoch number: Double) {
        switch number {
        case ..<0.001: return nil
        case ..<1e11: self.init(seconds: number)
        case ..<1e14: self.init(seconds: number / 1e3)
        case ..<1e17: self.init(seconds: number / 1e6)
        case ..<1e20: self.init(seconds: number / 1e9)
        default: return nil
        }
    }
}

extension Timestamp {
    /// Parses a time typed by a person: an RFC 3339 date and time, or seconds since the Unix epoch.
    public init?(text: String) {
        if let seconds = Double(text), let time = Timestamp(sinceEpoch: seconds) {
            self = time
            return
        }
        var text = text
        let time = text.withUTF8 { Timestamp(rfc3339: $0) }
        guard let time else { return nil }
        self = time
    }
}
