import FleetCore

/// A feed of a few vehicles, of which each snapshot comes a minute after the last.
struct Watched {
    private var detector: EventDetector
    private(set) var polls = 0

    init(_ rotation: IDRotation = .no) {
        detector = EventDetector(rotation: rotation)
    }

    /// The time of a snapshot, from 0.
    static func time(_ poll: Int) -> Timestamp { Samples.now + .seconds(60 * poll) }

    /// Takes the next snapshot.
    @discardableResult
    mutating func see(_ vehicles: [Vehicle]) -> EventBatch {
        polls += 1
        return detector.compare(vehicles, at: Self.time(polls - 1))
    }

    /// What is told of two snapshots.
    static func events(
        from earlier: [Vehicle], to later: [Vehicle], rotation: IDRotation = .no
    ) -> [VehicleEvent] {
        var feed = Watched(rotation)
        feed.see(earlier)
        return feed.see(later).events
    }

    /// What is told of a vehicle that changes.
    static func events(of vehicle: Vehicle, _ change: (inout Vehicle) -> Void) -> [VehicleEvent] {
        var changed = vehicle
        change(&changed)
        return events(from: [vehicle], to: [changed])
    }
}

extension Vehicle {
    /// A vehicle that can be taken, so many metres from the corner of the city.
    static func standing(
        _ id: String, north: Double = 0, east: Double = 0, percent: Double? = 60
    ) -> Vehicle {
        var vehicle = Vehicle(id: id)
        vehicle.position = Place.position(north: north, east: east)
        vehicle.isReserved = false
        vehicle.isDisabled = false
        vehicle.typeID = "bike"
        vehicle.battery = percent.flatMap { Battery(percent: $0) }
        return vehicle
    }
}
