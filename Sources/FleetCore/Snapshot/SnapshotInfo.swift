/// What is known of a stored snapshot without its vehicles.
public struct SnapshotInfo: Equatable, Sendable, Codable {
    /// Counts the snapshots of a source that brought something new, from 1.
    public var revision: Int64
    /// What the feed says of itself.
    public var feed: FeedDescription
    /// When it was received, on the clock that people see.
    public var fetchedAt: Timestamp
    /// How many vehicles it holds.
    public var total: Int
    /// What differs from the snapshot before it.
    public var changes: SnapshotChanges
    /// What was left out or mended while reading.
    public var reading: ReadingReport
    /// Whether the feed changes the codes of its vehicles, by all that is known.
    public var rotation: IDRotation

    /// Creates the record of a snapshot.
    public init(
        revision: Int64, feed: FeedDescription, fetchedAt: Timestamp, total: Int,
        changes: SnapshotChanges, reading: ReadingReport, rotation: IDRotation
    ) {
        self.revision = revision
        self.feed = feed
        self.fetchedAt = fetchedAt
        self.total = total
        self.changes = changes
        self.reading = reading
        self.rotation = rotation
    }
}

/// How a snapshot differs from the one before it.
public struct SnapshotChanges: Equatable, Sendable, Codable {
    /// Vehicles that were not there before.
    public var added: Int
    /// Vehicles that are no longer there.
    public var gone: Int
    /// Vehicles of which something changed.
    public var changed: Int

    /// No difference.
    public static let none = SnapshotChanges(added: 0, gone: 0, changed: 0)

    /// Creates the counts.
    public init(added: Int, gone: Int, changed: Int) {
        self.added = added
        self.gone = gone
        self.changed = changed
    }

    /// Whether nothing differs.
    public var isEmpty: Bool { self == .none }
}
