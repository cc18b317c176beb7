import FleetCore

/// How long a service asks to be left alone (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// No service is obeyed longer than this, in seconds.
    static let longest = 3600.0

    /// Reads seconds or an HTTP date, from `now`; `nil` for anything else.
    static func seconds(_ text: String, now: Timestamp) -> Double? {
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return min(Double(text) ?? longest, longest)
        }
        guard let date = HTTPDate.timestamp(text) else { return nil }
        return min(max((date - now).seconds, 0), longest)
    }
}
