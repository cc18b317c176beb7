/// The identities of vehicles across two consecutive snapshots.
struct SnapshotComparison {
    let earlier: TrackedVehicles
    /// The index in the earlier snapshot for each vehicle of the later one; -1 if there is none.
    private(set) var partners: [Int32]
    /// The indices in the earlier snapshot of vehicles missing from the later one.
    private(set) var departed: [Int32] = []
    /// The indices in the later snapshot of IDs that were never seen, or not recently.
    private(set) var fresh: [Int32] = []
    /// The indices in the later snapshot of IDs that departed before.
    private(set) var returned: [Int32] = []
    /// The number of vehicles with new IDs.
    private(set) var renamed = 0
    /// Their old IDs.
    private(set) var oldIDs: [String] = []

    /// Whether the IDs appear to rotate between these two snapshots, as in ``RotationEvidence``.
    var isRotation: Bool {
        RotationEvidence.suggestsRotation(renamed: renamed, others: fresh.count + returned.count)
    }

    /// Pairs the vehicles with equal IDs.
    init(from earlier: TrackedVehicles, to later: TrackedVehicles, departedIDs: DepartedIDs) {
        self.earlier = earlier
        partners = Array(repeating: -1, count: later.vehicles.count)
        var isPresent = Array(repeating: false, count: earlier.vehicles.count)
        for (index, vehicle) in later.vehicles.enumerated() {
            if let partner = earlier.indices[ByteString(vehicle.id)] {
                partners[index] = partner
                isPresent[Int(partner)] = true
            } else if departedIDs.contains(vehicle.id) {
                returned.append(Int32(index))
            } else {
                fresh.append(Int32(index))
            }
        }
        departed = isPresent.indices.filter { !isPresent[$0] }.map { Int32($0) }
    }

    /// Pairs departed vehicles with new IDs at their locations, if `accept` approves the number of
    /// pairs.
    mutating func pairByLocation(_ later: TrackedVehicles, accept: (Int) -> Bool) {
        let old = Self.locations(departed, of: earlier)
        let new = Self.locations(fresh, of: later)
        let matching = LocationMatching(departed: old.locations, arrived: new.locations)
        let count = matching.partners.count { $0 >= 0 }
        guard accept(count) else { return }
        renamed = count
        var isMatched = Array(repeating: false, count: earlier.vehicles.count)
        for (index, partner) in zip(new.indices, matching.partners) where partner >= 0 {
            partners[Int(index)] = old.indices[Int(partner)]
            isMatched[Int(old.indices[Int(partner)])] = true
            oldIDs.append(earlier.vehicles[Int(old.indices[Int(partner)])].id)
        }
        departed.removeAll { isMatched[Int($0)] }
        fresh.removeAll { partners[Int($0)] >= 0 }
    }

    /// Removes and returns the departed vehicles that are not held back yet.
    mutating func takeNewlyMissing() -> [TrackedVehicle] {
        let missing = departed.map { earlier.vehicles[Int($0)] }.filter { $0.missingSince == nil }
        departed.removeAll { earlier.vehicles[Int($0)].missingSince == nil }
        return missing
    }

    private static func locations(
        _ indices: [Int32], of tracked: TrackedVehicles
    ) -> (indices: [Int32], locations: [VehicleLocation]) {
        var found: (indices: [Int32], locations: [VehicleLocation]) = ([], [])
        for index in indices {
            guard let location = VehicleLocation(tracked.vehicles[Int(index)]) else { continue }
            found.indices.append(index)
            found.locations.append(location)
        }
        return found
    }
}

/// Hashes of the IDs that recently left the feed, at most twice the size of the fleet.
struct DepartedIDs: Sendable {
    private var recent: Set<UInt64> = []
    private var older: Set<UInt64> = []

    func contains(_ id: String) -> Bool {
        if recent.isEmpty, older.isEmpty { return false }
        let hash = StableHash.hash(id)
        return recent.contains(hash) || older.contains(hash)
    }

    /// Adds an ID; once there are as many as vehicles in the fleet, the older ones are dropped.
    mutating func insert(_ id: String, fleet: Int) {
        if recent.count >= max(fleet, 1024) {
            older = recent
            recent = []
        }
        recent.insert(StableHash.hash(id))
    }
}
