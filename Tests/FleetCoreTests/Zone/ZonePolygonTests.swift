import Foundation
import Testing

@testable import FleetCore

@Suite("Polygons of zones (RFC 7946)")
struct ZonePolygonTests {
    private func ring(_ points: [(Double, Double)]) throws -> [ZonePolygon.Point] {
        try points.map { try #require(ZonePolygon.Point(longitude: $0.0, latitude: $0.1)) }
    }

    private func rectangle(
        _ west: Double, _ south: Double, _ east: Double, _ north: Double
    ) throws -> [ZonePolygon.Point] {
        try ring([(west, south), (east, south), (east, north), (west, north), (west, south)])
    }

    /// Whether the polygon contains a point, as an index says, too.
    private func contains(
        _ polygon: ZonePolygon?, _ longitude: Double, _ latitude: Double
    ) throws -> Bool {
        let polygon = try #require(polygon)
        let position = try #require(Position(latitude: latitude, longitude: longitude))
        let index = ZoneIndex([try #require(ZoneArea([polygon]))])
        #expect(index.contains(position) == polygon.contains(position))
        return polygon.contains(position)
    }

    @Test("a hole is outside, whatever the direction of the rings, closed or not")
    func holes() throws {
        let (outline, hole) = (try rectangle(0, 0, 10, 10), try rectangle(4, 4, 6, 6))
        let variants: [[[ZonePolygon.Point]]] = [
            [outline, hole], [outline.reversed(), hole], [outline, hole.reversed()],
            [Array(outline.dropLast()), Array(hole.dropLast())],
        ]
        for rings in variants {
            let polygon = ZonePolygon(rings: rings)
            #expect(try contains(polygon, 1, 1) && contains(polygon, 9, 5))
            #expect(try !contains(polygon, 5, 5) && !contains(polygon, 11, 5))
            #expect(try !contains(polygon, 5, 10.1) && !contains(polygon, 5, -0.1))
        }
    }

    @Test("a polygon that was not cut at the 180th meridian is found on both sides of it")
    func antimeridian() throws {
        for (west, east) in [(170.0, 190.0), (-190, -170)] {
            let polygon = ZonePolygon(rings: [try rectangle(west, -20, east, -10)])
            #expect(try contains(polygon, 179, -15) && contains(polygon, -179, -15))
            #expect(try !contains(polygon, 169, -15) && !contains(polygon, -169, -15))
            #expect(try !contains(polygon, 0, -15))
        }
    }

    @Test("the whole world with a hole is not a zone of no width")
    func world() throws {
        let rings = [try rectangle(-180, -90, 180, 90), try rectangle(2, 48, 3, 49)]
        let polygon = ZonePolygon(rings: rings)
        #expect(try contains(polygon, -100, 20) && contains(polygon, 100, -80))
        #expect(try !contains(polygon, 2.5, 48.5))
    }

    @Test("lines and points have no area, and points off the map are refused")
    func degenerate() throws {
        #expect(ZonePolygon(rings: []) == nil)
        #expect(ZonePolygon(rings: [[]]) == nil)
        #expect(ZonePolygon(rings: [try ring([(1, 1)])]) == nil)
        #expect(ZonePolygon(rings: [try ring([(1, 1), (5, 1), (3, 1)])]) == nil)
        #expect(ZonePolygon(rings: [try ring([(1, 1), (1, 5), (1, 3)])]) == nil)
        for (longitude, latitude) in [(0.0, 90.1), (541, 0), (.nan, 0), (0, .infinity)] {
            #expect(ZonePolygon.Point(longitude: longitude, latitude: latitude) == nil)
        }
    }

    /// The corners of a star around (2, 48), and whether a point is nearer to its center than the
    /// side in its direction: an oracle in polar coordinates.
    private struct Star {
        let corners: [(angle: Double, radius: Double)]

        init(corners: Int, _ random: inout SystemRandomNumberGenerator) {
            self.corners = (0..<corners).map {
                (2 * .pi * Double($0) / Double(corners), .random(in: 0.2...1, using: &random))
            }
        }

        static func point(_ angle: Double, _ radius: Double) -> (Double, Double) {
            (2 + radius * cos(angle), 48 + radius * sin(angle))
        }

        func contains(_ angle: Double, _ radius: Double) -> Bool {
            let step = 2 * .pi / Double(corners.count)
            let index = min(Int(angle / step), corners.count - 1)
            let (first, second) = (corners[index], corners[(index + 1) % corners.count])
            // The side between two corners, as the radius in each direction (sine rule).
            let (left, right) = (angle - first.angle, first.angle + step - angle)
            let side =
                first.radius * second.radius * sin(step)
                / (first.radius * sin(left) + second.radius * sin(right))
            return radius < side
        }
    }

    @Test("points of random stars are inside as polar coordinates say", arguments: [7, 50, 5000])
    func stars(corners: Int) throws {
        var random = SystemRandomNumberGenerator()
        let star = Star(corners: corners, &random)
        let polygon = ZonePolygon(
            rings: [try ring(star.corners.map { Star.point($0.angle, $0.radius) })])
        for _ in 0..<500 {
            let angle = Double.random(in: 0..<(2 * .pi), using: &random)
            let radius = Double.random(in: 0..<1.1, using: &random)
            let (longitude, latitude) = Star.point(angle, radius)
            #expect(
                try contains(polygon, longitude, latitude) == star.contains(angle, radius),
                "\(star.corners) \(angle) \(radius)")
        }
    }
}

@Suite("Zones and their rules")
struct ZoneTests {
    private func makeZone(_ name: String, _ west: Double, _ east: Double) throws -> Zone {
        let ring = [(west, 48.0), (east, 48), (east, 49), (west, 49)]
        let points = ring.compactMap { ZonePolygon.Point(longitude: $0.0, latitude: $0.1) }
        let polygon = try #require(ZonePolygon(rings: [points]))
        return Zone(name: name, area: try #require(ZoneArea([polygon])))
    }

    private func position(_ longitude: Double) throws -> Position {
        try #require(Position(latitude: 48.5, longitude: longitude))
    }

    @Test("of the zones that contain a position, an index finds all, in their order")
    func index() throws {
        let areas = try [makeZone("small", 2, 3), makeZone("large", 1, 5)].map(\.area)
        let index = ZoneIndex(areas)
        for (longitude, numbers) in [(2.5, [0, 1]), (4, [1]), (6, [])] {
            #expect(try index.areas(at: position(longitude)) == numbers)
            #expect(try index.first(at: position(longitude)) == numbers.first)
        }
        #expect(ZoneIndex([]).areas(at: try position(2)) == [])
    }

    @Test("a zone applies from its start until its end")
    func period() throws {
        var zone = try makeZone("night", 2, 3)
        let time = Timestamp(seconds: 1000)
        #expect(zone.applies(at: time))
        (zone.start, zone.end) = (time, time + .seconds(10))
        #expect(zone.applies(at: time) && zone.applies(at: time + .seconds(9)))
        #expect(!zone.applies(at: time - .seconds(1)) && !zone.applies(at: time + .seconds(10)))
    }

    @Test("the first rule for the type in the first zone that applies holds, then the others")
    func precedence() throws {
        func rule(_ speed: Double, _ types: String...) -> ZoneRule {
            var rule = ZoneRule()
            (rule.maxSpeed, rule.typeIDs) = (speed, types)
            return rule
        }
        let time = Timestamp(seconds: 1000)
        var (small, large) = (try makeZone("small", 2, 3), try makeZone("large", 1, 5))
        small.rules = [rule(1, "bike"), rule(2)]
        large.rules = [rule(3, "car"), rule(4)]
        var closed = try makeZone("closed", 1, 5)
        (closed.end, closed.rules) = (time, [rule(9)])
        let map = ZoneMap(zones: [closed, small, large], globalRules: [rule(5, "car"), rule(6)])
        func speeds(_ longitude: Double, _ type: String?) throws -> [Double?] {
            try map.rules(at: position(longitude), forType: type, at: time).map(\.rule.maxSpeed)
        }
        #expect(try speeds(2.5, "bike") == [1, 2, 4, 6])
        #expect(try speeds(2.5, "car") == [2, 3, 4, 5, 6])
        #expect(try speeds(2.5, nil) == [2, 4, 6])
        #expect(try speeds(4, "bike") == [4, 6])
        #expect(try speeds(7, "car") == [5, 6])
        #expect(try map.rules(at: position(7), forType: nil, at: time).map(\.zone) == [nil])
    }

    @Test("the stored form has the same polygons, also beyond the 180th meridian")
    func bytes() throws {
        func ring(_ points: (Double, Double)...) throws -> [ZonePolygon.Point] {
            try points.map { try #require(ZonePolygon.Point(longitude: $0.0, latitude: $0.1)) }
        }
        let polygons = [
            ZonePolygon(rings: [
                try ring((170, -20), (190, -20), (190, -10), (170, -10)),
                try ring((175, -16.1234567), (176, -16), (175.5, -15)),
            ]),
            ZonePolygon(rings: [try ring((-540, -90), (540, -90), (0, 90))]),
        ].compactMap(\.self)
        let area = try #require(ZoneArea(polygons))
        #expect(area.polygons == polygons)
        #expect(area.box.longitudes == -540...540 && area.box.latitudes == -90...90)
        #expect(ZoneArea([]) == nil)
    }

    @Test("damaged bytes have no polygons", arguments: 0..<40)
    func damagedBytes(length: Int) throws {
        let area = try makeZone("a", 2, 3).area
        let damaged = ZoneArea(bytes: Array(area.bytes.prefix(length)), box: area.box)
        #expect(length >= area.bytes.count || damaged.polygons.isEmpty)
        let random = (0..<length).map { _ in UInt8.random(in: 0...255) }
        _ = ZoneArea(bytes: random, box: area.box).polygons
    }
}
