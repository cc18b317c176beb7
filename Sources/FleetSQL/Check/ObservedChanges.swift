import FleetCore

/// What the check over time sees of the changes of one commit, row by row.
struct ObservedChanges {
    /// Distance of a move, in metres, that is no error of the receiver.
    private static let minMove = 200.0
    /// Shortest time that a move takes, in seconds, since positions are reported late.
    private static let minSeconds = 300.0
    /// Longest time, in seconds, for which a free vehicle moves without a report.
    private static let maxSilence = 900.0

    /// The speed that no vehicle has, in metres per second.
    private let maxSpeed: Double
    /// The time since the earlier snapshot, in seconds.
    private let pause: Double

    private var moves = 0
    private var ids: FeedObservation.IDs
    private var teleports = FeedObservation.Sample()
    private var changedTypes = FeedObservation.Sample()

    /// - Parameters:
    ///   - maxSpeed: The speed that no vehicle has, in km/h.
    ///   - pause: The time since the earlier snapshot.
    ///   - total: The number of its vehicles.
    init(maxSpeed: Double, pause: Duration, total: Int) {
        (self.maxSpeed, self.pause) = (maxSpeed / 3.6, pause.seconds)
        ids = FeedObservation.IDs(of: total)
    }

    mutating func update(_ earlier: Vehicle, to vehicle: Vehicle) {
        if let before = earlier.typeID, let now = vehicle.typeID, before != now {
            changedTypes.add(vehicle.id, "\(Self.bounded(before)) became \(Self.bounded(now))")
        }
        guard let from = earlier.position, let to = vehicle.position, from != to else { return }
        let distance = from.distance(to: to)
        guard distance >= Self.minMove else { return }
        moves += 1
        ids.move(vehicle.id)
        guard let seconds = travelTime(of: earlier, to: vehicle),
            distance > maxSpeed * max(seconds, Self.minSeconds)
        else { return }
        teleports.add(
            vehicle.id, "\(ShortText.meters(distance)) within \(Int(max(seconds, 60) / 60)) min")
    }

    /// Returns the longest time that a move can have taken, in seconds; `nil` if it is unknown.
    ///
    /// A vehicle that was free when it was read last has moved since then, or a little earlier if it
    /// reports rarely. One that was rented may have moved for as long as it did not report.
    private func travelTime(of earlier: Vehicle, to vehicle: Vehicle) -> Double? {
        var silence: Double?
        if let before = earlier.lastReported, let now = vehicle.lastReported {
            silence = (now - before).seconds
        }
        switch earlier.state {
        case .available, .unknown: return max(pause, min(silence ?? 0, Self.maxSilence))
        default: return silence.map { max(pause, $0) }
        }
    }

    mutating func insert(_ vehicle: Vehicle) { ids.insert(vehicle.id) }

    mutating func remove(_ vehicle: Vehicle) { ids.remove(vehicle.id) }

    /// Returns the vehicles of a snapshot that these changes lead to.
    /// - Parameters:
    ///   - renamed: The number of vehicles with new IDs at their old places.
    ///   - heldBack: The number of vehicles that are missing all at once.
    func vehicles(
        of snapshot: Snapshot, total: Int, _ changes: SnapshotChanges, renamed: Int, heldBack: Int
    ) -> FeedObservation.Vehicles {
        var vehicles = FeedObservation.Vehicles()
        vehicles.total = total
        vehicles.places = Self.places(of: snapshot.vehicles)
        (vehicles.changes, vehicles.ids) = (changes, ids)
        // A fifth of a fleet that is gone at once made no trips.
        let left = max(0, changes.gone - renamed - heldBack)
        vehicles.trips = moves + (left * 5 > total ? 0 : left)
        (vehicles.teleports, vehicles.changedTypes) = (teleports, changedTypes)
        return vehicles
    }

    private static func places(of vehicles: [Vehicle]) -> [String: Int] {
        var cells: [Int: Int] = [:]
        var places: [String: Int] = [:]
        for vehicle in vehicles where vehicle.state.isInPublicSpace {
            if vehicle.regionID == nil, let position = vehicle.position {
                cells[FeedArea.cell(of: position), default: 0] += 1
            } else if let key = FeedArea.key(of: vehicle) {
                places[key, default: 0] += 1
            }
        }
        for (cell, count) in cells { places[FeedArea.key(ofCell: cell), default: 0] += count }
        return places
    }

    private static func bounded(_ text: String) -> String {
        text.utf8.count > 100 ? String(text.unicodeScalars.prefix(30)) + "…" : text
    }
}
