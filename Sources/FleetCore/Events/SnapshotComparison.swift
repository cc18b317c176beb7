/// Who is who in two snapshots, one after the other.
struct SnapshotStep {
    let earlier: Sightings
    /// For each vehicle of the later snapshot its place in the earlier one; -1 is none.
    private(set) var partners: [Int32]
    /// Places in the earlier snapshot of those that are not in the later one.
    private(set) var went: [Int32] = []
    /// Places in the later snapshot of codes that were never seen, or not for long.
    private(set) var fresh: [Int32] = []
    /// Places in the later snapshot of codes that were gone before.
    private(set) var returned: [Int32] = []
    /// How many vehicles have new codes.
    private(set) var renamed = 0
    /// The codes that they had.
    private(set) var oldCodes: [String] = []

    /// Whether the codes seem to change in this very step: as in ``RotationEvidence``.
    var isRotation: Bool {
        RotationEvidence.saysRotating(renamed: renamed, others: fresh.count + returned.count)
    }

    /// Pairs the vehicles that have the same codes.
    init(from earlier: Sightings, to later: Sightings, departed: DepartedIDs) {
        self.earlier = earlier
        partners = Array(repeating: -1, count: later.vehicles.count)
        var isThere = Array(repeating: false, count: earlier.vehicles.count)
        for (place, vehicle) in later.vehicles.enumerated() {
            if let partner = earlier.places[VehicleKey(id: vehicle.id)] {
                partners[place] = partner
                isThere[Int(partner)] = true
            } else if departed.contains(vehicle.id) {
                returned.append(Int32(place))
            } else {
                fresh.append(Int32(place))
            }
        }
        went = isThere.indices.filter { !isThere[$0] }.map { Int32($0) }
    }

    /// Pairs those that went with new codes at their places, if so many are wanted.
    mutating func pairByPlace(_ later: Sightings, ifWanted isWanted: (Int) -> Bool) {
        let old = Self.spots(went, of: earlier)
        let new = Self.spots(fresh, of: later)
        let matching = PlaceMatching(went: old.spots, came: new.spots)
        let count = matching.partners.count { $0 >= 0 }
        guard isWanted(count) else { return }
        renamed = count
        var isFound = Array(repeating: false, count: earlier.vehicles.count)
        for (place, partner) in zip(new.places, matching.partners) where partner >= 0 {
            partners[Int(place)] = old.places[Int(partner)]
            isFound[Int(old.places[Int(partner)])] = true
            oldCodes.append(earlier.vehicles[Int(old.places[Int(partner)])].id)
        }
        went.removeAll { isFound[Int($0)] }
        fresh.removeAll { partners[Int($0)] >= 0 }
    }

    /// Takes those that are not held back yet out of those that went.
    mutating func takeNewlyMissing() -> [KnownVehicle] {
        let missing = went.map { earlier.vehicles[Int($0)] }.filter { $0.missingSince == nil }
        went.removeAll { earlier.vehicles[Int($0)].missingSince == nil }
        return missing
    }

    private static func spots(
        _ places: [Int32], of sightings: Sightings
    ) -> (places: [Int32], spots: [Spot]) {
        var found: (places: [Int32], spots: [Spot]) = ([], [])
        for place in places {
            guard let spot = Spot(sightings.vehicles[Int(place)]) else { continue }
            found.places.append(place)
            found.spots.append(spot)
        }
        return found
    }
}
