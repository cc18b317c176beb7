/// What a sensor told at one time: a point of its course.
public struct Sample: Equatable, Sendable {
    /// When it was measured, or read where the feed does not say.
    public var at: Timestamp
    /// The value as a number: a condition is 0 or 1.
    public var value: Double

    /// Creates a sample.
    public init(at: Timestamp, value: Double) {
        self.at = at
        self.value = value
    }
}
