import Foundation

extension Timestamp {
    /// Parses a time of a document or form (RFC 3339, section 5.6); `nil` for other text.
    public init?(rfc3339 text: String) {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
        guard let date = try? Date(text, strategy: style) else { return nil }
        self.init(seconds: date.timeIntervalSince1970)
    }
}
