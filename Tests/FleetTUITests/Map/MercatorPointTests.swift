import FleetCore
import Testing

@testable import FleetTUI

@Suite("Positions are projected to EPSG:3857")
struct MercatorPointTests {
    /// EPSG:3857 coordinates in meters, from Greenwich and from the equator.
    private func meters(_ position: Position) -> (east: Double, north: Double) {
        let point = MapPoint(row: 0, position: position, color: .text)
        return (
            (point.x - 0.5) * MercatorPoint.equatorMeters,
            (0.5 - point.y) * MercatorPoint.equatorMeters
        )
    }

    // The second one is the example in EPSG Guidance Note 7-2, 24°22'54.433"N 100°20'00"W.
    @Test(
        "known positions have their published coordinates",
        arguments: [
            (48.8566, 2.3522, 261_845.71, 6_250_564.35),
            (24.381787, -100.333333, -11_169_055.58, 2_800_000.00),
            (40.7128, -74.006, -8_238_310.24, 4_970_071.58),
            (-33.8688, 151.2093, 16_832_542.27, -4_011_198.74),
            (0, 0, 0, 0),
        ])
    func known(latitude: Double, longitude: Double, east: Double, north: Double) throws {
        let found = meters(try #require(Position(latitude: latitude, longitude: longitude)))
        #expect(abs(found.east - east) < 0.1)
        #expect(abs(found.north - north) < 0.1)
    }

    @Test("the world is a square with the poles at its edges")
    func edges() {
        let corner = MapSamples.point(0, 90, -180)
        #expect(corner.x == 0)
        #expect((0..<1e-9).contains(corner.y))
        let other = MapSamples.point(0, -90, 180)
        #expect(other.x == 1)
        #expect((1 - 1e-9...1).contains(other.y))
        #expect(MapSamples.point(0, 85.051129, 0).y == MapSamples.point(0, 89, 0).y)
    }

    @Test(
        "the scale factor matches distances along a parallel",
        arguments: [-80.0, -33.9, 0, 48.9, 70])
    func scaleFactor(latitude: Double) throws {
        let west = try #require(Position(latitude: latitude, longitude: 10))
        let east = try #require(Position(latitude: latitude, longitude: 10.001))
        let measured = west.distance(to: east)
        let computed = MercatorPoint.equatorMeters / 360_000 * MercatorPoint(west).scaleFactor
        #expect(abs(computed / measured - 1) < 0.002)
    }
}
