/// Error of a notifier that could not deliver an alert.
public struct NotifierError: Error, Equatable, Sendable {
    /// The cause, in one line without secrets.
    public var cause: String
    /// Whether a retry may succeed.
    public var isRetryable: Bool
    /// The requested wait before a retry (`Retry-After`).
    public var retryAfter: Duration?

    /// Creates an error.
    public init(_ cause: String, isRetryable: Bool, retryAfter: Duration? = nil) {
        self.cause = cause
        self.isRetryable = isRetryable
        self.retryAfter = retryAfter
    }
}
