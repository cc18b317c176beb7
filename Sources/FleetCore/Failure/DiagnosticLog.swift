/// Log of requests and decisions for diagnosis, which is usually off.
///
/// Messages contain no secrets, and cost nothing while the log is off.
public struct DiagnosticLog: Sendable {
    private let write: (@Sendable (String) -> Void)?

    /// Log that drops all messages.
    public static let off = DiagnosticLog(nil)

    /// Creates a log that passes each message to `write`; `nil` drops them.
    public init(_ write: (@Sendable (String) -> Void)?) {
        self.write = write
    }

    /// Whether messages are written.
    public var isOn: Bool { write != nil }

    /// Writes a message of one line, without a full stop.
    public func callAsFunction(_ message: @autoclosure () -> String) {
        write?(message())
    }

    /// Returns the time since `start` for a message, such as `0.123 s`.
    public static func time(since start: ContinuousClock.Instant) -> String {
        let milliseconds = (ContinuousClock.now - start).milliseconds
        return "\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst()) s"
    }

    /// Returns a time for a message (RFC 3339, UTC).
    public static func text(_ time: Timestamp) -> String {
        var text = UTF8Buffer()
        text.append(time)
        return text.string
    }
}
