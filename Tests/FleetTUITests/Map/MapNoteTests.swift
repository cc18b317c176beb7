import FleetCore
import Testing

@testable import FleetTUI

@Suite("The map shows notes as markers")
struct MapNoteTests {
    /// Notes of V-000 and V-001 at one position, of V-002 without a location, and of V-060.
    private static func notes(at shared: Position?) -> [Note] {
        let vehicles = Fleets.town(120)
        func note(_ number: Int64, _ vehicle: Int, _ position: Position?) -> Note {
            Note(
                number: number, vehicleID: vehicles[vehicle].id, text: "text \(number)\nmore",
                createdAt: Fleets.noon - .seconds(600 / Int(number)), position: position)
        }
        return [
            note(1, 0, shared), note(2, 1, shared), note(3, 2, nil),
            note(4, 60, vehicles[60].position),
        ]
    }

    private func live(
        _ count: Int = 65, size: CanvasSize = CanvasSize(columns: 80, rows: 24)
    ) -> BrowserDriver {
        var driver = BrowserDriver(Fleets.town(count), size: size)
        driver.notes = Self.notes(at: Position(latitude: 59.93, longitude: 10.75))
        driver.snapshot()
        driver.press(.character("m"))
        return driver
    }

    /// Presses Tab until a text is on the screen.
    private func tab(_ driver: inout BrowserDriver, to text: String) throws {
        for _ in 0..<200 where !driver.text.contains(text) { driver.press(.tab) }
        try #require(driver.text.contains(text))
    }

    /// Clicks on the marker of two notes.
    private func click(_ driver: inout BrowserDriver) throws {
        let row = try #require(driver.screen.firstIndex { $0.contains("✎2") })
        let column = try #require(
            driver.browser.canvas.row(row).firstIndex { $0.character == "✎" })
        driver.mouse(.press, column % driver.browser.canvas.size.columns, row)
    }

    @Test("the map counts the notes of one cell", arguments: ScreenTests.sizes)
    func screen(_ size: (Int, Int)) throws {
        var driver = live(120, size: CanvasSize(columns: size.0, rows: size.1))
        try click(&driver)
        try expectScreen("map-notes-\(size.0)x\(size.1)", driver)
    }

    @Test("Tab reaches a note and shows its vehicle, age and first line; Enter opens it")
    func keys() throws {
        var driver = live()
        try tab(&driver, to: "✎ V-060 · 2 min ago · text 4")
        driver.press(.enter)
        #expect(driver.screen[2].contains(" Notes · 4 "))
        #expect(driver.screen[3].contains("▶ V-060"))
        driver.press(.escape)
        #expect(driver.text.contains("✎ V-060 · 2 min ago · text 4"))
    }

    @Test("a click selects the notes of a cell, a second click opens the newest")
    func clicking() throws {
        var driver = live()
        let row = try #require(driver.screen.firstIndex { $0.contains("✎2") })
        let column = try #require(
            (0..<80).first { driver.browser.canvas[$0, row].character == "✎" })
        driver.mouse(.press, column + 1, row)
        #expect(driver.text.contains("✎ 2 notes here · V-001 · 5 min ago · text 2"))
        driver.mouse(.press, column, row)
        #expect(driver.screen[5].contains("▶ V-001"))
    }

    @Test("N hides and shows notes; a hidden note is not selected")
    func hiding() throws {
        var driver = live()
        try tab(&driver, to: "✎ V-060")
        driver.press(.character("N"))
        #expect(!driver.text.contains("✎"))
        driver.press(.character("N"))
        #expect(driver.text.contains("✎2") && !driver.text.contains("✎ V-060"))
    }

    @Test("m on the notes screen shows the selected note on the map, if its position is known")
    func fromNotes() {
        var driver = live()
        driver.press(.character("m"), .character("n"), .character("m"))
        #expect(driver.text.contains("✎ V-060 · 2 min ago · text 4"))
        #expect(driver.screen[12].contains("✎") || driver.screen[11].contains("✎"))
        driver.press(.character("n"), .down, .character("m"))
        #expect(driver.screen[22].contains("note 3 has no location"))
    }

    @Test("a removed note disappears from the map together with its selection")
    func removed() throws {
        var driver = live()
        try tab(&driver, to: "✎ V-060")
        driver.notes?.removeAll { $0.number == 4 }
        driver.snapshot()
        #expect(!driver.text.contains("V-060"))
    }

    private static func scattered(_ number: Int) -> NoteSummary {
        let north = Double(number * 31 % 97) / 2000
        let east = Double(number * 57 % 89) / 1000
        return NoteSummary(
            number: Int64(number), vehicleID: "V", beginning: "x", createdAt: Fleets.noon,
            position: Position(latitude: 59.9 + north, longitude: 10.7 + east))
    }

    @Test("markers do not overlap, and each note is in exactly one", arguments: [2, 40, 400])
    func markers(_ count: Int) {
        var map = MapScreen()
        map.resize(CanvasSize(columns: 40, rows: 10))
        map.show(
            Fleets.town(50).map {
                MapPoint(row: 0, position: $0.position!, color: nil, state: .unknown)
            }, withoutPosition: 0)
        let heads = (0..<count).map { Self.scattered($0) }
        map.show(heads)
        let markers = map.notes.markers(in: map.viewport)
        #expect(markers.flatMap(\.numbers).sorted() == heads.map(\.number))
        for (marker, next) in zip(markers, markers.dropFirst()) where marker.row == next.row {
            #expect(marker.cells.endColumn <= next.column)
        }
    }
}
