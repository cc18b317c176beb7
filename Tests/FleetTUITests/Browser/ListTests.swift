import FleetCore
import FleetService
import Testing

@testable import FleetTUI

@Suite("The list keeps the selection, filter and order")
struct ListTests {
    private func selected(_ driver: BrowserDriver) -> String? {
        driver.screen.first { $0.hasPrefix("▶") }.map { String($0.split(separator: " ")[1]) }
    }

    @Test("the selection follows its vehicle when others are inserted before it")
    func selectionByID() {
        var driver = BrowserDriver.live()
        driver.press(.down, .down, .down)
        #expect(selected(driver) == "V-003")
        let row = driver.screen.firstIndex { $0.hasPrefix("▶") }
        driver.snapshot { vehicles in
            for number in 0..<10 { vehicles.append(Vehicle(id: "A-\(number)")) }
        }
        #expect(selected(driver) == "V-003")
        #expect(driver.screen.firstIndex { $0.hasPrefix("▶") } == row)
    }

    @Test("the columns of a view are in its order, after the ID")
    func chosenColumns() throws {
        let driver = BrowserDriver.live(size: CanvasSize(columns: 120, rows: 24)) { setup in
            setup.columns = [.battery, .id, .state].map { .standard($0) }
            setup.query.isReversed = true
        }
        let header = try #require(driver.screen.first { $0.contains("battery") })
        #expect(header.split(separator: " ").map(String.init) == ["id", "▼", "battery", "state"])
        #expect(driver.screen.contains { $0.contains("▶ V-119") })
    }

    @Test("a property is a column with the values of the vehicles, and sorts the list")
    func propertyColumn() throws {
        var vehicles = Fleets.town(3)
        vehicles[0].properties = CustomProperties([("Shelf", "B2\u{1B}")])
        vehicles[2].properties = CustomProperties([("Shelf", "A1"), ("Lock", "x")])
        let columns = BrowserColumn.columns(ofFields: ["id", "Shelf", "battery", "id", "Shelf"])
        #expect(
            columns == [.standard(.id), .property("Shelf"), .standard(.battery)])
        let driver = BrowserDriver.live(
            vehicles, size: CanvasSize(columns: 100, rows: 24)
        ) { setup in
            setup.columns = columns
        }
        let header = try #require(driver.screen.first { $0.contains("battery") })
        let names = header.split(separator: " ").filter { $0 != "▲" }
        #expect(names.map { $0.lowercased() } == ["id", "shelf", "battery"])
        let rows = driver.screen.filter { $0.contains("V-0") }
        #expect(rows.contains { $0.contains("V-000") && $0.contains("B2") })
        #expect(rows.contains { $0.contains("V-001") && $0.contains(" - ") })
        #expect(rows.contains { $0.contains("V-002") && $0.contains("A1") })
        #expect(!driver.screen.contains { $0.contains("\u{1B}") })
    }

    @Test("another order is no longer reversed")
    func reversed() {
        var driver = BrowserDriver.live { $0.query.isReversed = true }
        driver.type("s")
        #expect(!driver.browser.query.isReversed && driver.browser.query.order != .id)
    }

    @Test("a wide screen has every column of one source, with the texts of the tables")
    func columns() throws {
        let origin = try #require(Position(latitude: 59.9, longitude: 10.7))
        var vehicles = Fleets.town(3)
        for index in vehicles.indices {
            vehicles[index].stationID = "S\(index)"
            vehicles[index].code = "EX-\(index)"
            vehicles[index].name = "Anna \(index)"
            vehicles[index].regionID = "R\(index)"
        }
        vehicles[1].battery = Battery(percent: 15.24, isEstimated: true)
        let driver = BrowserDriver.live(
            vehicles, size: CanvasSize(columns: 220, rows: 24)
        ) { $0.origin = origin }
        let header = try #require(driver.screen.first { $0.contains("battery") })
        let row = try #require(driver.screen.first { $0.contains("V-001") })
        let cells = VehicleCells(nil, origin: origin, now: Fleets.noon)
        for column in VehicleColumn.allCases where column != .source {
            #expect(header.contains(column.rawValue))
            #expect(row.contains(cells.cell(column, of: vehicles[1]).text))
        }
        #expect(row.contains("~15.2%"))
    }

    @Test("a type has its name in the feed, otherwise its form factor, otherwise its ID")
    func typeNames() {
        var vehicles = Fleets.town(3)
        for (index, type) in ["s1", "s2", "s3"].enumerated() { vehicles[index].typeID = type }
        vehicles[2].formFactor = nil
        var driver = BrowserDriver(vehicles, size: CanvasSize(columns: 120, rows: 24))
        driver.typeNames = ["s1": "Red\u{1B} Rocket"]
        driver.snapshot()
        let rows = ["V-000", "V-001", "V-002"].map { id in
            driver.screen.first { $0.contains(id) } ?? ""
        }
        #expect(rows[0].contains("Red") && rows[0].contains("Rocket"))
        #expect(rows[1].contains("standing scooter") && rows[2].contains("s3"))
    }

    @Test(
        "a UUID is whole beside the state and the battery, on screens of 80 columns or more",
        arguments: [(80, "██ red"), (120, "██ red")])
    func longIDs(columns: Int, color: String) {
        var vehicles = Fleets.town(4)
        let id = "012664f6-1a32-7537-097a-5942fdaf4513"
        vehicles[0] = Vehicle(id: id)
        vehicles[0].color = VehicleColor("red")
        vehicles[0].battery = Battery(percent: 48)
        vehicles[0].isReserved = false
        vehicles[0].isDisabled = false
        let driver = BrowserDriver.live(
            vehicles, size: CanvasSize(columns: columns, rows: 24))
        let row = driver.screen.first { $0.contains("012664f6") } ?? ""
        #expect(row.contains(id + "  ● available  " + color))
        #expect(row.contains("██▍       48%"))
        let narrow = BrowserDriver.live(vehicles, size: CanvasSize(columns: 40, rows: 12))
        #expect(narrow.text.contains("012664f6-1a…"))
    }

    @Test("when the selected vehicle disappears, the next one is selected")
    func goneVehicle() {
        var driver = BrowserDriver.live()
        driver.press(.down, .down, .down)
        driver.snapshot { $0.removeAll { $0.id == "V-003" } }
        #expect(selected(driver) == "V-004")
        driver.press(.end)
        driver.snapshot { $0.removeLast(50) }
        #expect(selected(driver) == "V-069")
    }

    @Test(
        "a selection made while a list loads is kept in it, near and far",
        arguments: [Key.down, .pageDown, .end])
    func movedMeanwhile(key: Key) {
        var driver = BrowserDriver.live()
        // Loads all vehicles.
        driver.press(.end, .home)
        driver.readerResponds = false
        driver.snapshot { $0.append(Vehicle(id: "A-1")) }
        driver.press(key)
        let expected = selected(driver)
        driver.answerPending()
        #expect(driver.screen[1] == " 121 of 121 vehicles")
        #expect(expected != "V-000" && selected(driver) == expected)
    }

    @Test("a person who moves far while each list loads still sees every second one")
    func alwaysMoving() {
        var driver = BrowserDriver.live()
        driver.press(.end, .home)
        driver.readerResponds = false
        driver.snapshot { $0.append(Vehicle(id: "A-1")) }
        driver.press(.end)
        driver.answerPendingOnce()
        #expect(driver.screen[1] == " 120 of 120 vehicles")
        driver.press(.home)
        driver.answerPendingOnce()
        #expect(driver.screen[1] == " 121 of 121 vehicles")
    }

    @Test("every vehicle can be reached, by lines, pages and ends")
    func movement() {
        var driver = BrowserDriver.live()
        for _ in 0..<200 { driver.press(.character("j")) }
        #expect(selected(driver) == "V-119")
        driver.press(.home)
        #expect(selected(driver) == "V-000")
        driver.press(.pageDown)
        #expect(selected(driver) == "V-019")
        driver.press(.character("G"), .pageUp)
        #expect(selected(driver) == "V-100")
        driver.press(.character("g"), .control("d"), .control("u"))
        #expect(selected(driver) == "V-000")
    }

    @Test(
        "until the list is loaded, the header shows the total and the list is not called empty")
    func notYetLoaded() {
        var driver = BrowserDriver()
        #expect(driver.screen[1] == " no vehicles yet")
        driver.readerResponds = false
        driver.snapshot()
        #expect(driver.screen[1] == " loading 120 vehicles …")
        driver.send(.readFailed)
        #expect(driver.screen[1] == " loading 120 vehicles …" && !driver.text.contains("None"))
        driver.readerResponds = true
        driver.snapshot()
        #expect(driver.screen[1] == " 120 of 120 vehicles")
    }

    @Test("an empty list keeps its own message until the next list is loaded")
    func outdated() {
        var driver = BrowserDriver.live([])
        driver.readerResponds = false
        driver.snapshot { $0 = Fleets.town(120) }
        #expect(
            driver.text.contains("The feed has no vehicles right now.")
                && !driver.text.contains("None"))
        driver.answerPending()
        #expect(driver.screen[1] == " 120 of 120 vehicles")
    }

    @Test("a search filters with each letter, Esc cancels it, Enter keeps it")
    func search() {
        var driver = BrowserDriver.live()
        driver.type("/v-01")
        #expect(driver.screen[1].hasPrefix(" 10 of 120 vehicles"))
        driver.press(.backspace)
        #expect(driver.screen[1].hasPrefix(" 100 of 120 vehicles"))
        driver.press(.escape)
        #expect(driver.screen[1] == " 120 of 120 vehicles")
        driver.type("/v-01")
        driver.press(.enter, .down)
        #expect(selected(driver) == "V-011")
        driver.press(.escape)
        #expect(selected(driver) == "V-011" || selected(driver) == "V-000")
        #expect(driver.screen[1] == " 120 of 120 vehicles")
    }

    @Test("pasted text is searched for without its control characters")
    func paste() {
        var driver = BrowserDriver.live()
        driver.type("/")
        driver.press(.paste("V-007\u{1B}[2J\n"))
        #expect(driver.browser.query.filter.search == "V-007[2J")
    }

    @Test("line breaks and tabs of a paste become spaces, and are trimmed at its ends")
    func pastedLines() {
        var driver = BrowserDriver.live()
        driver.type("/")
        driver.press(.paste("\n\tcall\r\nthe depot\tnow\n\nor\rlater\r\n\t"))
        #expect(driver.browser.query.filter.search == "call the depot now  or later")
        driver.press(.paste("\nthen\n"))
        #expect(driver.browser.query.filter.search == "call the depot now  or later then")
        driver.press(.control("u"), .paste("\r\n"))
        #expect(driver.screen[23].contains(" / "))
    }

    @Test("the age of a report is shown, however old, and for the future, too")
    func reported() {
        var vehicles = Fleets.town(4)
        vehicles[0].lastReported = Fleets.noon - .seconds(100 * 86_400)
        vehicles[1].lastReported = Timestamp(milliseconds: 0)
        vehicles[2].lastReported = Fleets.noon + .seconds(600)
        let driver = BrowserDriver.live(vehicles, size: CanvasSize(columns: 120, rows: 24))
        for text in [" 3 mo ago", " 56 y ago", " in 10 min", " 2 min ago"] {
            #expect(driver.screen.count { $0.contains(text) } == 1, "\(text)")
        }
    }

    @Test("s sorts by the next column, c clears the filter")
    func sortAndClear() {
        var driver = BrowserDriver.live()
        driver.press(.character("G"), .character("s"))
        #expect(driver.browser.query.order == .battery)
        #expect(driver.text.contains("by battery"))
        let lowest = driver.vehicles.min {
            ($0.battery?.percent ?? 101) < ($1.battery?.percent ?? 101)
        }
        #expect(driver.screen[3].hasPrefix("▶ \(lowest?.id ?? "") "), "the top of the new order")
        for _ in 0..<3 { driver.press(.character("s")) }
        #expect(driver.browser.query.order == .id)
        driver.press(.character("f"), .enter, .escape)
        #expect(driver.screen[1].contains("▼ color"))
        driver.press(.character("c"))
        #expect(driver.screen[1] == " 120 of 120 vehicles")
        #expect(driver.effects.contains(.write(.save(.all))))
    }

    @Test("a click on the name of a column sorts by it and shows the top")
    func clickOnName() throws {
        var driver = BrowserDriver.live(size: CanvasSize(columns: 120, rows: 24)) {
            $0.origin = Position(latitude: 59.91, longitude: 10.75)
        }
        for (name, field) in [
            ("battery", "battery"), ("distance", "distance"), ("reported", "last report"),
            ("range", "range"), ("id", "id"),
        ] {
            driver.press(.character("G"))
            let columns = Array(driver.screen[2])
            let column = try #require(
                columns.indices.first { String(columns[$0...]).hasPrefix(name) })
            driver.mouse(.press, column, 2)
            #expect(driver.browser.query.order.name == field)
            #expect(driver.screen[2].contains(name + " ▲") || driver.screen[2].contains(name))
            #expect(driver.screen[3].hasPrefix("▶"), "sorted by \(name)")
        }
        let columns = Array(driver.screen[2])
        let column = try #require(
            columns.indices.first { String(columns[$0...]).hasPrefix("color") })
        driver.mouse(.press, column, 2)
        #expect(driver.text.contains("the list cannot be sorted by color"))
        #expect(driver.browser.query.order == .id)
        driver.mouse(.press, 0, 2)
        #expect(driver.browser.query.order == .id)
    }

    @Test("columns without content are left out")
    func knownColumns() {
        let bare = (0..<3).map { Vehicle(id: "B\($0)") }
        #expect(BrowserDriver.live(bare).screen[2] == "  id ▲    state")
    }

    @Test("a late result of an older request is dropped")
    func late() {
        var driver = BrowserDriver.live()
        driver.readerResponds = false
        driver.type("/v-11")
        driver.answerPending()
        #expect(driver.screen[1].hasPrefix(" 10 of 120 vehicles"))
        #expect(driver.screen[3].contains("V-110"))
    }

    @Test("snapshots that come faster than lists load do not keep the list from being shown")
    func fastSnapshots() {
        var driver = BrowserDriver.live()
        driver.readerResponds = false
        driver.clearEffects()
        for _ in 0..<5 { driver.snapshot { $0.append(Vehicle(id: "W-\($0.count)")) } }
        let lists = driver.effects.filter { if case .read(.list) = $0 { true } else { false } }
        #expect(lists.count == 1)
        driver.answerPending()
        #expect(driver.screen[1] == " 125 of 125 vehicles")
    }

    @Test("a failed read is requested again with the next state")
    func readFailed() {
        var driver = BrowserDriver.live()
        driver.readerResponds = false
        driver.snapshot { $0.append(Vehicle(id: "W-1")) }
        driver.send(.readFailed)
        driver.readerResponds = true
        #expect(driver.screen[1] == " 120 of 120 vehicles")
        driver.publish(.live(driver.info, nextAt: driver.now))
        #expect(driver.screen[1] == " 121 of 121 vehicles")
    }

    @Test("the list is read in windows as it scrolls")
    func windows() {
        var driver = BrowserDriver.live(Fleets.town(5000))
        driver.clearEffects()
        driver.press(.character("G"))
        #expect(driver.screen[22].contains("V-999"))
        let read = driver.effects.compactMap { effect -> Range<Int>? in
            if case .read(.window(let range, _)) = effect { range } else { nil }
        }
        #expect(read == [4830..<5000])
    }
}
