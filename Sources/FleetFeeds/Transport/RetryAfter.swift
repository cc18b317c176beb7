import FleetCore

/// Parser for the `Retry-After` header (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// Maximum time to wait for a service, in seconds.
    static let maxSeconds = 3600.0

    /// Returns the seconds to wait from `now`, for a number or an HTTP date; nil for anything else.
    static func seconds(_ text: String, now: Timestamp) -> Double? {
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return min(Double(text) ?? maxSeconds, maxSeconds)
        }
        guard let date = HTTPDate.timestamp(text) else { return nil }
        return min(max((date - now).seconds, 0), maxSeconds)
    }
}
