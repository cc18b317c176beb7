import FleetCore
import FleetTestSupport
import Foundation
import Testing

@testable import FleetFeeds

@Suite("The rules of zones at many points are those of shapely")
struct ZoneRulesTests {
    private static let time = 1_700_000_000

    /// A star around a point, whose sides do not cross.
    private func star(_ lon: Double, _ lat: Double, _ size: Double, corners: Int) -> [[Double]] {
        let ring = (0..<corners).map { corner in
            let angle = 2 * Double.pi * Double(corner) / Double(corners)
            let radius = size * Double.random(in: 0.3...1)
            return [lon + radius * cos(angle), lat + radius * sin(angle)]
        }
        return ring + [ring[0]]
    }

    /// A hole in the middle of a star, which is smaller than all of its corners are far.
    private func hole(_ lon: Double, _ lat: Double, _ size: Double) -> [[Double]] {
        star(lon, lat, size * 0.2, corners: 7)
    }

    private func rule(_ speed: Int) -> [String: Any] {
        var rule: [String: Any] = [
            "ride_start_allowed": true, "ride_end_allowed": true, "ride_through_allowed": true,
            "maximum_speed_kph": speed,
        ]
        if Bool.random() {
            rule["vehicle_type_ids"] = Array(
                ["bike", "moped"].shuffled().dropLast(Int.random(in: 0...1)))
        }
        return rule
    }

    /// Zones around a longitude with holes, several polygons and times.
    private func document(around longitude: Double) -> [String: Any] {
        let features = (0..<40).map { number -> [String: Any] in
            let polygons = (0..<Int.random(in: 1...3)).map { part -> [[[Double]]] in
                let lon = longitude + Double.random(in: -2...2) + Double(part) * 8
                let (lat, size) = (Double.random(in: 46...50), Double.random(in: 0.2...3))
                let outline = star(lon, lat, size, corners: Int.random(in: 12...200))
                return Bool.random() ? [outline, hole(lon, lat, size)] : [outline]
            }
            var properties: [String: Any] = [
                "rules": (0..<Int.random(in: 0...3)).map { rule(number * 10 + $0 + 1) }
            ]
            if Bool.random() { properties["start"] = Self.time + [-10, 0, 10].randomElement()! }
            if Bool.random() { properties["end"] = Self.time + [-5, 0, 20].randomElement()! }
            return [
                "type": "Feature", "properties": properties,
                "geometry": ["type": "MultiPolygon", "coordinates": polygons],
            ]
        }
        return [
            "data": [
                "geofencing_zones": ["type": "FeatureCollection", "features": features],
                "global_rules": [rule(1001), rule(1002)].map {
                    $0.merging(["maximum_speed_kph": $0["maximum_speed_kph"] as! Int - 1000]) { $1 }
                },
            ]
        ]
    }

    @Test("with holes, types, times, precedence and the 180th meridian", arguments: [2.0, 179.5])
    func shapely(longitude: Double) async throws {
        let document = document(around: longitude)
        let points = (0..<200).map { _ -> (Double, Double, String?) in
            let lon = longitude + Double.random(in: -5...15)
            return (
                lon > 180 ? lon - 360 : lon, Double.random(in: 44...52),
                ["bike", "moped", "car", nil].randomElement()!
            )
        }
        let input = try JSONSerialization.data(withJSONObject: [
            "document": document, "time": Self.time,
            "points": points.map { [$0.0, $0.1, $0.2 ?? NSNull()] as [Any] },
        ])
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Oracle/zones.py").path
        let expected = try Tool.lines(of: [Tool.python, script], input: Array(input))
        let bytes = try JSONSerialization.data(withJSONObject: document)
        let map = try ZonesDocument().parse(Array(bytes), at: "x").content
        #expect(map.zones.count == 40 && expected.count == 200)
        let index = ZoneIndex(map.zones.map(\.area))
        for ((lon, lat, type), line) in zip(points, expected) {
            let position = try #require(Position(latitude: lat, longitude: lon))
            let rules = map.rules(
                at: position, forType: type, at: Timestamp(seconds: Double(Self.time)))
            let speeds = rules.map { "\(Int($0.rule.maxSpeed ?? -1))" }.joined(separator: " ")
            #expect((speeds.isEmpty ? "none" : speeds) == line, "\(lon) \(lat) \(type ?? "-")")
            #expect(
                index.areas(at: position)
                    == map.zones.indices.filter { map.zones[$0].contains(position) })
        }
    }
}
