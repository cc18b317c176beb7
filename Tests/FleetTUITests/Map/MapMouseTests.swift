import FleetCore
import Testing

@testable import FleetTUI

@Suite("The mouse selects, opens, moves and zooms")
struct MapMouseTests {
    @Test("a click on a vehicle selects it, a second click opens it")
    func vehicle() throws {
        let points = (0..<8).map { MapSamples.point($0, 48 + Double($0 % 3), 2 + Double($0)) }
        var map = MapSamples.map(points)
        for row in 0..<8 as Range<Int64> {
            let cell = try #require(map.cell(ofRow: row))
            #expect(map.use(.press, cell.column, cell.row) == [])
            #expect(map.selectedRow == row)
            #expect(map.use(.release, cell.column, cell.row) == [])
            #expect(map.use(.press, cell.column, cell.row) == [.perform(.read(.vehicleAtRow(row)))])
        }
    }

    @Test("of several vehicles in one cell, a click opens the selected one")
    func oneCell() throws {
        var map = MapSamples.map(MapSamples.pile(3))
        map.press(.tab)
        map.press(.tab)
        let row = try #require(map.selectedRow)
        let cell = try #require(map.cell(ofRow: row))
        #expect(map.use(.press, cell.column, cell.row) == [.perform(.read(.vehicleAtRow(row)))])
    }

    @Test("a click on a count selects it, a second click zooms in")
    func cluster() throws {
        var map = MapSamples.map(MapSamples.town(3000))
        let label = try #require(map.frame.clusters.first?.label)
        let scale = map.viewport.scale
        map.use(.press, label.column, label.row)
        #expect(map.selectedItem(in: map.frame) == .cluster(0))
        #expect(map.selectedRow == nil)
        #expect(map.viewport.scale == scale)
        #expect(map.use(.press, label.column + 1, label.row) == [])
        #expect(map.viewport.scale >= 1.5 * scale)
    }

    @Test("a press on empty map starts a drag and keeps the selection")
    func nothing() {
        var map = MapSamples.map(MapSamples.town(3))
        map.center(on: 1)
        #expect(map.use(.press, 0, 5) == [])
        #expect(map.selectedRow == 1)
        let before = map.viewport
        #expect(map.use(.drag, 0, 5) == [])
        #expect(map.viewport == before)
        map.use(.drag, 3, 4)
        #expect(map.viewport.column == before.column - 3)
        #expect(map.viewport.row == before.row + 1)
        #expect(map.use(.release, 3, 4) == [])
        #expect(map.use(.drag, 9, 9) == nil)
    }

    @Test("mouse events outside the map are ignored")
    func outside() {
        var map = MapSamples.map(MapSamples.town(3), 40, 12)
        let before = map.viewport
        for kind in [Mouse.Kind.press, .drag, .release, .wheelUp, .wheelDown] {
            for (column, row) in [(2, 9), (45, 9), (9, 2), (9, 15)] {
                let key = Key.mouse(Mouse(kind, column: column, row: row))
                #expect(map.handle(key, at: (5, 3)) == nil)
            }
        }
        #expect(map.viewport == before)
    }

    @Test("mouse positions are relative to the map's origin on the screen")
    func origin() throws {
        var map = MapSamples.map(MapSamples.town(3))
        let cell = try #require(map.cell(ofRow: 2))
        let key = Key.mouse(Mouse(.press, column: cell.column + 7, row: cell.row + 2))
        #expect(map.handle(key, at: (7, 2)) == [])
        #expect(map.selectedRow == 2)
    }

    @Test("two wheel steps zoom like one key press")
    func wheel() {
        var map = MapSamples.map(MapSamples.town(3))
        let scale = map.viewport.scale
        map.use(.wheelUp, 10, 10)
        map.use(.wheelUp, 10, 10)
        #expect(abs(map.viewport.scale / scale - 2) < 1e-9)
        map.use(.wheelDown, 10, 10)
        map.use(.wheelDown, 10, 10)
        #expect(abs(map.viewport.scale / scale - 1) < 1e-9)
    }
}
