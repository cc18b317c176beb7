/// What the snapshots themselves tell of whether a feed changes its codes.
///
/// Codes that were gone and come back are codes that stay. Vehicles that stand where others of
/// their kind stood a moment ago, under new codes, are vehicles that were given new codes. Counts
/// are halved every six hours.
struct RotationEvidence: Equatable, Sendable {
    /// Vehicles known again by their place.
    private(set) var renamed = 0
    /// New codes at new places.
    private(set) var fresh = 0
    /// Codes that were gone and came back.
    private(set) var returned = 0
    private var halvedAt: Timestamp?

    private static let halfLife = Duration.seconds(21_600)

    /// Adds what one snapshot told.
    mutating func add(renamed: Int, fresh: Int, returned: Int, at time: Timestamp) {
        age(to: time)
        self.renamed += renamed
        self.fresh += fresh
        self.returned += returned
    }

    /// Whether the codes change: a third of those that come, and at least five, are new codes at
    /// old places; or so many codes are new that they are worth half the fleet, and hardly any came
    /// back.
    func saysRotating(fleet: Int) -> Bool {
        if Self.saysRotating(renamed: renamed, others: fresh + returned) { return true }
        let new = renamed + fresh
        return new >= 20 && new >= fleet / 2 && returned < new / 10
    }

    static func saysRotating(renamed: Int, others: Int) -> Bool {
        renamed >= 5 && renamed >= others / 2
    }

    /// Whether the codes stay: of at least twenty that came, three in four had been there before.
    var saysStable: Bool { returned >= 20 && returned / 3 >= renamed + fresh }

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
