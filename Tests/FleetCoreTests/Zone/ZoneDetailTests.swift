import Foundation
import Testing

@testable import FleetCore

@Suite("Zones have the detail of the map that shows them")
struct ZoneDetailTests {
    private typealias Ring = [(Double, Double)]

    private func area(_ polygons: [[Ring]]) throws -> ZoneArea {
        let polygons = try polygons.map { rings in
            let rings = try rings.map { ring in
                try ring.map {
                    try #require(ZonePolygon.Point(longitude: $0.0, latitude: $0.1))
                }
            }
            return try #require(ZonePolygon(rings: rings))
        }
        return try #require(ZoneArea(polygons))
    }

    /// A star with as many corners, whose radii wander.
    private func star(
        _ longitude: Double, _ latitude: Double, size: Double, corners: Int
    ) -> Ring {
        var radius = size
        return (0..<corners).map { corner in
            radius = min(max(radius * Double.random(in: 0.97...1.03), size * 0.5), size * 2)
            let angle = 2 * .pi * Double(corner) / Double(corners)
            return (longitude + radius * cos(angle), latitude + radius * sin(angle))
        }
    }

    private func coordinates(_ polygons: [ZonePolygon]) -> [[[[Double]]]] {
        polygons.map { $0.rings.map { $0.map { [$0.longitude, $0.latitude] } } }
    }

    private func box(
        _ west: Double, _ south: Double, _ east: Double, _ north: Double
    ) -> ZoneArea.Box {
        ZoneArea.Box(latitudes: south...north, longitudes: west...east)
    }

    @Test("outlines are off by the tolerance at most, as shapely measures")
    func shapely() throws {
        var pairs: [[String: Any]] = []
        for _ in 0..<20 {
            let (size, latitude) = (Double.random(in: 0.01...2), Double.random(in: -60...60))
            let narrow = size * 1e-4
            let area = try area([
                [
                    star(10, latitude, size: size, corners: .random(in: 3...5000)),
                    star(10, latitude, size: size / 8, corners: 30),
                ],
                [
                    [
                        (14, latitude), (14 + size, latitude + size),
                        (14 + size, latitude + size + narrow), (14, latitude + narrow),
                    ]
                ],
            ])
            let tolerance = size * [0.3, 0.01, 0.001].randomElement()!
            let view = Bool.random() ? nil : box(9.5, latitude - 0.1, 10.2, latitude + size)
            let shown = area.polygons(ZoneDetail(tolerance: tolerance, box: view))
            #expect(shown.count == (view == nil ? 2 : 1))
            let isGone = shown.count(where: { $0.rings.contains { $0.count < 4 } })
            #expect(isGone == 0)
            var pair: [String: Any] = [
                "full": coordinates(view == nil ? area.polygons : [area.polygons[0]]),
                "shown": coordinates(shown), "tolerance": tolerance,
            ]
            pair["box"] =
                view.map {
                    [
                        $0.longitudes.lowerBound, $0.latitudes.lowerBound,
                        $0.longitudes.upperBound, $0.latitudes.upperBound,
                    ]
                } ?? NSNull()
            pairs.append(pair)
        }
        let input = try JSONSerialization.data(withJSONObject: pairs)
        let distances = try Oracle.python("outlines.py", [], input: Array(input))
        #expect(distances.count == 20)
        for (distance, pair) in zip(distances, pairs) {
            #expect(try #require(Double(distance)) <= 1.01, "\(pair["tolerance"] ?? "")")
        }
    }

    @Test("a position in view is inside as it was, unless it is near the outline")
    func inside() throws {
        let area = try area([[star(10, 50, size: 1, corners: 3000)]])
        let view = box(10.2, 50.1, 10.6, 50.9)
        let detail = ZoneDetail(tolerance: 1e-4, box: view)
        let shown = try #require(ZoneArea(area.polygons(detail)))
        var differences = 0
        for _ in 0..<2000 {
            let position = try #require(
                Position(
                    latitude: .random(in: view.latitudes),
                    longitude: .random(in: view.longitudes)))
            if area.contains(position) != shown.contains(position) { differences += 1 }
        }
        // The band around the outline is a thousandth of the view.
        #expect(differences < 20)
    }

    @Test(
        "a zone has few points out of view and of a coarse map, and none of one that is too coarse")
    func size() throws {
        let circle = (0..<100_000).map { corner in
            let angle = 2 * .pi * Double(corner) / 100_000
            return (10 + cos(angle), 50 + sin(angle))
        }
        let area = try area([[circle]])
        func count(_ detail: ZoneDetail) -> Int {
            area.polygons(detail).flatMap(\.rings).reduce(0) { $0 + $1.count }
        }
        #expect(count(.full) == 100_000)
        #expect(count(ZoneDetail(tolerance: 0, box: box(10.9, 49.9, 11.1, 50.1))) < 10_000)
        #expect((12...200).contains(count(ZoneDetail(tolerance: 0.01))))
        #expect(count(ZoneDetail(tolerance: 3)) == 0)
        #expect(count(ZoneDetail(tolerance: 0.01, box: box(20, 50, 21, 51))) == 0)
    }

    @Test("a zone across the 180th meridian is on both sides of the map")
    func antimeridian() throws {
        let area = try area([[[(170, -20), (190, -20), (190, -10), (170, -10)]]])
        func longitudes(_ west: Double, _ east: Double) -> [ClosedRange<Double>] {
            let view = box(west, -30, east, 0)
            return area.polygons(ZoneDetail(tolerance: 0.01, box: view)).map(\.box.longitudes)
        }
        #expect(longitudes(175, 180) == [170...190])
        #expect(longitudes(-180, -170) == [-190 ... -170])
        #expect(longitudes(-180, 180) == [170...190, -190 ... -170])
        #expect(longitudes(0, 90) == [])
    }

    @Test("the strictest restriction that holds for a type is that of the zone")
    func restriction() throws {
        func rule(_ change: (inout ZoneRule) -> Void) -> ZoneRule {
            var rule = ZoneRule()
            change(&rule)
            return rule
        }
        var zone = Zone(name: "z", area: try area([[[(0, 0), (1, 0), (1, 1)]]]))
        #expect(zone.restriction == .none)
        let slow = rule { $0.maxSpeed = 10 }
        let noParking = rule { ($0.typeIDs, $0.allowsEnd) = (["a"], false) }
        zone.rules = [noParking, slow]
        #expect(zone.restriction == .noParking)
        // The second rule never holds.
        zone.rules = [slow, noParking]
        #expect(zone.restriction == .slow)
    }

    @Test("GeoJSON has the rules with the members of GBFS, and escapes names")
    func geoJSON() throws {
        var zone = Zone(
            name: "A \"b\" \u{202E}\u{1B}", area: try area([[[(2, 48), (3, 48), (3, 49)]]]))
        var rule = ZoneRule()
        (rule.allowsEnd, rule.maxSpeed, rule.typeIDs) = (false, 7.5, ["x"])
        (zone.rules, zone.start) = ([rule], Timestamp(seconds: 1_800_000_000))
        let text = String(
            decoding: ZoneMap(zones: [zone], globalRules: [rule]).geoJSON(), as: UTF8.self)
        let rules = """
            [{"vehicle_type_ids":["x"],"ride_end_allowed":false,"maximum_speed_kph":7.5,\
            "text":"no parking, at most 7.5 km/h"}]
            """
        #expect(
            text == """
                {"type":"FeatureCollection","global_rules":\(rules),"features":[
                {"type":"Feature","properties":{"name":"A \\"b\\" \\u202e\\u001b",\
                "restriction":"no_parking","start":"2027-01-15T08:00:00Z","rules":\(rules)},\
                "geometry":{"type":"MultiPolygon","coordinates":[[[[2,48],[3,48],[3,49],[2,48]]]]}}
                ]}

                """)
        #expect(
            String(decoding: ZoneMap().geoJSON(), as: UTF8.self)
                == "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n")
    }
}
