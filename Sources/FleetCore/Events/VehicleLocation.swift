/// The location, traits and charge of a vehicle, used to re-identify it.
struct VehicleLocation {
    let traits: UInt64
    let latitude: Double
    let longitude: Double
    /// The cosine of the latitude.
    private let cosine: Double
    /// Hash of the station ID if the vehicle has no location, else 0.
    let station: UInt64
    /// The charge in percent; negative if it is unknown.
    let percent: Double

    static let metersPerDegree = 111_195.08

    /// Creates the location; returns `nil` if the vehicle has neither a position nor a station.
    init?(_ vehicle: TrackedVehicle) {
        guard vehicle.position != nil || vehicle.station != 0 else { return nil }
        traits = vehicle.traits
        latitude = vehicle.position?.latitude ?? 0
        longitude = vehicle.position?.longitude ?? 0
        cosine = Position.cosine(ofLatitude: latitude)
        station = vehicle.position == nil ? vehicle.station : 0
        percent = vehicle.charge?.current.percent ?? -1
    }

    /// Creates a location.
    /// - Parameter percent: The charge in percent; `nil` if it is unknown.
    init(at position: Position, traits: UInt64, percent: Double?) {
        self.traits = traits
        (latitude, longitude) = (position.latitude, position.longitude)
        cosine = Position.cosine(ofLatitude: latitude)
        station = 0
        self.percent = percent ?? -1
    }

    /// Returns the distance in metres, accurate for nearby locations.
    func distance(to other: VehicleLocation) -> Double {
        var degrees = abs(longitude - other.longitude)
        if degrees > 180 { degrees = 360 - degrees }
        let east = degrees * cosine * Self.metersPerDegree
        let north = (latitude - other.latitude) * Self.metersPerDegree
        return (east * east + north * north).squareRoot()
    }

    /// Returns the cost of matching two locations; `nil` if they are too far apart.
    ///
    /// It is the distance in metres plus two metres per percentage point of charge, at most ten: in
    /// a rack the charge identifies a vehicle better than the location.
    func cost(to other: VehicleLocation, within radius: Double) -> Double? {
        let distance = distance(to: other)
        guard distance <= radius else { return nil }
        guard percent >= 0, other.percent >= 0 else { return distance }
        return distance + min(10, abs(percent - other.percent) * 2)
    }
}

/// The exact location and traits of a vehicle, optionally with its charge, as a dictionary key.
struct ExactLocation: Hashable {
    let traits: UInt64
    let latitude: Double
    let longitude: Double
    let station: UInt64
    let percent: Double

    init(_ location: VehicleLocation, withCharge: Bool) {
        traits = location.traits
        latitude = location.latitude
        longitude = location.longitude
        station = location.station
        percent = withCharge ? location.percent : 0
    }
}
