import FleetCore
import Testing

@testable import FleetTUI

@Suite("No input breaks the map")
struct MapPropertyTests {
    private static let keys: [Key] =
        [.tab, .backTab, .enter, .escape, .home, .up, .down, .left, .right, .end]
        + "hjkl+=-_0qx".map(Key.character)

    private func key(_ generator: inout SeededGenerator) -> Key {
        guard Int.random(in: 0..<3, using: &generator) == 0 else {
            return Self.keys.randomElement(using: &generator)!
        }
        let kinds = [Mouse.Kind.press, .drag, .release, .wheelUp, .wheelDown]
        return .mouse(
            Mouse(
                kinds.randomElement(using: &generator)!,
                column: Int.random(in: -3..<90, using: &generator),
                row: Int.random(in: -3..<30, using: &generator)))
    }

    private func size(_ generator: inout SeededGenerator) -> CanvasSize {
        let maxSide = [1, 2, 8, 30, 90].randomElement(using: &generator)!
        return CanvasSize(
            columns: Int.random(in: 0...maxSide, using: &generator),
            rows: Int.random(in: 0...maxSide / 2 + 1, using: &generator))
    }

    private func points(_ generator: inout SeededGenerator, seed: UInt64) -> [MapPoint] {
        let count = [0, 1, 2, 30, 700].randomElement(using: &generator)!
        return switch Int.random(in: 0..<4, using: &generator) {
        case 0: MapSamples.world(count, seed: seed)
        case 1: MapSamples.pile(count)
        case 2: MapSamples.town(count, spread: 1e-5, seed: seed)
        default: MapSamples.town(count, spread: 5, seed: seed)
        }
    }

    @Test("after random keys, sizes and vehicles the map can still be drawn", arguments: 0..<40)
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var map = MapScreen()
        for _ in 0..<60 {
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: map.resize(size(&generator))
            case 1: map.show(points(&generator, seed: generator.next()), withoutPosition: 3)
            case 2: map.center(on: Int64.random(in: 0..<40, using: &generator))
            default:
                let outcome = map.press(key(&generator))
                if case .perform(.read(.vehicleAtRow(let row))) = outcome?.first {
                    #expect(map.points.index(row: row) != nil)
                }
            }
            check(map)
        }
    }

    private func check(_ map: MapScreen) {
        let canvas = map.canvas
        #expect(canvas.size == map.viewport.size)
        let selected = (0..<canvas.size.rows).reduce(0) { count, row in
            count + canvas.row(row).count { $0.character == "◉" }
        }
        #expect(selected <= 1)
        #expect(!map.summary.isEmpty)
        let viewport = map.viewport
        #expect(viewport.scale >= 1 && viewport.scale <= MapViewport.maxScale)
        let middle = viewport.location(at: viewport.middle)
        #expect((-1...2).contains(middle.x) && (-1...2).contains(middle.y))
    }

    @Test(
        "tiny maps accept all keys and can be drawn",
        arguments: [(0, 0), (1, 1), (1, 9), (9, 1), (2, 2), (3, 3), (7, 3), (8, 4)])
    func tiny(columns: Int, rows: Int) {
        for points in [[], MapSamples.pile(1), MapSamples.pile(99), MapSamples.town(500)] {
            var map = MapSamples.map(points, columns, rows, withoutPosition: 1)
            for key in Self.keys {
                map.press(key)
                check(map)
            }
            #expect(map.canvas.lines.count == rows)
        }
    }

    @Test("vehicles on both sides of the antimeridian appear at opposite edges of the world")
    func antimeridian() throws {
        let map = MapSamples.map([
            MapSamples.point(1, 52, 179.99), MapSamples.point(2, 52, -179.99),
        ])
        let (east, west) = (try #require(map.cell(ofRow: 1)), try #require(map.cell(ofRow: 2)))
        #expect(west.column < 25 && east.column > 55)
        #expect(west.row == east.row)
    }
}
