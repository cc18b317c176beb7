import FleetCore
import QRCode
import Testing

@testable import FleetTUI

@Suite("Sheets work with the keys and with the mouse")
struct SheetTests {
    @Test("selected colors are saved, and have counts")
    func colors() throws {
        var driver = BrowserDriver.live()
        driver.press(.character("f"))
        #expect(driver.text.contains("[ ] ██ red"))
        let before = driver.browser.listModel.count
        driver.press(.character(" "))
        #expect(driver.text.contains("[x]"))
        #expect(driver.browser.listModel.count < before)
        let colors = driver.browser.query.filter.color
        #expect(
            driver.effects.last { if case .write(.save) = $0 { true } else { false } }
                == .write(.save(colors)))
        let counted = driver.vehicles.count { colors.matches($0.color) }
        #expect(driver.browser.listModel.count == counted)
        driver.press(.down, .down, .character(" "))
        #expect(driver.screen[1].contains("▼ color blue, blue-red"))
        #expect(driver.effects.contains(.write(.save(driver.browser.query.filter.color))))
        driver.press(.character(" "), .up, .up, .character(" "))
        #expect(driver.browser.query.filter.color == .all)
    }

    @Test("the count of each choice is the number of vehicles that match it alone")
    func counts() {
        let driver = BrowserDriver.live()
        let sections = FilterSection.all(
            facets: driver.browser.listModel.facets, of: nil, filter: Filter())
        for choice in sections.flatMap(\.choices) {
            guard let count = choice.count else { continue }
            var filter = Filter()
            choice.criterion.toggle(in: &filter)
            #expect(driver.vehicles.count { filter.matches($0) } == count, "\(choice.label)")
        }
    }

    @Test("a click outside or a long drag closes the filter; a short drag does not")
    func closing() {
        var driver = BrowserDriver.live()
        driver.press(.character("f"))
        driver.mouse(.press, 10, 5)
        driver.mouse(.release, 10, 5)
        #expect(driver.browser.router.current == .list)
        #expect(driver.screen[3].hasPrefix("▶ V-000"), "the click selects nothing")
        driver.press(.character("f"))
        let edge = driver.screen.firstIndex { $0.contains("━━━") }!
        driver.mouse(.press, 30, edge)
        driver.mouse(.drag, 30, edge + 2)
        #expect(driver.screen.firstIndex { $0.contains("━━━") } == edge + 2)
        driver.mouse(.release, 30, edge + 2)
        for _ in 0..<3 { driver.wait(Browser.frame) }
        #expect(driver.screen.firstIndex { $0.contains("━━━") } == edge)
        driver.mouse(.press, 30, edge)
        driver.mouse(.drag, 30, edge + 7)
        driver.mouse(.release, 30, edge + 7)
        #expect(driver.browser.router.current == .list)
    }

    @Test("the filter can be dragged to the last row, wherever its cursor is")
    func dragFar() throws {
        var driver = BrowserDriver.live()
        driver.press(.character("f"), .tab, .down, .down, .down)
        let edge = try #require(driver.screen.firstIndex { $0.contains("━━━") })
        driver.mouse(.press, 30, edge)
        for row in edge...23 {
            driver.mouse(.drag, 30, row)
            #expect(!driver.screen[..<row].contains { $0.contains("━━━") })
        }
        driver.mouse(.release, 30, 23)
        #expect(driver.browser.router.current == .list && driver.screen[3].hasPrefix("▶ V-000"))
    }

    @Test("a click on a choice selects it")
    func click() throws {
        var driver = BrowserDriver.live()
        driver.press(.character("f"))
        let row = try #require(driver.screen.lastIndex { $0.contains("reserved") })
        let line = Array(driver.screen[row])
        let column = try #require(
            line.indices.first { String(line[$0...]).hasPrefix("reserved") })
        driver.mouse(.press, column, row)
        #expect(driver.browser.query.filter.states == [.reserved])
        #expect(driver.screen[row].contains("[x] reserved"))
        let count = driver.vehicles.count { $0.state == .reserved }
        #expect(driver.screen[1] == " \(count) of 120 vehicles  ▼ state reserved")
    }

    @Test("a click selects a vehicle, a second one opens it, one outside closes it")
    func vehicleByMouse() {
        var driver = BrowserDriver.live(size: CanvasSize(columns: 120, rows: 40))
        driver.mouse(.press, 5, 8)
        #expect(driver.screen[8].hasPrefix("▶ V-005"))
        driver.mouse(.press, 5, 8)
        #expect(driver.text.contains("╭─ V-005 "))
        driver.mouse(.press, 5, 20)
        #expect(driver.browser.router.current == .list)
    }

    @Test("changes of the open vehicle are shown at once and marked")
    func liveDetail() {
        var driver = BrowserDriver.live()
        driver.press(.enter)
        #expect(driver.text.contains("battery        0%"))
        driver.snapshot { $0[0].battery = Battery(percent: 42) }
        #expect(driver.text.contains("battery        42% ←"))
        driver.wait(.seconds(5))
        driver.snapshot()
        #expect(driver.text.contains("42%") && !driver.text.contains("42% ←"))
        driver.snapshot { $0.removeFirst() }
        #expect(driver.text.contains(" missing; last known data ") && driver.text.contains("42%"))
    }

    @Test("a favorite that has left the feed is shown as it was last seen, and * toggles it")
    func goneVehicle() {
        var driver = BrowserDriver { $0.route = .vehicle("X-1") }
        driver.favorites = ["X-1"]
        driver.snapshot()
        var vehicle = Vehicle(id: "X-1")
        vehicle.battery = Battery(percent: 37)
        var detail = VehicleDetail(
            source: "town", feed: FeedDescription(format: "GBFS 3.0"),
            fetchedAt: Timestamp(seconds: 0), isStale: false, rotation: .no, vehicle: vehicle)
        detail.lastSeen = Timestamp(seconds: 0)
        driver.send(.found(id: "X-1", FoundVehicle(detail: detail, row: nil, index: nil)))
        let title = "X-1  missing; last known data "
        #expect(driver.screen[2].contains("─ ★ " + title) && driver.text.contains("37%"))
        #expect(driver.text.contains("missing  "))
        driver.press(.character("*"))
        #expect(driver.favorites == [] && driver.screen[2].contains("─ " + title))
        driver.press(.character("*"))
        #expect(driver.favorites == ["X-1"] && driver.screen[2].contains("─ ★ " + title))
    }

    @Test("p writes the QR code, y copies the ID, ← and → go to the neighbors")
    func vehicleKeys() {
        var driver = BrowserDriver.live()
        driver.press(.down, .enter, .character("p"), .character("y"))
        #expect(driver.effects.contains(.write(.writeQR(id: "V-001"))))
        #expect(driver.effects.contains(.terminal(.copy("V-001"))))
        driver.press(.right, .right, .left)
        #expect(driver.screen[2].contains(" V-002 "))
    }

    @Test(
        "the whole QR code is in view without scrolling from 100 columns and 30 rows on",
        arguments: [(100, 30), (109, 30), (110, 30), (120, 30), (132, 43), (160, 50)],
        ["V-1", "3f1c2a60-5b0e-4c6e-9d5d-0c8e6c1c9a11", "https://example.org/vehicles/1234567890"])
    func symbolInView(_ size: (Int, Int), id: String) throws {
        var vehicle = Fleets.town(1)[0]
        vehicle.id = id
        vehicle.rentalURIs = RentalURIs(web: "https://e.org/1", android: "a://1", ios: "i://1")
        vehicle.stationID = "station"
        let canvas = CanvasSize(columns: size.0, rows: size.1)
        for style in [SymbolStyle.colored, .lightBlocks, .darkBlocks] {
            var driver = BrowserDriver.live([vehicle], size: canvas) { $0.symbolStyle = style }
            driver.notes = (1...3).map {
                Note(number: $0, vehicleID: id, text: "note\nline\nline", createdAt: driver.now)
            }
            driver.press(.enter)
            let picture = try #require(SymbolPicture(id))
            #expect(driver.browser.canvas.shows(picture, style))
        }
    }

    @Test(
        "an ID with control characters is not copied", arguments: ["a\n", "\u{1B}[201~b", "\u{9B}"])
    func hostileCopy(id: String) {
        var driver = BrowserDriver.live([Vehicle(id: id)])
        driver.press(.enter, .character("y"))
        let copies = driver.effects.filter { if case .terminal(.copy) = $0 { true } else { false } }
        #expect(copies == [])
        #expect(driver.text.contains("not copied: the ID contains control characters"))
    }

    @Test("a vehicle that does not fit scrolls to its end and no further")
    func scrolling() {
        var driver = BrowserDriver.live(size: CanvasSize(columns: 40, rows: 12))
        driver.press(.enter)
        #expect(!driver.text.contains("▀"))
        for _ in 0..<100 { driver.press(.down) }
        #expect(driver.screen[9].contains("▀") && driver.text.contains("↑"))
        driver.press(.home)
        #expect(driver.text.contains("V-000") && driver.text.contains("↓ more"))
    }
}

extension Canvas {
    /// Whether all modules of a symbol and of its quiet zone are somewhere on the canvas.
    fileprivate func shows(_ picture: SymbolPicture, _ style: SymbolStyle) -> Bool {
        (0..<size.rows).contains { row in
            (0..<size.columns).contains { column in
                (0..<picture.rows).allSatisfy { line in
                    (0..<picture.columns).allSatisfy { x in
                        let dark = isDark(column + x, row + line, style)
                        return dark?.upper == picture.symbol[x - 4, 2 * line - 4]
                            && dark?.lower == picture.symbol[x - 4, 2 * line - 3]
                    }
                }
            }
        }
    }

    /// Returns whether the upper and the lower half of a cell are dark; `nil` for other characters.
    private func isDark(
        _ column: Int, _ row: Int, _ style: SymbolStyle
    ) -> (upper: Bool, lower: Bool)? {
        let cell = self[column, row]
        if style == .colored {
            guard cell.character == "▀" else { return nil }
            return (cell.style.foreground == .black, cell.style.background == .black)
        }
        guard let index = Array(" ▄▀█").firstIndex(of: cell.character) else { return nil }
        let (upper, lower) = (index >= 2, index % 2 == 1)
        return style == .darkBlocks ? (upper, lower) : (!upper, !lower)
    }
}
