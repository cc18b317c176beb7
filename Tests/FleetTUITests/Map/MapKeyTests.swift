import FleetCore
import Testing

@testable import FleetTUI

@Suite("Every map action has a key")
struct MapKeyTests {
    @Test("Shift-Tab visits the items of Tab in reverse")
    func back() {
        var map = MapSamples.map(MapSamples.town(2000, spread: 0.1))
        var selections: [MapSelection?] = []
        for _ in 0..<40 {
            map.press(.tab)
            selections.append(map.selection)
        }
        #expect(Set(selections.map(String.init(describing:))).count == 40)
        for selection in selections.dropLast().reversed() {
            map.press(.backTab)
            #expect(map.selection == selection)
        }
    }

    @Test("Tab starts with the item nearest to the middle")
    func middle() {
        let points = [
            MapSamples.point(1, 48.9, 2.2), MapSamples.point(2, 48.86, 2.36),
            MapSamples.point(3, 48.8, 2.5),
        ]
        var map = MapSamples.map(points)
        map.press(.tab)
        #expect(map.selectedRow == 2)
        map.press(.tab)
        #expect(map.selectedRow == 3)
        map.press(.tab)
        #expect(map.selectedRow == 1)
    }

    @Test("Enter opens a vehicle, and zooms into a group until its vehicles are visible")
    func enter() {
        var map = MapSamples.map(
            MapSamples.town(60, spread: 0.0001) + [MapSamples.point(99, 40, 0)])
        #expect(map.press(.enter) == nil)
        while map.selectedRow != nil || map.selection == nil { map.press(.tab) }
        #expect(map.press(.enter) == [])
        let frame = map.frame
        #expect((0..<60).allSatisfy { map.cell(ofRow: $0) != nil })
        #expect(frame.items(map.points.all).count > 1)
        #expect(map.selection != nil)
    }

    @Test("Enter opens all vehicles at one location, one after the other")
    func pile() {
        var map = MapSamples.map(MapSamples.pile(40))
        map.press(.tab)
        #expect(map.selectedRow == nil)
        #expect(map.press(.enter) == [])
        #expect(map.viewport.scale == MapViewport.maxScale)
        let opened = (0..<41).map { _ in map.press(.enter) }
        let rows: [Int64] = Array(0..<40) + [0]
        #expect(opened == rows.map { [.perform(.read(.vehicleAtRow($0)))] })
    }

    @Test("Escape clears the selection, and is ignored without one")
    func escape() {
        var map = MapSamples.map(MapSamples.town(3))
        #expect(map.press(.escape) == nil)
        map.press(.tab)
        #expect(map.selectedRow != nil)
        #expect(map.press(.escape) == [])
        #expect(map.selectedRow == nil)
        #expect(map.cells(of: "◉").isEmpty)
    }

    @Test(
        "arrows and letters move the view by a quarter",
        arguments: [
            (Key.left, "h", -20, 0), (.right, "l", 20, 0), (.up, "k", 0, -6), (.down, "j", 0, 6),
        ])
    func move(key: Key, letter: Character, columns: Int, rows: Int) {
        for key in [key, .character(letter)] {
            var map = MapSamples.map(MapSamples.town(100))
            let before = map.viewport
            #expect(map.press(key) == [])
            #expect(map.viewport.column == before.column + columns)
            #expect(map.viewport.row == before.row + rows)
            #expect(map.viewport.scale == before.scale)
        }
    }

    @Test("plus and minus zoom by a factor of two, around the selection")
    func zoom() throws {
        var map = MapSamples.map(MapSamples.town(100))
        let start = map.viewport.scale
        map.press(.character("+"))
        map.press(.character("="))
        #expect(map.viewport.scale == start * 4)
        map.press(.character("-"))
        map.press(.character("_"))
        #expect(map.viewport.scale == start)
        map.press(.tab)
        map.press(.tab)
        let row = try #require(map.selectedRow)
        let cell = try #require(map.cell(ofRow: row))
        for _ in 0..<5 { map.press(.character("+")) }
        let now = try #require(map.cell(ofRow: row))
        #expect(abs(now.column - cell.column) <= 3 && abs(now.row - cell.row) <= 3)
        map.press(.character("0"))
        #expect(map.viewport.scale == start)
    }

    @Test("other keys are ignored")
    func ignored() {
        var map = MapSamples.map(MapSamples.town(3))
        let keys: [Key] = [
            .character("q"), .character("?"), .control("c"), .function(1), .paste("+"), .end,
            .backspace, .pageUp,
        ]
        for key in keys { #expect(map.press(key) == nil) }
    }
}
