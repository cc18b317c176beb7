/// Exactly where a vehicle of a kind stands, with its charge if that counts.
struct ExactSpot: Hashable {
    let kind: UInt64
    let latitude: Double
    let longitude: Double
    let station: UInt64
    let percent: Double

    init(_ spot: Spot, withCharge: Bool) {
        kind = spot.kind
        latitude = spot.latitude
        longitude = spot.longitude
        station = spot.station
        percent = withCharge ? spot.percent : 0
    }
}
