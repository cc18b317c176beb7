/// Position near which a vehicle stands, and the first snapshot that had it there.
public struct Standstill: Equatable, Sendable {
    /// Distance from the position, in metres, from which a vehicle has moved; smaller ones are
    /// errors of the receiver.
    static let radiusMeters = 50.0

    /// Time at which the snapshot was received, on the displayed clock.
    public let since: Timestamp
    /// The position in that snapshot.
    public let position: Position

    /// Creates a standstill.
    public init(since: Timestamp, at position: Position) {
        (self.since, self.position) = (since, position)
    }

    /// Creates the standstill of a vehicle at a position in a snapshot that was received at `time`;
    /// `nil` without a position.
    ///
    /// - Parameter earlier: Standstill of the vehicle in the previous snapshot.
    public init?(at position: Position?, _ time: Timestamp, after earlier: Standstill?) {
        guard let position else { return nil }
        if let earlier, earlier.position.distance(to: position) < Self.radiusMeters {
            self = earlier
        } else {
            self.init(since: time, at: position)
        }
    }
}
