import FleetCore

/// A feed of a few vehicles with a snapshot every minute, watched by a detector.
struct WatchedFeed {
    private var detector: EventDetector
    private(set) var polls = 0

    init(_ rotation: IDRotation = .no, battery: BatteryThresholds = .default) {
        detector = EventDetector(rotation: rotation, battery: battery)
    }

    /// Returns the time of a snapshot, numbered from 0.
    static func time(_ poll: Int) -> Timestamp { Samples.now + .seconds(60 * poll) }

    /// Compares the next snapshot and returns the events of a filter.
    @discardableResult
    mutating func receive(_ vehicles: [Vehicle], of filter: Filter = Filter()) -> EventBatch {
        polls += 1
        return detector.compare(vehicles, at: Self.time(polls - 1), of: filter)
    }

    /// Returns the events between two snapshots.
    static func events(
        from earlier: [Vehicle], to later: [Vehicle], rotation: IDRotation = .no
    ) -> [VehicleEvent] {
        var feed = WatchedFeed(rotation)
        feed.receive(earlier)
        return feed.receive(later).events
    }

    /// Returns the events of a vehicle that changes.
    static func events(of vehicle: Vehicle, _ change: (inout Vehicle) -> Void) -> [VehicleEvent] {
        var changed = vehicle
        change(&changed)
        return events(from: [vehicle], to: [changed])
    }
}

extension Vehicle {
    /// Returns an available vehicle at a position in the city.
    static func parked(
        _ id: String, north: Double = 0, east: Double = 0, percent: Double? = 60
    ) -> Vehicle {
        var vehicle = Vehicle(id: id)
        vehicle.position = City.position(north: north, east: east)
        vehicle.isReserved = false
        vehicle.isDisabled = false
        vehicle.typeID = "bike"
        vehicle.battery = percent.flatMap { Battery(percent: $0) }
        return vehicle
    }
}
