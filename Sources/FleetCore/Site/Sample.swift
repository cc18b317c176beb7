/// A value of a sensor at one time: a point of its history.
public struct Sample: Equatable, Sendable {
    /// The time of the measurement, or of the snapshot if the feed has none.
    public var at: Timestamp
    /// The value as a number: a condition is 0 or 1.
    public var value: Double

    /// Creates a sample.
    public init(at: Timestamp, value: Double) {
        self.at = at
        self.value = value
    }
}
