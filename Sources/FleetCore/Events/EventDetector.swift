/// Compares each snapshot of a feed with the one before, and tells what happened in between.
///
/// The first snapshot that holds a vehicle tells nothing. Vehicles that went and new codes that
/// came are matched by kind and place first (``PlaceMatching``), in every snapshot unless the codes
/// are known to stay: then only if half of the fleet, and at least twenty, has new codes, and four
/// in five of them stand where one went.
///
/// What is left is told if the codes are known to stay, or not known to change and either seen to
/// stay (``RotationEvidence``) or few: three, or a twentieth of the fleet. Else it is counted.
///
/// When all vehicles, or more than half of them and at least twenty, are missing at once and
/// nothing came for them, they are held back for one snapshot: if they are back in the next,
/// nothing happened.
public struct EventDetector: Sendable {
    /// Whether the feed changes its codes, as far as that is known elsewhere.
    public var rotation: IDRotation
    private var known = Sightings()
    private var knownAt: Timestamp?
    private var departed = DepartedIDs()
    private var evidence = RotationEvidence()

    /// Creates a detector that has seen nothing.
    public init(rotation: IDRotation) {
        self.rotation = rotation
    }

    /// Takes the next snapshot, of the time given, and tells what happened since the last one.
    public mutating func compare(
        _ vehicles: some Sequence<Vehicle>, at time: Timestamp
    ) -> EventBatch {
        var later = Sightings(vehicles)
        var batch = EventBatch(at: time)
        if let knownAt {
            var step = SnapshotStep(from: known, to: later, departed: departed)
            pairByPlace(&step, later)
            hold(&step, &later, &batch)
            learn(from: step, at: time)
            tell(step, &later, since: knownAt, in: &batch)
        }
        if knownAt != nil || !later.vehicles.isEmpty { knownAt = time }
        known = later
        return batch
    }

    private func pairByPlace(_ step: inout SnapshotStep, _ later: Sightings) {
        let fleet = step.earlier.vehicles.count
        let smaller = min(step.went.count, step.fresh.count)
        guard rotation == .no else {
            return step.pairByPlace(later) { _ in true }
        }
        guard smaller >= 20, smaller >= fleet / 2 else { return }
        step.pairByPlace(later) { $0 >= smaller / 5 * 4 }
    }

    private func hold(
        _ step: inout SnapshotStep, _ later: inout Sightings, _ batch: inout EventBatch
    ) {
        let present = step.earlier.vehicles.count { $0.missingSince == nil }
        let missing = step.went.count { step.earlier.vehicles[Int($0)].missingSince == nil }
        let came = step.fresh.count + step.returned.count
        let isMost = missing >= 20 && missing > present / 2 && came < missing / 2
        guard missing > 0, later.vehicles.isEmpty || isMost else { return }
        batch.heldBack = missing
        for var vehicle in step.takeNewlyMissing() {
            vehicle.missingSince = batch.at
            later.insert(vehicle)
        }
    }

    private mutating func learn(from step: SnapshotStep, at time: Timestamp) {
        let fleet = step.earlier.vehicles.count
        for place in step.went {
            departed.insert(step.earlier.vehicles[Int(place)].id, fleet: fleet)
        }
        for id in step.oldCodes { departed.insert(id, fleet: fleet) }
        // All come back at once after a failure of the feed: that tells nothing of their codes.
        let isFew = step.returned.count <= max(3, fleet / 2)
        evidence.add(
            renamed: step.renamed, fresh: step.fresh.count,
            returned: isFew ? step.returned.count : 0, at: time)
    }

    private func isTold(_ step: SnapshotStep, fleet: Int) -> Bool {
        switch rotation {
        case .yes: return false
        case .no: return step.renamed == 0
        case .unknown:
            if evidence.saysRotating(fleet: fleet) || step.isRotation { return false }
            let count = step.went.count + step.fresh.count + step.returned.count
            return evidence.saysStable || count <= max(3, fleet / 20)
        }
    }

    private func tell(
        _ step: SnapshotStep, _ later: inout Sightings, since: Timestamp, in batch: inout EventBatch
    ) {
        let fleet = max(step.earlier.vehicles.count, step.partners.count)
        let isTold = isTold(step, fleet: fleet)
        batch.turnover.renamed = step.renamed
        if !isTold {
            batch.turnover.went = step.went.count
            batch.turnover.came = step.fresh.count + step.returned.count
        }
        for (place, partner) in step.partners.enumerated() {
            if partner >= 0 {
                let earlier = step.earlier.vehicles[Int(partner)]
                let change = later.vehicles[place].follow(earlier)
                batch.add(change, of: later.vehicles[place], was: earlier, since: since)
            } else if isTold {
                batch.addAppearance(of: later.vehicles[place], since: since)
            }
        }
        guard isTold else { return }
        for place in step.went { batch.addDisappearance(of: step.earlier.vehicles[Int(place)]) }
    }
}
