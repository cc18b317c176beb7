import FleetCore
import Testing

@testable import FleetTUI

@Suite("Positions become places of EPSG:3857")
struct WorldPlaceTests {
    /// Meters of EPSG:3857 from the equator and from Greenwich.
    private func meters(_ position: Position) -> (east: Double, north: Double) {
        let point = MapPoint(row: 0, position: position, ink: .text)
        return (
            (point.x - 0.5) * WorldPlace.equatorMeters, (0.5 - point.y) * WorldPlace.equatorMeters
        )
    }

    // The second one is the example of the EPSG Guidance Note 7-2, 24°22'54.433"N 100°20'00"W.
    @Test(
        "well-known places have their well-known coordinates",
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

    @Test("the world is a square, and the poles are at its edges")
    func edges() {
        let corner = MapSamples.point(0, 90, -180)
        #expect(corner.x == 0)
        #expect((0..<1e-9).contains(corner.y))
        let other = MapSamples.point(0, -90, 180)
        #expect(other.x == 1)
        #expect((1 - 1e-9...1).contains(other.y))
        #expect(MapSamples.point(0, 85.051129, 0).y == MapSamples.point(0, 89, 0).y)
    }

    @Test("a parallel is as short as a walk along it", arguments: [-80.0, -33.9, 0, 48.9, 70])
    func shrinkage(latitude: Double) throws {
        let west = try #require(Position(latitude: latitude, longitude: 10))
        let east = try #require(Position(latitude: latitude, longitude: 10.001))
        let walked = west.distance(to: east)
        let told = WorldPlace.equatorMeters / 360_000 * WorldPlace(west).shrinkage
        #expect(abs(told / walked - 1) < 0.002)
    }
}
