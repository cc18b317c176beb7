import FleetCore
import Testing

@testable import FleetTUI

@Suite("The events screen lists vehicle events")
struct EventsTests {
    /// Returns a browser with the events screen in front; a real detector compares the snapshots.
    private static func live(
        size: CanvasSize = CanvasSize(columns: 80, rows: 24)
    ) -> BrowserDriver {
        var driver = BrowserDriver.live(Fleets.town(120), size: size)
        driver.press(.character("e"))
        return driver
    }

    /// Publishes two snapshots with one event of each kind.
    private static func publishEvents(_ driver: inout BrowserDriver) {
        driver.wait(.seconds(90))
        driver.snapshot { vehicles in
            vehicles[0].isReserved = true
            vehicles[1].isReserved = false
            vehicles[2].battery = Battery(percent: 12)
            vehicles[3].isDisabled = false
            vehicles[4].isDisabled = true
            vehicles[5].position = Position(latitude: 59.9, longitude: 10.6)
            vehicles[8].battery = Battery(percent: 91)
            vehicles[9].battery = Battery(percent: 60)
            vehicles.removeLast()
        }
        driver.wait(.seconds(30))
        driver.snapshot { $0.append(Vehicle(id: "NEW")) }
        driver.wait(.seconds(30))
    }

    @Test("the screen after two snapshots", arguments: ScreenTests.sizes)
    func screen(_ size: (Int, Int)) throws {
        var driver = Self.live(size: CanvasSize(columns: size.0, rows: size.1))
        Self.publishEvents(&driver)
        driver.press(.down, .down)
        try expectScreen("events-\(size.0)x\(size.1)", driver)
    }

    @Test("snapshots are compared from the start, and shown in order")
    func begins() {
        var driver = BrowserDriver.live()
        driver.snapshot { $0[0].isReserved = true }
        driver.snapshot { $0[0].isReserved = false }
        driver.snapshot { $0.removeLast() }
        let compared = driver.effects.count { if case .read(.compare) = $0 { true } else { false } }
        #expect(compared == 4)
        driver.press(.character("e"))
        #expect(driver.screen[2].contains("since at 1769860800"))
        #expect(driver.screen[3].contains("− disappeared     V-119"))
        #expect(driver.screen[4].contains("freed           V-000"))
        #expect(driver.screen[5].contains("reserved        V-000"))
    }

    @Test("t cycles through the filters")
    func filters() {
        var driver = Self.live()
        Self.publishEvents(&driver)
        func rows() -> [String] {
            driver.screen[3...21].filter { $0.contains(" s ") || $0.contains(" min ") }
        }
        let all = rows().count
        driver.press(.character("t"))
        #expect(driver.screen[2].contains("Events · battery"))
        #expect(rows().allSatisfy { $0.contains("battery low") || $0.contains("battery charged") })
        let battery = rows().count
        driver.press(.character("t"))
        let movements = rows().count
        #expect(rows().allSatisfy { $0.contains("appeared") || $0.contains("moved") })
        driver.press(.character("t"))
        let states = rows().count
        #expect(battery > 0 && movements == 3 && states == 4 && battery + movements + states < all)
        driver.press(.character("t"))
        #expect(rows().count == all)
    }

    @Test("only vehicles of the filter above them have events")
    func narrowed() {
        var driver = BrowserDriver.live()
        driver.press(.character("/"))
        driver.type("V-007")
        driver.press(.enter, .character("e"))
        driver.snapshot { vehicles in for index in 0..<20 { vehicles[index].isReserved?.toggle() } }
        #expect(driver.screen[1].contains("V-007"))
        #expect(driver.screen[3].contains("V-007"))
        #expect(!driver.screen[4].contains("V-0"))
    }

    @Test("another filter starts the events anew, and a comparison of the old one is ignored")
    func newFilter() throws {
        var log = EventLog()
        log.begin(at: Fleets.noon, of: Filter())
        var batch = EventBatch(at: Fleets.noon)
        batch.events = [VehicleEvent(.moved, .inferred, at: Fleets.noon, vehicleID: "A")]
        _ = log.request(1)
        log.apply(EventUpdate(batch))
        #expect(log.shown.count == 1)
        _ = log.request(2)
        var filter = Filter()
        filter.search = "B"
        let later = Fleets.noon + .seconds(60)
        log.narrow(to: filter, at: later)
        #expect(log.shown.isEmpty && log.since == later)
        log.apply(EventUpdate(batch))
        #expect(log.shown.isEmpty)
        guard case .read(.compare(2, filter)) = log.request(2) else {
            Issue.record("the snapshot is not compared again")
            return
        }
        log.apply(EventUpdate(batch))
        #expect(log.shown.count == 1)
    }

    @Test("Enter opens the vehicle of a line")
    func open() {
        var driver = Self.live()
        driver.snapshot { $0[7].isReserved = true }
        driver.press(.enter)
        #expect(driver.screen[2].contains("─ V-007 "))
        driver.press(.escape)
        #expect(driver.screen[2].contains("Events"))
    }

    @Test("Enter on a line without a vehicle opens nothing")
    func openGap() {
        var driver = Self.live()
        var batch = EventBatch(at: driver.now)
        batch.turnover.renamed = 90
        driver.send(.compared(EventUpdate(batch, missedSnapshots: 2)))
        #expect(driver.screen[3].contains("turnover: 90 IDs changed"))
        #expect(driver.screen[4].contains("gap: missed 2 snapshots"))
        driver.press(.enter)
        #expect(driver.browser.router.current == .events)
        driver.press(.down, .enter)
        #expect(driver.screen[4].contains("▶") && driver.browser.router.current == .events)
    }

    @Test(
        "the selected event stays selected while new ones come; at the top the newest is followed")
    func follows() {
        var driver = Self.live()
        for number in 0..<3 { driver.snapshot { $0[number].isDisabled = true } }
        #expect(driver.screen[3].contains("▶") && driver.screen[3].contains("V-002"))
        driver.press(.down)
        driver.snapshot { $0[10].isDisabled?.toggle() }
        #expect(driver.screen[5].contains("▶") && driver.screen[5].contains("V-001"))
        driver.press(.character("g"))
        driver.snapshot { $0[12].isDisabled?.toggle() }
        #expect(driver.screen[3].contains("▶") && driver.screen[3].contains("V-012"))
    }

    @Test("Space pauses the log, counts new events, and resumes")
    func pause() {
        var driver = Self.live()
        driver.snapshot { $0[0].isDisabled = true }
        driver.press(.character(" "))
        driver.snapshot { $0[1].isDisabled = true }
        #expect(driver.screen[2].contains("paused, 1 new"))
        #expect(driver.screen[3].contains("V-000"))
        driver.press(.character(" "))
        #expect(!driver.screen[2].contains("paused") && driver.screen[3].contains("V-001"))
    }

    @Test("the log is bounded, and counts dropped events and missed snapshots")
    func bounds() {
        var log = EventLog()
        log.begin(at: Fleets.noon, of: Filter())
        var batch = EventBatch(at: Fleets.noon)
        batch.events = (0..<6000).map {
            VehicleEvent(.moved, .inferred, at: Fleets.noon, vehicleID: "V\($0)")
        }
        for _ in 0..<3 { log.apply(EventUpdate(batch, missedSnapshots: 2)) }
        #expect(log.shown.count == EventLog.limit + 1)
        #expect(log.shown.last?.entry == .dropped(3 * 6001 - EventLog.limit))
        #expect(log.shown[6000].entry == .missed(2, at: Fleets.noon))
    }

    @Test("a turnover is one line")
    func turnover() {
        var driver = Self.live()
        var batch = EventBatch(at: driver.now)
        (batch.turnover.renamed, batch.turnover.departed) = (90, 2)
        driver.send(.compared(EventUpdate(batch)))
        #expect(driver.screen[3].contains("turnover: 90 IDs changed, 2 gone"))
    }
}
