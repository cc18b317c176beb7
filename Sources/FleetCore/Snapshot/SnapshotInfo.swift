/// Metadata of a stored snapshot, without its vehicles.
public struct SnapshotInfo: Equatable, Sendable, Codable {
    /// The number of the snapshot, from 1; it increases with every change.
    public var revision: Int64
    /// The description of the feed.
    public var feed: FeedDescription
    /// The time when it was received, on the displayed clock.
    public var fetchedAt: Timestamp
    /// The number of vehicles.
    public var total: Int
    /// The number of vehicles in the public space.
    public var listedTotal: Int { total - (feed.outsidePublicSpace ?? 0) }
    /// The changes since the previous snapshot.
    public var changes: SnapshotChanges
    /// The skipped vehicles and repaired errors.
    public var parseReport: ParseReport
    /// Whether the feed rotates vehicle IDs, by all available evidence.
    public var rotation: IDRotation

    /// Creates the metadata of a snapshot.
    public init(
        revision: Int64, feed: FeedDescription, fetchedAt: Timestamp, total: Int,
        changes: SnapshotChanges, parseReport: ParseReport, rotation: IDRotation
    ) {
        self.revision = revision
        self.feed = feed
        self.fetchedAt = fetchedAt
        self.total = total
        self.changes = changes
        self.parseReport = parseReport
        self.rotation = rotation
    }

    private enum CodingKeys: String, CodingKey {
        case revision, feed, fetchedAt, total, changes
        case parseReport = "reading"
        case rotation
    }
}

/// The changes between a snapshot and the previous one.
public struct SnapshotChanges: Equatable, Sendable, Codable {
    /// The number of new vehicles.
    public var added: Int
    /// The number of vehicles no longer present.
    public var gone: Int
    /// The number of changed vehicles.
    public var changed: Int

    /// No changes.
    public static let none = SnapshotChanges(added: 0, gone: 0, changed: 0)

    /// Creates the counts.
    public init(added: Int, gone: Int, changed: Int) {
        self.added = added
        self.gone = gone
        self.changed = changed
    }

    /// Whether there are no changes.
    public var isEmpty: Bool { self == .none }
}
