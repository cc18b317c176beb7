import FleetCore
import Testing

@testable import FleetTUI

@Suite("A map keeps what a person did when vehicles come and go")
struct MapScreenTests {
    @Test("new vehicles come into view unless the map was moved")
    func fit() {
        let (near, far) = (MapSamples.town(50), MapSamples.town(50, spread: 3))
        var map = MapSamples.map(near)
        map.show(far, withoutPosition: 0)
        #expect(map.summary == "50 of 50 vehicles in view")
        map.press(.character("+"))
        let moved = map.viewport
        map.show(near, withoutPosition: 0)
        #expect(map.viewport == moved)
        map.press(.home)
        map.show(far, withoutPosition: 0)
        #expect(map.summary == "50 of 50 vehicles in view")
    }

    @Test("the order of size and vehicles does not matter")
    func order() {
        var map = MapScreen()
        map.show(MapSamples.town(50), withoutPosition: 0)
        map.resize(CanvasSize(columns: 80, rows: 24))
        #expect(map.canvas == MapSamples.map(MapSamples.town(50)).canvas)
    }

    @Test("a chosen vehicle stays chosen by its row, and is given up when it is gone")
    func vehicle() {
        let points = MapSamples.town(50)
        var map = MapSamples.map(points)
        map.center(on: 7)
        map.show(points.reversed(), withoutPosition: 0)
        #expect(map.chosenRow == 7)
        #expect(map.cells(of: "◉").count == 1)
        map.show(points.filter { $0.row != 7 }, withoutPosition: 0)
        #expect(map.chosenRow == nil)
    }

    @Test("a chosen group stays chosen, even if the vehicle it is known by is gone")
    func group() throws {
        let pile = MapSamples.pile(60)
        var map = MapSamples.map(pile)
        map.press(.tab)
        let known = try #require(map.chosenPoint.map { map.points.all[$0].row })
        map.show(pile.filter { $0.row != known }, withoutPosition: 0)
        #expect(map.chosenThing(in: map.frame) == .cluster(0))
        map.show(Array(pile.prefix(5)), withoutPosition: 0)
        #expect(map.chosenRow != nil || map.choice == nil)
    }

    @Test("a group that falls apart leaves one of its vehicles chosen")
    func apart() {
        var map = MapSamples.map(MapSamples.town(30, spread: 0.001) + [MapSamples.point(99, 40, 0)])
        while map.chosenRow != nil || map.choice == nil { map.press(.tab) }
        for _ in 0..<14 { map.press(.character("+")) }
        #expect(map.chosenRow != nil)
    }

    @Test("a vehicle that is asked for is in the middle, at 500 m or less")
    func center() throws {
        var map = MapSamples.map(MapSamples.town(50))
        map.center(on: 9)
        #expect(map.viewport.metersPerDot * 160 < 501)
        let cell = try #require(map.cell(ofRow: 9))
        #expect(abs(cell.column - 40) <= 1 && abs(cell.row - 12) <= 1)
        for _ in 0..<3 { map.press(.character("+")) }
        let scale = map.viewport.scale
        map.center(on: 3)
        #expect(map.viewport.scale == scale)
        #expect(map.chosenRow == 3)
    }

    @Test("a vehicle can be asked for before it is there")
    func early() {
        var map = MapScreen()
        map.center(on: 9)
        map.resize(CanvasSize(columns: 80, rows: 24))
        map.show([], withoutPosition: 0)
        #expect(map.chosenRow == 9)
        map.show(MapSamples.town(50), withoutPosition: 0)
        var other = MapSamples.map(MapSamples.town(50))
        other.center(on: 9)
        #expect(map.canvas == other.canvas)
        // Once it was found, it does not draw the view after it any more.
        let viewport = map.viewport
        map.show(MapSamples.town(50, seed: 2), withoutPosition: 0)
        #expect(map.viewport == viewport)
    }

    @Test("the summary counts what is in view, and what cannot be")
    func summary() {
        var map = MapSamples.map(MapSamples.town(1300), withoutPosition: 12)
        #expect(map.summary == "1,300 of 1,300 vehicles in view · 12 without a position")
        map.press(.character("-"))
        for _ in 0..<3 { map.press(.right) }
        #expect(map.summary == "0 of 1,300 vehicles in view · 12 without a position")
        #expect(MapSamples.map(MapSamples.town(1)).summary == "1 of 1 vehicle in view")
    }

    @Test(
        "an empty map says so",
        arguments: [
            (0, "No vehicles to show"), (1, "1 vehicle, without a position"),
            (1234, "1,234 vehicles, none with a position"),
        ])
    func empty(withoutPosition: Int, words: String) {
        let map = MapSamples.map([], 41, 5, withoutPosition: withoutPosition)
        let indent = String(repeating: " ", count: (41 - words.count) / 2)
        #expect(map.canvas.lines == ["", "", indent + words, "", ""])
        #expect(map.summary == words)
    }
}
