public import FleetCore

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
