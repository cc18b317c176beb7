/// Detector for vehicle events: it compares each snapshot of a feed with the one before.
///
/// The first snapshot with vehicles yields no events. Departed IDs and new IDs are first matched by
/// vehicle traits and location (``LocationMatching``), in every snapshot unless the IDs are known
/// to be stable. Stable IDs are matched only if half of the fleet, and at least twenty vehicles,
/// have new IDs and four in five of those are where another vehicle departed.
///
/// Unmatched IDs become events if the IDs are known to be stable. If their rotation is unknown,
/// they become events if the IDs appear stable (``RotationEvidence``) or if they are few: three, or
/// a twentieth of the fleet. Otherwise they are only counted, unless the filter names the vehicles.
///
/// When all vehicles, or more than half of them and at least twenty, are missing at once without
/// replacements, they are held back for one snapshot: if they return in the next, there is no
/// event.
///
/// All vehicles are compared, but only those that a filter selects have events: the vehicles that
/// match it in the later snapshot, and those that matched it in the last snapshot that had them. So
/// a vehicle that leaves an area or the feed has an event, and so has one that enters it; a vehicle
/// that returns to the feed and does not match has none.
///
/// If the filter has zones, a vehicle that moves into or out of one has an event, and so has one
/// that appears in a zone, also with a new ID, unless it left the feed there. Rides end this way in
/// feeds that leave out rented vehicles. Outlines that change are no event of the vehicles in them.
public struct EventDetector: Sendable {
    /// Whether the feed rotates its IDs, as far as the caller knows.
    public var rotation: IDRotation
    private let battery: BatteryThresholds
    private var latest = TrackedVehicles()
    private var latestAt: Timestamp?
    private var departedIDs = DepartedIDs()
    /// The zones that vehicles were in when they left the feed.
    private var zonesOfDeparted: [UInt64: [String]] = [:]
    /// Whether the IDs appear to rotate, from all snapshots so far.
    public private(set) var evidence = RotationEvidence()
    /// The number of vehicles that are the same in both snapshots and are not compared.
    private var unchanged = 0

    /// Creates a detector without a snapshot.
    public init(rotation: IDRotation, battery: BatteryThresholds = .default) {
        self.rotation = rotation
        self.battery = battery
    }

    /// Continues the detection of another process for one snapshot, of which only the changed
    /// vehicles are compared; equal ones have no events.
    ///
    /// - Parameters:
    ///   - vehicles: The vehicles that changed since the snapshot or left it, and those held back.
    ///   - unchanged: The number of all others.
    ///   - departed: The IDs among the new ones that were in the feed before.
    ///   - time: The time of the snapshot.
    public init(
        from vehicles: [TrackedVehicle], unchanged: Int, departed: [String],
        evidence: RotationEvidence, at time: Timestamp, rotation: IDRotation
    ) {
        self.init(rotation: rotation)
        (self.unchanged, self.evidence) = (unchanged, evidence)
        for vehicle in vehicles { latest.insert(vehicle) }
        for id in departed { departedIDs.insert(id, fleet: departed.count) }
        latestAt = time
    }

    /// The vehicles that were compared last, in their order, followed by those that are held back.
    public var tracked: [TrackedVehicle] { latest.vehicles }

    /// Returns whether the vehicle with an ID matched the filter in the last snapshot that had it.
    public func hasSelected(_ id: String) -> Bool {
        latest.indices[ByteString(id)].map { latest.vehicles[Int($0)].isSelected } ?? false
    }

    /// Makes the next snapshot the first one again, without events; the evidence about the IDs
    /// stays.
    public mutating func restart() {
        (latest, latestAt, zonesOfDeparted) = (TrackedVehicles(), nil, [:])
    }

    /// Processes the next snapshot and returns the events since the last one.
    /// - Parameter filter: Selects the vehicles of the events, as it applies to this snapshot.
    public mutating func compare(
        _ vehicles: some Sequence<Vehicle>, at time: Timestamp, of filter: Filter = Filter()
    ) -> EventBatch {
        let criteria = EventCriteria(filter, battery)
        var later = TrackedVehicles(vehicles, criteria)
        var batch = EventBatch(at: time)
        if let latestAt {
            var comparison = SnapshotComparison(from: latest, to: later, departedIDs: departedIDs)
            pairByLocation(&comparison, later)
            holdBack(&comparison, &later, &batch)
            collectEvidence(from: comparison, at: time)
            let reportsEvents = criteria.namesVehicles || reportsEvents(comparison)
            addEvents(of: comparison, &later, since: latestAt, reportsEvents, criteria, to: &batch)
        }
        if latestAt != nil || !later.vehicles.isEmpty { latestAt = time }
        latest = later
        return batch
    }

    private func pairByLocation(_ comparison: inout SnapshotComparison, _ later: TrackedVehicles) {
        let fleet = comparison.earlier.vehicles.count + unchanged
        let smaller = min(comparison.departed.count, comparison.fresh.count)
        guard rotation == .no else {
            return comparison.pairByLocation(later) { _ in true }
        }
        guard smaller >= 20, smaller >= fleet / 2 else { return }
        comparison.pairByLocation(later) { $0 >= smaller / 5 * 4 }
    }

    private func holdBack(
        _ comparison: inout SnapshotComparison, _ later: inout TrackedVehicles,
        _ batch: inout EventBatch
    ) {
        let compared = comparison.earlier.vehicles.count { $0.missingSince == nil }
        let present = compared + unchanged
        let missing = comparison.departed.count {
            comparison.earlier.vehicles[Int($0)].missingSince == nil
        }
        let arrived = comparison.fresh.count + comparison.returned.count
        let isMost = missing >= 20 && missing > present / 2 && arrived < missing / 2
        let isEmpty = later.vehicles.isEmpty && unchanged == 0
        guard missing > 0, isEmpty || isMost else { return }
        for var vehicle in comparison.takeNewlyMissing() {
            vehicle.missingSince = batch.at
            later.insert(vehicle)
            if vehicle.isSelected { batch.heldBack += 1 }
        }
    }

    private mutating func collectEvidence(from comparison: SnapshotComparison, at time: Timestamp) {
        let fleet = comparison.earlier.vehicles.count + unchanged
        for index in comparison.departed {
            departedIDs.insert(comparison.earlier.vehicles[Int(index)].id, fleet: fleet)
        }
        for id in comparison.oldIDs { departedIDs.insert(id, fleet: fleet) }
        // After an outage of the feed all vehicles return at once, which does not prove stable IDs.
        let isFew = comparison.returned.count <= max(3, fleet / 2)
        evidence.add(
            renamed: comparison.renamed, fresh: comparison.fresh.count,
            returned: isFew ? comparison.returned.count : 0, at: time)
    }

    /// Returns whether unmatched IDs become events; if not, they are only counted.
    private func reportsEvents(_ comparison: SnapshotComparison) -> Bool {
        let fleet =
            max(comparison.earlier.vehicles.count, comparison.partners.count) + unchanged
        switch rotation {
        case .yes: return false
        case .no: return comparison.renamed == 0
        case .unknown:
            if evidence.suggestsRotation(fleet: fleet) || comparison.isRotation { return false }
            let arrived = comparison.fresh.count + comparison.returned.count
            let count = comparison.departed.count + arrived
            return evidence.suggestsStableIDs || count <= max(3, fleet / 20)
        }
    }

    /// Returns whether vehicles with unmatched IDs may have entered zones: not if most of them are
    /// as likely the same vehicles with other IDs.
    private func reportsZones(_ comparison: SnapshotComparison) -> Bool {
        let fleet =
            max(comparison.earlier.vehicles.count, comparison.partners.count) + unchanged
        return rotation == .no || comparison.fresh.count <= max(20, fleet / 5)
    }

    /// Remembers the zones of the departed vehicles, of at most as many as are in the feed.
    private mutating func rememberZones(
        of comparison: SnapshotComparison, _ criteria: EventCriteria
    ) {
        guard let zones = criteria.zones else { return }
        let limit = max(comparison.earlier.vehicles.count, 1024)
        for index in comparison.departed {
            let vehicle = comparison.earlier.vehicles[Int(index)]
            let names = vehicle.isSelected ? zones.areaNames(at: vehicle.position) : []
            guard !names.isEmpty else { continue }
            if zonesOfDeparted.count >= limit { zonesOfDeparted = [:] }
            zonesOfDeparted[StableHash.hash(vehicle.id)] = names
        }
    }

    private mutating func addEvents(
        of comparison: SnapshotComparison, _ later: inout TrackedVehicles, since: Timestamp,
        _ reportsEvents: Bool, _ criteria: EventCriteria, to batch: inout EventBatch
    ) {
        let reportsZones = reportsZones(comparison)
        for (index, partner) in comparison.partners.enumerated() {
            if partner >= 0 {
                let earlier = comparison.earlier.vehicles[Int(partner)]
                let change = later.vehicles[index].follow(earlier, battery)
                let vehicle = later.vehicles[index]
                let isSelected = earlier.isSelected || vehicle.isSelected
                if isSelected || earlier.wasSelectedWhereReported,
                    let zones = criteria.zones, let previous = change.previousPosition
                {
                    batch.addZones(
                        zones.areaNames(at: vehicle.position),
                        before: zones.areaNames(at: previous), of: vehicle, was: earlier,
                        since: since)
                }
                guard isSelected else { continue }
                if comparison.renamed > 0, !ByteOrder.equal(vehicle.id, earlier.id) {
                    batch.turnover.renamed += 1
                }
                batch.add(change, of: vehicle, was: earlier, since: since)
            } else {
                let vehicle = later.vehicles[index]
                if vehicle.isSelected, reportsEvents {
                    batch.addAppearance(of: vehicle, since: since)
                } else if vehicle.isSelected {
                    batch.turnover.arrived += 1
                }
                guard let zones = criteria.zones else { continue }
                let left = zonesOfDeparted.removeValue(forKey: StableHash.hash(vehicle.id)) ?? []
                guard reportsZones, vehicle.isSelected || !left.isEmpty else { continue }
                batch.addZones(
                    zones.areaNames(at: vehicle.position), before: left, of: vehicle, was: nil,
                    since: since)
            }
        }
        rememberZones(of: comparison, criteria)
        let departed = comparison.departed.map { comparison.earlier.vehicles[Int($0)] }
            .filter(\.isSelected)
        guard reportsEvents else { batch.turnover.departed = departed.count; return }
        for vehicle in departed { batch.addDisappearance(of: vehicle) }
    }
}
