import FleetCore
import Testing

@testable import FleetTUI

@Suite("All of the map can be done with the mouse")
struct MapMouseTests {
    @Test("a press on a vehicle chooses it, a second one opens it")
    func vehicle() throws {
        let points = (0..<8).map { MapSamples.point($0, 48 + Double($0 % 3), 2 + Double($0)) }
        var map = MapSamples.map(points)
        for row in 0..<8 as Range<Int64> {
            let cell = try #require(map.cell(ofRow: row))
            #expect(map.use(.press, cell.column, cell.row) == .handled)
            #expect(map.chosenRow == row)
            #expect(map.use(.release, cell.column, cell.row) == .handled)
            #expect(map.use(.press, cell.column, cell.row) == .open(row: row))
        }
    }

    @Test("of vehicles in one cell, the one that is chosen is opened")
    func oneCell() throws {
        var map = MapSamples.map(MapSamples.pile(3))
        map.press(.tab)
        map.press(.tab)
        let row = try #require(map.chosenRow)
        let cell = try #require(map.cell(ofRow: row))
        #expect(map.use(.press, cell.column, cell.row) == .open(row: row))
    }

    @Test("a press on a count chooses it, a second one zooms in")
    func cluster() throws {
        var map = MapSamples.map(MapSamples.town(3000))
        let label = try #require(map.frame.clusters.first?.label)
        let scale = map.viewport.scale
        map.use(.press, label.column, label.row)
        #expect(map.chosenThing(in: map.frame) == .cluster(0))
        #expect(map.chosenRow == nil)
        #expect(map.viewport.scale == scale)
        #expect(map.use(.press, label.column + 1, label.row) == .handled)
        #expect(map.viewport.scale >= 1.5 * scale)
    }

    @Test("a press on nothing takes hold of the map, and leaves the choice")
    func nothing() {
        var map = MapSamples.map(MapSamples.town(3))
        map.center(on: 1)
        #expect(map.use(.press, 0, 5) == .handled)
        #expect(map.chosenRow == 1)
        let before = map.viewport
        #expect(map.use(.drag, 0, 5) == .handled)
        #expect(map.viewport == before)
        map.use(.drag, 3, 4)
        #expect(map.viewport.column == before.column - 3)
        #expect(map.viewport.row == before.row + 1)
        #expect(map.use(.release, 3, 4) == .handled)
        #expect(map.use(.drag, 9, 9) == .ignored)
    }

    @Test("what is done beside the map is ignored")
    func outside() {
        var map = MapSamples.map(MapSamples.town(3), 40, 12)
        let before = map.viewport
        for kind in [Mouse.Kind.press, .drag, .release, .wheelUp, .wheelDown] {
            for (column, row) in [(2, 9), (45, 9), (9, 2), (9, 15)] {
                let key = Key.mouse(Mouse(kind, column: column, row: row))
                #expect(map.handle(key, origin: (5, 3)) == .ignored)
            }
        }
        #expect(map.viewport == before)
    }

    @Test("the mouse goes by where the map is on the screen")
    func origin() throws {
        var map = MapSamples.map(MapSamples.town(3))
        let cell = try #require(map.cell(ofRow: 2))
        let key = Key.mouse(Mouse(.press, column: cell.column + 7, row: cell.row + 2))
        #expect(map.handle(key, origin: (7, 2)) == .handled)
        #expect(map.chosenRow == 2)
    }

    @Test("two steps of the wheel are as much as a key")
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
