import FleetCore

/// A sample of the codes of one snapshot, by which it is later judged whether a feed rotates codes.
///
/// A vehicle that is taken vanishes from most feeds and comes back under the same code, so it does not
/// do to note when a row was first seen: the codes of an earlier snapshot must be looked for. The
/// 1,024 codes with the smallest hashes stand for all of them.
struct IDAnchor: Equatable {
    /// When the snapshot was asked for, on the machine's clock.
    var at: Timestamp
    /// How many vehicles it had.
    var total: Int
    /// The smallest hashes of its codes, in order.
    var sample: [UInt64]

    /// How many codes a sample holds.
    static let size = 1024

    /// Takes the sample of a snapshot.
    init(of vehicles: [Vehicle], total: Int, at time: Timestamp) {
        at = time
        self.total = total
        var hashes = vehicles.map { StableHash.hash($0.id) }
        hashes.sort()
        sample = Array(hashes.prefix(Self.size))
    }

    /// Puts together what was stored.
    init(at time: Timestamp, total: Int, sample: [UInt64]) {
        at = time
        self.total = total
        self.sample = sample
    }

    /// How many of the sample are among the vehicles.
    func survivors(among vehicles: [Vehicle]) -> Int {
        guard let greatest = sample.last else { return 0 }
        let wanted = Set(sample)
        var found: Set<UInt64> = []
        for vehicle in vehicles {
            let hash = StableHash.hash(vehicle.id)
            if hash <= greatest, wanted.contains(hash) { found.insert(hash) }
        }
        return found.count
    }

    /// Judges a later snapshot.
    ///
    /// A fleet that shrank by more than half says nothing of its codes: a feed that is broken for an
    /// hour and empty must not be taken for one that rotates them.
    func judgement(of vehicles: [Vehicle], at time: Timestamp) -> IDRotation? {
        guard time >= at, vehicles.count >= total / 2 else { return nil }
        return .judged(
            survivors: survivors(among: vehicles), of: sample.count, after: time - at)
    }

    /// Whether the sample has become useless, and the next snapshot takes its place: after a day
    /// without judgement, of a fleet too small to judge, or when the clock went back.
    func isSpent(at time: Timestamp) -> Bool {
        time < at || time - at >= .seconds(86_400) || sample.count < 20
    }
}
