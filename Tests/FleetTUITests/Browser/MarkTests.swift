import FleetCore
import Testing

@testable import FleetTUI

@Suite("Marked vehicles are what actions are about")
struct MarkTests {
    private func marked(_ driver: BrowserDriver) -> [String] {
        driver.screen.compactMap { row in
            let start = row.index(row.startIndex, offsetBy: 1)
            guard row[start] == "+" else { return nil }
            return String(row[row.index(after: start)...].prefix { $0 != " " })
        }
    }

    private func writes(_ driver: BrowserDriver) -> [Effect.Write] {
        driver.effects.compactMap { if case .write(let write) = $0 { write } else { nil } }
    }

    @Test("space marks and moves down, the status line counts, and Escape clears")
    func space() {
        var driver = BrowserDriver.live()
        driver.type("  ")
        #expect(marked(driver) == ["V-000", "V-001"])
        #expect(driver.screen[1].contains("+ 2 marked"))
        driver.press(.up)
        driver.type(" ")
        #expect(marked(driver) == ["V-000"])
        driver.press(.escape)
        #expect(marked(driver) == [] && !driver.screen[1].contains("marked"))
    }

    @Test("V marks from its row to the cursor, also where no vehicles are in memory")
    func range() {
        var driver = BrowserDriver.live()
        driver.press(.down, .character("V"), .down, .down)
        #expect(marked(driver) == ["V-001", "V-002", "V-003"])
        driver.press(.character("V"), .down)
        #expect(marked(driver) == ["V-001", "V-002", "V-003"])
        #expect(driver.screen[1].contains("+ 3 marked"))
        driver.press(.character("V"), .character("G"), .escape)
        #expect(driver.screen[1].contains("+ 119 marked"))
    }

    @Test("a range keeps its start when vehicles are inserted before it")
    func follows() {
        var driver = BrowserDriver.live()
        driver.press(.down, .character("V"), .down)
        driver.snapshot { $0.append(Vehicle(id: "A-1")) }
        driver.press(.character("V"))
        #expect(driver.browser.marks.ids == ["V-001", "V-002"])
    }

    @Test("marks stay when the filter hides their vehicles")
    func filter() {
        var driver = BrowserDriver.live()
        driver.type(" /V-1")
        driver.press(.enter)
        #expect(marked(driver) == [] && driver.screen[1].contains("+ 1 marked"))
        driver.type("cg")
        #expect(marked(driver) == ["V-000"])
    }

    @Test("favorites, notes and tasks are those of all marked vehicles, or of the selected one")
    func actions() {
        var driver = BrowserDriver.live()
        driver.type("*  *")
        #expect(
            writes(driver) == [
                .toggleFavorites(ids: ["V-000"]), .toggleFavorites(ids: ["V-000", "V-001"]),
            ])
        driver.clearEffects()
        driver.type("a")
        #expect(driver.screen[23].hasPrefix(" note about 2 vehicles: "))
        driver.type("flat")
        driver.press(.enter)
        driver.type(":task wash")
        driver.press(.enter)
        let subjects = ["V-000", "V-001"].map { NoteSubject.vehicle(id: $0) }
        #expect(
            writes(driver) == [
                .addNotes(NewNotes(text: "flat", about: subjects)),
                .addNotes(NewNotes(text: "wash", about: subjects, isTask: true)),
            ])
        driver.type("u")
        #expect(writes(driver).last == .undo)
    }

    @Test("an action ends the range first")
    func endsRange() {
        var driver = BrowserDriver.live()
        driver.type("Vj*")
        #expect(writes(driver) == [.toggleFavorites(ids: ["V-000", "V-001"])])
    }

    @Test("labels and exports ask for the name of the file")
    func files() {
        var driver = BrowserDriver.live()
        driver.type("  p")
        #expect(driver.screen[23].hasPrefix(":labels labels.pdf"))
        driver.press(.enter)
        driver.type("w")
        #expect(driver.screen[23].hasPrefix(":export vehicles.csv"))
        driver.press(.escape)
        driver.type(":export! a.json")
        driver.press(.enter)
        let ids = ["V-000", "V-001"]
        #expect(
            writes(driver) == [
                .output(VehicleOutput(kind: .labels(path: "labels.pdf"), ids: ids)),
                .output(VehicleOutput(kind: .export(path: "a.json"), ids: ids, replaces: true)),
            ])
    }

    @Test(
        "o opens links of the web only",
        arguments: [
            ("https://a.example/v?x=1", true), ("HTTP://a.example", true),
            ("javascript:alert(1)", false), ("https://a.example/\u{7}", false), ("-x", false),
        ])
    func link(_ link: String, isOpened: Bool) {
        var vehicles = Fleets.town(2)
        vehicles[0].rentalURIs = RentalURIs(web: link, android: nil, ios: nil)
        var driver = BrowserDriver.live(vehicles)
        driver.type("o")
        #expect(driver.effects.contains(.open(link: link)) == isOpened)
        #expect(driver.text.contains("has no link to a web page") != isOpened)
    }

    @Test("R reverses the order, and the arrow of the column follows")
    func reverse() {
        var driver = BrowserDriver.live()
        #expect(driver.screen[2].contains("id ▲"))
        driver.type("R")
        #expect(driver.screen[2].contains("id ▼") && driver.browser.query.isReversed)
        driver.type(":sort reported")
        driver.press(.enter)
        // The latest report is the first.
        #expect(driver.screen[2].contains("reported ▼"))
    }
}
