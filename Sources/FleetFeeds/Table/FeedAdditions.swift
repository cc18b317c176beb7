import FleetCore

/// What a refresh joins with the vehicles of a feed.
struct FeedAdditions {
    /// The rows of the asset list; `nil` without one.
    var rows: AssetRows?
    /// Function that returns the text of a vehicle that the IDs of the rows are compared with.
    var rowKey: (Vehicle) -> String? = { $0.id }
    /// The newest sighting of each vehicle of a table; `nil` if they were not read.
    private var sightings: [Sighting]?
    private var warnings: [String] = []

    /// Whether a part could not be read.
    var isIncomplete: Bool { !warnings.isEmpty }

    private static let (table, feed) = ("table ", "feed ")
    /// The version of what is stored of a table.
    ///
    /// An older snapshot is read again; 2 has the locations of the rows of vehicles that sightings
    /// moved.
    private static let tableEdition: UInt64 = 2

    /// Returns whether a digest is that of a table.
    static func isOfTable(_ digest: String) -> Bool { digest.hasPrefix(table) }

    /// Returns a text that differs if the additions do.
    /// - Parameter isTable: Whether the source is a table, with which sightings are joined.
    func digest(isTable: Bool) -> String {
        var hash = StableHash()
        hash.combine(rows?.digest ?? "")
        if isTable { hash.combine(Self.tableEdition) }
        for sighting in isTable ? sightings ?? [] : [] {
            hash.combine(sighting.vehicleID)
            hash.combine(UInt64(bitPattern: sighting.seenAt.milliseconds))
            hash.combine(sighting.position.latitude.bitPattern)
            hash.combine(sighting.position.longitude.bitPattern)
        }
        return (isTable ? Self.table : Self.feed) + StableHash.digits(of: hash.value)
    }

    /// Notes that a part could not be read.
    mutating func fail(_ warning: String) { warnings.append(warning) }

    /// Reads the sightings once.
    mutating func readSightings(_ read: FeedLoader.Sightings?) async {
        guard sightings == nil, let read else { return }
        do {
            sightings = try await read()
        } catch {
            sightings = []
            fail("the sightings cannot be read")
        }
    }

    /// Adds everything to a snapshot.
    func join(to snapshot: inout Snapshot) {
        if snapshot.feed.isTable { snapshot.move(to: sightings ?? []) }
        rows?.join(to: &snapshot, by: rowKey)
        warnings.forEach { snapshot.parseReport.warn($0) }
    }
}
