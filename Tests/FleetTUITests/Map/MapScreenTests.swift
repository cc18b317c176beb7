import FleetCore
import Testing

@testable import FleetTUI

@Suite("The map keeps its view and selection when vehicles come and go")
struct MapScreenTests {
    @Test("the view fits new vehicles unless the user moved it")
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

    @Test("size and vehicles may be set in either order")
    func order() {
        var map = MapScreen()
        map.show(MapSamples.town(50), withoutPosition: 0)
        map.resize(CanvasSize(columns: 80, rows: 24))
        #expect(map.canvas == MapSamples.map(MapSamples.town(50)).canvas)
    }

    @Test("a selected vehicle stays selected by its row until it is gone")
    func vehicle() {
        let points = MapSamples.town(50)
        var map = MapSamples.map(points)
        map.center(on: 7)
        map.show(points.reversed(), withoutPosition: 0)
        #expect(map.selectedRow == 7)
        #expect(map.cells(of: "◉").count == 1)
        map.show(points.filter { $0.row != 7 }, withoutPosition: 0)
        #expect(map.selectedRow == nil)
    }

    @Test("a selected group stays selected, even if the vehicle that identifies it is gone")
    func group() throws {
        let pile = MapSamples.pile(60)
        var map = MapSamples.map(pile)
        map.press(.tab)
        let identifying = try #require(map.selectedPoint.map { map.points.all[$0].row })
        map.show(pile.filter { $0.row != identifying }, withoutPosition: 0)
        #expect(map.selectedItem(in: map.frame) == .cluster(0))
        map.show(Array(pile.prefix(5)), withoutPosition: 0)
        #expect(map.selectedRow != nil || map.selection == nil)
    }

    @Test("when a selected group dissolves, one of its vehicles is selected")
    func apart() {
        var map = MapSamples.map(MapSamples.town(30, spread: 0.001) + [MapSamples.point(99, 40, 0)])
        while map.selectedRow != nil || map.selection == nil { map.press(.tab) }
        for _ in 0..<14 { map.press(.character("+")) }
        #expect(map.selectedRow != nil)
    }

    @Test("centering on a vehicle shows it in the middle, at a width of 500 m or less")
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
        #expect(map.selectedRow == 3)
    }

    @Test("the map can be centered on a vehicle that has not loaded yet")
    func early() {
        var map = MapScreen()
        map.center(on: 9)
        map.resize(CanvasSize(columns: 80, rows: 24))
        map.show([], withoutPosition: 0)
        #expect(map.selectedRow == 9)
        map.show(MapSamples.town(50), withoutPosition: 0)
        var other = MapSamples.map(MapSamples.town(50))
        other.center(on: 9)
        #expect(map.canvas == other.canvas)
        // Once found, the vehicle no longer moves the view.
        let viewport = map.viewport
        map.show(MapSamples.town(50, seed: 2), withoutPosition: 0)
        #expect(map.viewport == viewport)
    }

    @Test("the summary counts vehicles in view and without a location")
    func summary() {
        var map = MapSamples.map(MapSamples.town(1300), withoutPosition: 12)
        #expect(map.summary == "1,300 of 1,300 vehicles in view · 12 without a location")
        map.press(.character("-"))
        for _ in 0..<3 { map.press(.right) }
        #expect(map.summary == "0 of 1,300 vehicles in view · 12 without a location")
        #expect(MapSamples.map(MapSamples.town(1)).summary == "1 of 1 vehicle in view")
    }

    @Test(
        "an empty map shows a message",
        arguments: [
            (0, "No vehicles to show"), (1, "1 vehicle, without a location"),
            (1234, "1,234 vehicles, none with a location"),
        ])
    func empty(withoutPosition: Int, message: String) {
        let map = MapSamples.map([], 41, 5, withoutPosition: withoutPosition)
        let indent = String(repeating: " ", count: (41 - message.count) / 2)
        #expect(map.canvas.lines == ["", "", indent + message, "", ""])
        #expect(map.summary == message)
    }
}
