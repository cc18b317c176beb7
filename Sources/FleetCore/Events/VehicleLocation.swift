#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where a vehicle of a kind stands, as far as it takes to find it again.
struct Spot {
    let kind: UInt64
    let latitude: Double
    let longitude: Double
    /// The cosine of the latitude.
    let cosine: Double
    /// The station it stands at if it has no position, else 0.
    let station: UInt64
    /// How full it is in percent; below 0 if that is not known.
    let percent: Double

    static let metersPerDegree = 111_195.08

    /// The spot of a vehicle; `nil` if it has neither a position nor a station.
    init?(_ vehicle: KnownVehicle) {
        guard vehicle.position != nil || vehicle.station != 0 else { return nil }
        kind = vehicle.kind
        latitude = vehicle.position?.latitude ?? 0
        longitude = vehicle.position?.longitude ?? 0
        cosine = cos(latitude * .pi / 180)
        station = vehicle.position == nil ? vehicle.station : 0
        percent = vehicle.charge?.seen.percent ?? -1
    }

    /// The distance in metres, right for places near each other.
    func distance(to other: Spot) -> Double {
        var turn = abs(longitude - other.longitude)
        if turn > 180 { turn = 360 - turn }
        let east = turn * cosine * Self.metersPerDegree
        let north = (latitude - other.latitude) * Self.metersPerDegree
        return (east * east + north * north).squareRoot()
    }

    /// What speaks against two spots being of the same vehicle; `nil` if they are too far apart.
    ///
    /// It is the distance in metres, and two metres for each percent point of charge, at most ten:
    /// in a rack the charge tells more than the place.
    func cost(to other: Spot, within radius: Double) -> Double? {
        let distance = distance(to: other)
        guard distance <= radius else { return nil }
        guard percent >= 0, other.percent >= 0 else { return distance }
        return distance + min(10, abs(percent - other.percent) * 2)
    }
}
