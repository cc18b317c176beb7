import FleetCore

/// Sample of the vehicle IDs of one snapshot, used later to detect whether a feed rotates IDs.
///
/// A vehicle on a trip disappears from most feeds and returns with the same ID, so the time a row
/// was first seen is not enough: the IDs of an earlier snapshot must be looked up in a later one.
/// The 1,024 IDs with the lowest hashes represent all of them.
struct IDSample: Equatable {
    /// Time of the snapshot's request, on the machine's clock.
    var at: Timestamp
    /// Number of vehicles in the snapshot.
    var total: Int
    /// Lowest hashes of its IDs, in ascending order.
    var hashes: [UInt64]

    /// Maximum number of hashes in a sample.
    static let size = 1024

    /// Creates the sample of a snapshot.
    init(of vehicles: [Vehicle], total: Int, at time: Timestamp) {
        at = time
        self.total = total
        var hashes = vehicles.map { StableHash.hash($0.id) }
        hashes.sort()
        self.hashes = Array(hashes.prefix(Self.size))
    }

    /// Creates a sample from stored values.
    init(at time: Timestamp, total: Int, hashes: [UInt64]) {
        at = time
        self.total = total
        self.hashes = hashes
    }

    /// Returns how many of the sampled IDs are among the vehicles.
    private func survivors(among vehicles: [Vehicle]) -> Int {
        guard let highest = hashes.last else { return 0 }
        let wanted = Set(hashes)
        var found: Set<UInt64> = []
        for vehicle in vehicles {
            let hash = StableHash.hash(vehicle.id)
            if hash <= highest, wanted.contains(hash) { found.insert(hash) }
        }
        return found.count
    }

    /// Compares a later snapshot with the sample; returns `nil` if the comparison is not
    /// meaningful.
    ///
    /// A fleet that shrank by more than half is inconclusive: a feed that is broken and empty for
    /// an hour must not count as rotating its IDs.
    func rotation(in vehicles: [Vehicle], at time: Timestamp) -> IDRotation? {
        guard time >= at, vehicles.count >= total / 2 else { return nil }
        return .inferred(
            survivors: survivors(among: vehicles), of: hashes.count, after: time - at)
    }

    /// Whether the next snapshot should replace the sample: after a day without a result, if the
    /// fleet is too small, or if the clock was set back.
    func isExpired(at time: Timestamp) -> Bool {
        time < at || time - at >= .seconds(86_400) || hashes.count < 20
    }
}
