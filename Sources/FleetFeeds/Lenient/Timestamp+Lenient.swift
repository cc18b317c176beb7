import FleetCore
import JSON

extension Timestamp {
    /// Reads a time as feeds write it: seconds, milliseconds, microseconds or nanoseconds since the
    /// Unix epoch, as a number or in a string, or a date and time of RFC 3339.
    ///
    /// Zero and less mean that there is no time.
    init?(lenient field: JSONField) {
        if let number = Double(lenient: field) {
            self.init(sinceEpoch: number)
        } else if field.kind == .string {
            self.init(rfc3339: field.bytes.trimmed)
        } else {
            return nil
        }
    }

    /// Tells the unit by the magnitude: 100,000,000,000 s would be the year 5138, and as many
    /// milliseconds the year 1973.
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
