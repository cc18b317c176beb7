import FleetCore
import Testing

@testable import FleetTUI

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("The scale bar matches real distances")
struct ScaleBarTests {
    private static let views: [(latitude: Double, scale: Double, columns: Int)] =
        [-80, -45, 0.01, 48.8566, 75].flatMap { latitude in
            [2000, 54_321, 1_234_567, 20_000_000, 160_000_000].flatMap { scale in
                [40, 60, 80, 200].map { (latitude, scale, $0) }
            }
        }

    private func viewport(_ latitude: Double, _ scale: Double, _ columns: Int) -> MapViewport {
        var viewport = MapViewport()
        viewport.resize(CanvasSize(columns: columns, rows: columns / 4))
        let location = MercatorPoint(Position(latitude: latitude, longitude: 0)!)
        viewport.show(location, scale: scale)
        return viewport
    }

    @Test("its length matches its label to within half a cell", arguments: views)
    func length(latitude: Double, scale: Double, columns: Int) throws {
        let viewport = viewport(latitude, scale, columns)
        let bar = try #require(ScaleBar(viewport))
        let middle = viewport.location(at: viewport.middle)
        // The inverse of the projection, computed independently: the Gudermannian function.
        let north = atan(sinh(.pi * (1 - 2 * middle.y))) * 180 / .pi
        let degreesPerCell = 720 / viewport.scale
        func end(_ cells: Double) throws -> Position {
            try #require(Position(latitude: north, longitude: cells * degreesPerCell))
        }
        // A long bar does not follow a great circle, so a single cell is measured.
        let cell = try end(0).distance(to: end(1))
        #expect(abs(Double(bar.cells) * cell - bar.meters) <= cell * 0.5 + bar.meters * 0.006)
    }

    @Test("it is the longest round distance that fits a quarter of the view", arguments: views)
    func quarter(latitude: Double, scale: Double, columns: Int) throws {
        let bar = try #require(ScaleBar(viewport(latitude, scale, columns)))
        #expect(bar.cells <= columns / 4)
        #expect(bar.cells >= columns / 10)
        #expect(columns < 60 || bar.cells >= 6)
        let digits = bar.length.filter { $0.isNumber && $0 != "0" }
        #expect(["1", "2", "5"].contains(digits))
    }

    @Test(
        "distances below a kilometer are in meters",
        arguments: [
            (0, 1, 80, "├───────────────┤ 20,000 km"), (0, 2000, 80, "├──────────┤ 500 km"),
            (48.8566, 54_321, 80, "├────────┤ 10 km"),
            (48.8566, 20_000_000, 80, "├─────────────────┤ 50 m"),
            (-80, 1e12, 80, "├──────────┤ 1 m"), (-80, 1e12, 40, "├────┤ 0.5 m"),
        ])
    func text(latitude: Double, scale: Double, columns: Int, text: String) throws {
        #expect(try #require(ScaleBar(viewport(latitude, scale, columns))).text == text)
    }

    @Test("a view that is too small has no bar", arguments: [0, 1, 7])
    func room(columns: Int) {
        var viewport = MapViewport()
        viewport.resize(CanvasSize(columns: columns, rows: 4))
        #expect(ScaleBar(viewport) == nil)
    }
}
