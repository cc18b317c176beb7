/// Why somebody could not be told of an alert.
public struct NotifyFailure: Error, Equatable, Sendable {
    /// What went wrong, in one line without secrets.
    public var cause: String
    /// Whether it may go well later.
    public var mayPass: Bool
    /// How long it was asked to wait (`Retry-After`).
    public var retryAfter: Duration?

    /// Creates a failure.
    public init(_ cause: String, mayPass: Bool, retryAfter: Duration? = nil) {
        self.cause = cause
        self.mayPass = mayPass
        self.retryAfter = retryAfter
    }
}
