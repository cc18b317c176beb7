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
