import FleetCore
import Testing

@testable import FleetTUI

@Suite("The view fits, zooms and moves")
struct MapViewportTests {
    private static let sizes = [(80, 24), (40, 12), (200, 60), (8, 4), (13, 5)]

    @Test("a fitted view contains all vehicles and leaves the last row free", arguments: sizes)
    func fit(columns: Int, rows: Int) {
        for seed in 0..<60 as Range<UInt64> {
            let points =
                seed % 3 == 0
                ? MapSamples.world(Int(seed) + 1, seed: seed)
                : MapSamples.town(
                    Int(seed), spread: [1e-7, 0.01, 1, 20][Int(seed % 4)], seed: seed)
            let map = MapSamples.map(points, columns, rows)
            for point in points {
                let cell = map.viewport.cell(of: point.location)
                #expect(cell != nil)
                #expect(rows < 8 || cell.map { (1..<rows - 1).contains($0.row) } ?? false)
            }
        }
    }

    @Test("vehicles at a single location are shown at a width of 500 m", arguments: [1, 7])
    func single(count: Int) {
        let map = MapSamples.map(MapSamples.pile(count))
        #expect(abs(map.viewport.metersPerDot * map.viewport.dotsWide - 500) < 0.1)
        let cell = map.cell(ofRow: 0)
        #expect(cell.map { abs($0.column - 40) <= 1 && abs($0.row - 12) <= 1 } ?? false)
    }

    @Test("zooming keeps the location under the pointer, to half a cell")
    func zoom() {
        var generator = SeededGenerator(seed: 3)
        var map = MapSamples.map(MapSamples.town(50))
        for _ in 0..<500 {
            let (column, row) = (
                Int.random(in: 20..<60, using: &generator),
                Int.random(in: 6..<18, using: &generator)
            )
            let pointer = MapViewport.Point(column: Double(column) + 0.5, row: Double(row) + 0.5)
            let location = map.viewport.location(at: pointer)
            map.use(Bool.random(using: &generator) ? .wheelUp : .wheelDown, column, row)
            guard map.viewport.scale > 1000 else { continue }
            let point = map.viewport.point(of: location)
            #expect(abs(point.column - pointer.column) < 0.501)
            #expect(abs(point.row - pointer.row) < 0.501)
        }
    }

    @Test("dragging keeps the location under the pointer exactly")
    func drag() {
        var generator = SeededGenerator(seed: 4)
        var map = MapSamples.map(MapSamples.town(50))
        var pointer = (column: 30, row: 9)
        map.use(.press, pointer.column, pointer.row)
        let location = map.viewport.location(at: .init(column: 30.5, row: 9.5))
        for _ in 0..<100 {
            pointer = (
                Int.random(in: -5..<90, using: &generator),
                Int.random(in: -5..<30, using: &generator)
            )
            map.use(.drag, pointer.column, pointer.row)
            let point = map.viewport.point(of: location)
            #expect(abs(point.column - Double(pointer.column) - 0.5) < 1e-6)
            #expect(abs(point.row - Double(pointer.row) - 0.5) < 1e-6)
        }
    }

    @Test("the world is never smaller than the view, nor a dot smaller than a quarter of a meter")
    func limits() {
        var map = MapSamples.map(MapSamples.town(5))
        for _ in 0..<60 { map.press(.character("-")) }
        let whole = MapSamples.map(MapSamples.world(500, seed: 1))
        #expect(map.viewport.scale == 83)
        #expect(abs(whole.viewport.scale - 83) < 1)
        for _ in 0..<60 { map.press(.character("+")) }
        #expect(abs(MercatorPoint.equatorMeters / map.viewport.scale - 0.25) < 1e-9)
    }

    @Test("resizing keeps the middle")
    func resize() {
        var map = MapSamples.map(MapSamples.town(5))
        map.press(.right)
        let middle = map.viewport.location(at: map.viewport.middle)
        for (columns, rows) in Self.sizes {
            map.resize(CanvasSize(columns: columns, rows: rows))
            let point = map.viewport.point(of: middle)
            #expect(abs(point.column - Double(columns) / 2) <= 3)
            #expect(abs(point.row - Double(rows) / 2) <= 3)
        }
    }
}
