import FleetCore

/// Geofencing zone of the simulated fleet: a rectangle around a part of Paris.
///
/// As operators do, the smaller zone comes before the ones that it overlaps.
enum SimulatedZone: CaseIterable {
    case center
    case rightBank
    case leftBank

    /// The zones of the fleet; nobody may park in the center, or ride fast there.
    static let map = ZoneMap(zones: allCases.compactMap(\.zone))

    private var rules: [ZoneRule] {
        guard self == .center else { return [ZoneRule()] }
        var rule = ZoneRule()
        (rule.allowsEnd, rule.maxSpeed) = (false, 10)
        return [rule]
    }

    private var name: String {
        switch self {
        case .center: "Center"
        case .rightBank: "Right Bank"
        case .leftBank: "Left Bank"
        }
    }

    /// Western, southern, eastern and northern limit, in metres from the center of Paris.
    private var limits: (west: Double, south: Double, east: Double, north: Double) {
        switch self {
        case .center: (-1_500, -1_000, 1_500, 1_000)
        case .rightBank: (-4_000, 0, 4_000, 5_000)
        case .leftBank: (-4_000, -4_000, 4_000, 0)
        }
    }

    /// `nil` for one without an area, which there is not.
    private var zone: Zone? {
        let (west, south, east, north) = limits
        let ring = [(west, south), (east, south), (east, north), (west, north)]
            .map { SimulatedPosition(east: $0.0, north: $0.1) }
        let points = ring.compactMap(\.coordinate).compactMap {
            ZonePolygon.Point(longitude: $0.longitude, latitude: $0.latitude)
        }
        return ZoneArea([ZonePolygon(rings: [points])].compactMap(\.self)).map {
            var zone = Zone(name: name, area: $0)
            zone.rules = rules
            return zone
        }
    }
}
