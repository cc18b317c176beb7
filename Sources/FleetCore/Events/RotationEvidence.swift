/// Evidence in the snapshots for or against ID rotation.
///
/// IDs that return after an absence are stable. New IDs where vehicles with the same traits were a
/// moment ago are rotated IDs. The counts are halved every six hours.
public struct RotationEvidence: Equatable, Sendable, Codable {
    /// Vehicles re-identified by their location.
    private(set) var renamed = 0
    /// New IDs at new locations.
    private(set) var fresh = 0
    /// IDs that returned after an absence.
    private(set) var returned = 0
    private var halvedAt: Timestamp?

    /// Creates evidence of no snapshot.
    public init() {}

    private static let halfLife = Duration.seconds(21_600)

    /// Adds the evidence of one snapshot.
    mutating func add(renamed: Int, fresh: Int, returned: Int, at time: Timestamp) {
        age(to: time)
        self.renamed += renamed
        self.fresh += fresh
        self.returned += returned
    }

    /// Returns whether the IDs rotate: a third of the arriving IDs, and at least five, are new IDs
    /// at old locations; or the new IDs equal half the fleet, and hardly any ID returned.
    func suggestsRotation(fleet: Int) -> Bool {
        if Self.suggestsRotation(renamed: renamed, others: fresh + returned) { return true }
        let new = renamed + fresh
        return new >= 20 && new >= fleet / 2 && returned < new / 10
    }

    static func suggestsRotation(renamed: Int, others: Int) -> Bool {
        renamed >= 5 && renamed >= others / 2
    }

    /// Whether the IDs are stable: at least twenty returned, three in four of all that arrived.
    var suggestsStableIDs: Bool { returned >= 20 && returned / 3 >= renamed + fresh }

    private mutating func age(to time: Timestamp) {
        guard let since = halvedAt, time >= since else { halvedAt = time; return }
        let halvings = (time - since).milliseconds / Self.halfLife.milliseconds
        guard halvings > 0 else { return }
        halvedAt = time
        let shift = min(halvings, 62)
        renamed >>= shift
        fresh >>= shift
        returned >>= shift
    }
}
