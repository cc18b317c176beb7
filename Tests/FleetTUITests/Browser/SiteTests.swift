import FleetCore
import FleetService
import Testing

@testable import FleetTUI

@Suite("The sites and their sensors are shown live, as a list and as a sheet")
struct SiteTests {
    @Test("S subscribes to the sites once, and lists those in alarm first")
    func list() {
        var driver = BrowserDriver.atSites()
        #expect(driver.effects.count { $0 == .subscribeToSites } == 1)
        #expect(driver.screen[0].hasSuffix("● live · fetched 0 s ago"))
        #expect(driver.screen[1].hasPrefix(" 3 sites") && driver.screen[1].hasSuffix("▲ 1 ALARM"))
        #expect(driver.screen[3].hasPrefix("▶ ▲ Depot South"))
        #expect(driver.screen[3].contains("33/40  ALARM smoke 4.1 %/m  21.5 °C · 48 dB(A)"))
        #expect(driver.screen[4].hasPrefix("  ● Depot North"))
        #expect(driver.screen[5].hasPrefix("  ◐ S7") && driver.screen[5].contains("-/12"))
        driver.press(.character("S"), .character("S"), .escape)
        #expect(driver.effects.count { $0 == .subscribeToSites } == 1)
        #expect(driver.browser.router.current == .list)
    }

    @Test("the age of a report and of a measurement is shown, however old")
    func reported() {
        var sites = Depots.town()
        sites[1].lastReported = Fleets.noon - .seconds(800 * 86_400)
        sites[1].measurements[0].measuredAt = Fleets.noon - .seconds(100 * 86_400)
        var driver = BrowserDriver.atSites(sites, size: CanvasSize(columns: 120, rows: 24))
        #expect(driver.screen[3].contains(" 2 y ago"))
        driver.press(.enter)
        #expect(driver.text.contains("3 mo ago"))
    }

    @Test("the sites are not loaded before they are shown; a deep link loads them at once")
    func lazy() {
        var driver = BrowserDriver.live()
        driver.press(.enter, .escape, .character("m"))
        #expect(!driver.effects.contains(.subscribeToSites))
        for route in [Route.sites, .site("DEPOT-SOUTH")] {
            var linked = BrowserDriver { $0.route = route }
            linked.depots.sites = Depots.town()
            linked.resize(80, 24)
            #expect(linked.effects.first == .subscribeToSites)
            linked.publishSiteSnapshot()
            #expect(linked.text.contains("Depot South"))
        }
    }

    @Test("the sheet has the vehicles and docks that are available by type")
    func types() {
        var sites = Depots.town()
        sites[1].vehiclesByType = [TypedCount(["hop"], count: 3), TypedCount(["none"], count: 0)]
        sites[1].docksByType = [TypedCount(["hop", "cargo"], count: 28)]
        var driver = BrowserDriver.atSites(sites)
        driver.press(.enter)
        #expect(driver.text.contains("available      3 hop"))
        #expect(driver.text.contains("free docks     28 (28 hop/cargo)"))
    }

    @Test("the sheet follows its site, and the trend of each value grows")
    func siteSheet() {
        var driver = BrowserDriver.atSites()
        driver.depots.samples["depot-south"] = [.temperature: [20, 21, 22, 21.5]]
        driver.press(.enter)
        #expect(driver.effects.last == .site(id: "depot-south"))
        #expect(driver.text.contains("▁▅█▆") && driver.text.contains("33 of 40, 3 out of service"))
        driver.publishSiteSnapshot { $0[1].measurements[0].value = .number(23.25) }
        #expect(driver.text.contains("23.3 °C"))
        driver.publishSiteSnapshot { $0.remove(at: 1) }
        #expect(
            driver.text.contains(" missing; last known data ") && driver.text.contains("23.3 °C"))
    }

    @Test("the sheet has the region of its site")
    func region() {
        var sites = Depots.town()
        for index in sites.indices { sites[index].regionID = "north" }
        var driver = BrowserDriver.atSites(sites, size: CanvasSize(columns: 80, rows: 40))
        driver.press(.enter)
        #expect(driver.text.contains(/region +north/))
    }

    @Test("← and → go to the neighbors, and stop at the ends")
    func neighbors() {
        var driver = BrowserDriver.atSites()
        driver.press(.enter, .right)
        #expect(driver.browser.router.current == .site("depot-north"))
        driver.press(.character("l"), .right, .right)
        #expect(driver.browser.router.current == .site("S7"))
        #expect(driver.text.contains("No sensors at this site."))
        driver.press(.left, .character("h"), .left)
        #expect(driver.browser.router.current == .site("depot-south"))
        driver.press(.escape)
        #expect(driver.screen[3].hasPrefix("▶ ▲ Depot South"))
    }

    @Test("a new alarm is announced on every screen, and counted while it lasts")
    func alarmBegins() {
        var driver = BrowserDriver.atSites()
        driver.press(.escape, .enter)
        #expect(driver.screen[1].hasSuffix("▲ 1 ALARM"))
        driver.publishSiteSnapshot { $0[0].measurements[2].state = .alarm }
        #expect(driver.screen[22] == " ALARM at Depot North: smoke 0.02 %/m")
        #expect(driver.screen[1].hasSuffix("▲ 2 ALARMS"))
        driver.wait(.seconds(7))
        driver.publishSiteSnapshot()
        #expect(!driver.text.contains("ALARM at"))
        driver.publishSiteSnapshot { sites in
            for index in sites.indices {
                for sensor in sites[index].measurements.indices {
                    sites[index].measurements[sensor].state = .normal
                }
            }
        }
        #expect(!driver.text.contains("ALARM"))
        driver.publishSiteSnapshot {
            $0 = Depots.town(); $0[0].measurements[2].state = .alarm
        }
        #expect(driver.screen[22] == " ALARM at 2 sites, including Depot North")
    }

    @Test(
        "while an alarm lasts, its badge is on every screen of every size",
        arguments: ScreenTests.sizes + [(24, 7), (20, 2), (80, 8)])
    func alarmEverywhere(_ size: (Int, Int)) {
        var driver = BrowserDriver.atSites(size: CanvasSize(columns: size.0, rows: size.1))
        let paths: [[Key]] = [
            [.character("?")], [.enter], [.enter, .character("?")], [.escape],
            [.escape, .character("?")], [.escape, .enter], [.escape, .character("f")],
            [.escape, .character("m")], [.escape, .character("n")], [.escape, .character("e")],
            [.escape, .character("n"), .character("?")], [.escape, .character("/")],
        ]
        for path in paths {
            for key in path { driver.press(key) }
            #expect(driver.text.contains("▲ 1 ALARM"), "\(path)\n\(driver.text)")
            while driver.browser.router.current != .list { driver.press(.escape) }
            driver.press(.character("S"))
        }
    }

    @Test("an alarm stands out with colors and without")
    func standsOut() throws {
        let driver = BrowserDriver.atSites()
        let canvas = driver.browser.canvas
        let line = Array(canvas.lines[1])
        let column = try #require(line.firstIndex(of: "▲"))
        let style = canvas[column, 1].style
        let colored = Palette(depth: .palette, theme: .dark).resolve(style)
        #expect(colored.background == 238 && colored.foreground == 203 && colored.isBold)
        let plain = Palette(depth: .palette, theme: .dark, isMonochrome: true).resolve(style)
        #expect(plain.isReversed && plain.isBold && plain.foreground == nil)
    }

    @Test("the search filters by name or ID as you type, and Escape cancels it")
    func search() {
        var driver = BrowserDriver.atSites()
        driver.type("/NORTH")
        #expect(driver.screen[3].hasPrefix("▶ ● Depot North") && driver.screen[4].isEmpty)
        #expect(driver.screen[1].hasPrefix(" 1 of 3 sites  ▼ NORTH"))
        driver.press(.enter)
        driver.publishSiteSnapshot()
        #expect(driver.screen[1].hasPrefix(" 1 of 3 sites"))
        driver.press(.escape)
        #expect(driver.screen[1].hasPrefix(" 3 sites") && driver.browser.router.current == .sites)
        driver.type("/s7")
        #expect(driver.screen[3].hasPrefix("▶ ◐ S7"))
        driver.type("x")
        #expect(driver.text.contains("None of the 3 sites match in name or ID:"))
        driver.press(.backspace)
        #expect(driver.browser.siteList.selectedSite?.id == "S7")
        driver.press(.escape)
        #expect(
            driver.browser.siteList.search == nil
                && driver.browser.siteList.selectedSite?.id == "S7")
        // Keys for the vehicle list, which is not visible here, change nothing.
        driver.type("fFs*c")
        #expect(driver.browser.query == VehicleQuery() && driver.browser.router.current == .sites)
    }

    @Test("a source without sites shows a message, and so does one that is not loaded yet")
    func none() {
        var driver = BrowserDriver.live()
        driver.press(.character("S"))
        #expect(driver.text.contains("loading the sites of town …"))
        #expect(driver.screen[1] == " no sites yet")
        driver.press(.enter, .down, .character("v"))
        driver.publishSiteSnapshot()
        #expect(driver.text.contains("This source has no sites."))
        var linked = BrowserDriver { $0.route = .site("nowhere") }
        linked.publishSiteSnapshot()
        #expect(linked.text.contains("No site has this ID."))
    }

    @Test("a failure of the site feed is shown only on the site screens, over stale values")
    func failure() {
        var driver = BrowserDriver.atSites()
        let failure = FeedFailure(
            .service(.status(500)), at: "https://example.com/station_status.json")
        driver.publishSites(
            .failed(failure, retryAt: driver.now + .seconds(5), attempt: 1, driver.siteInfo))
        #expect(driver.screen[0].contains("▲ failed"))
        #expect(driver.text.contains("Internal server error") && driver.text.contains("in 5 s"))
        #expect(driver.text.contains("Depot South"))
        driver.press(.enter)
        driver.wait(.seconds(2))
        #expect(driver.text.contains("stale") && driver.text.contains("in 3 s"))
        #expect(driver.text.contains("smoke             4.1 %/m   ALARM     11 s ago"))
        driver.press(.escape, .escape)
        #expect(driver.screen[0].contains("● live") && !driver.text.contains("Internal"))
        driver.press(.character("S"))
        driver.publishSiteSnapshot()
        #expect(!driver.text.contains("Internal"))
    }

    @Test("warnings about the site feed are shown in the header")
    func notes() {
        var driver = BrowserDriver.atSites()
        driver.depots.parseReport.warn(
            "station_information: HTTP status 500\u{1B}; using the last known data")
        driver.publishSiteSnapshot()
        #expect(
            driver.screen[1].hasPrefix(
                " 3 sites  ▲ station_information: HTTP status 500\\u{1B}; using"))
        #expect(driver.screen[1].hasSuffix("▲ 1 ALARM"))
    }

    @Test("r refreshes the feed of the front screen")
    func refresh() {
        var driver = BrowserDriver.atSites()
        driver.press(.character("r"), .character("r"))
        #expect(driver.effects.count { $0 == .refreshSites } == 1)
        #expect(driver.screen[0].contains("◌ refreshing"))
        driver.publishSiteSnapshot()
        driver.press(.enter, .function(5), .character("?"))
        #expect(driver.effects.count { $0 == .refreshSites } == 2)
        driver.press(.escape, .escape, .escape)
        driver.press(.character("r"))
        #expect(driver.effects.count { $0 == .refresh } == 1)
    }

    @Test("v shows the vehicles at a site, m the map around it")
    func others() {
        var driver = BrowserDriver(Fleets.town(120))
        driver.vehicles[4].stationID = "depot-south"
        driver.vehicles[5].stationID = "depot-south-2"
        driver.vehicles[6].stationID = "DEPOT-SOUTH"
        driver.depots.sites = Depots.town()
        driver.snapshot()
        driver.press(.character("S"))
        driver.publishSiteSnapshot()
        driver.press(.character("v"))
        #expect(driver.browser.router.current == .list && driver.browser.listModel.count == 1)
        #expect(driver.screen.contains { $0.hasPrefix("▶ V-004") })
        #expect(driver.screen[1].contains("1 of 120 vehicles  ▼ at depot-south"))
        #expect(!driver.effects.contains { if case .write(.save) = $0 { true } else { false } })
        driver.press(.character("S"), .enter, .character("m"))
        #expect(driver.browser.router.current == .map)
        let middle = driver.browser.map.viewport.cell(
            of: MercatorPoint(Position(latitude: 59.91, longitude: 10.72)!))
        #expect(driver.screen[1].contains("▼ at depot-south"))
        #expect(middle?.column == 40 && (9...12).contains(middle?.row ?? 0))
        #expect(driver.text.contains("⌂ Depot South ALARM"))
        driver.press(.escape)
        #expect(driver.browser.router.current == .site("depot-south"))
        driver.press(.right, .right, .character("m"))
        #expect(driver.text.contains("this site has no location"))
    }

    @Test("a vehicle shows the name of its site once the sites are loaded")
    func stationOfVehicle() {
        var driver = BrowserDriver(Fleets.town(120))
        (driver.vehicles[0].stationID, driver.vehicles[1].stationID) = ("depot-south", "S7")
        driver.depots.sites = Depots.town()
        driver.snapshot()
        driver.press(.enter)
        func station() -> String? { driver.screen.first { $0.contains(" station ") } }
        #expect(station()?.contains(" depot-south  ") == true)
        driver.press(.character("S"))
        driver.publishSiteSnapshot()
        driver.press(.escape)
        #expect(station()?.contains(" depot-south · Depot South  ") == true)
        driver.publishSiteSnapshot { $0[1].name = "Old\u{1B}[2J Town" }
        #expect(station()?.contains(" depot-south · Old\\u{1B}[2J") == true)
        driver.press(.right)
        #expect(station()?.contains(" S7  ") == true)
    }

    @Test("the map shows loaded sites; a click names one, a second click opens it")
    func onMap() throws {
        var driver = BrowserDriver.live()
        driver.press(.character("m"))
        #expect(!driver.text.contains("⌂"))
        driver.depots.sites = Depots.town()
        driver.press(.character("S"))
        driver.publishSiteSnapshot()
        driver.press(.escape)
        let row = try #require(
            driver.screen.firstIndex { $0.contains("⌂") && !$0.contains("ALARM") })
        let column = try #require(Array(driver.screen[row]).firstIndex(of: "⌂"))
        driver.mouse(.press, column, row)
        #expect(driver.screen[row].contains("⌂ Depot North"))
        driver.mouse(.press, column, row)
        #expect(driver.browser.router.current == .site("depot-north"))
        driver.press(.escape)
        #expect(driver.browser.router.current == .map)
    }

    @Test("no site covers a vehicle count, and if there are many sites, none covers a vehicle")
    func besideVehicles() {
        var driver = BrowserDriver.live(Fleets.town(2000))
        driver.press(.character("m"))
        let before = driver.browser.canvas
        let sites = (0..<2000).map { number in
            var site = Site(id: "S-\(number)")
            site.position = Position(
                latitude: 59.9 + Double(number % 50) / 1000,
                longitude: 10.7 + Double(number / 50) / 400)
            return site
        }
        driver.depots.sites = sites
        driver.press(.character("S"))
        driver.publishSiteSnapshot()
        driver.press(.escape)
        #expect(driver.text.contains("⌂"))
        let after = driver.browser.canvas
        for row in 2..<23 {
            for (old, new) in zip(before.row(row), after.row(row)) where new.character == "⌂" {
                #expect(old.character == " ")
            }
        }
    }

    @Test("a source without vehicle locations has a map of its sites")
    func sitesAlone() {
        var driver = BrowserDriver.live([])
        driver.depots.sites = Depots.town()
        driver.press(.character("S"))
        driver.publishSiteSnapshot()
        driver.press(.character("m"))
        #expect(driver.text.contains("⌂ Depot South ALARM") && driver.text.contains("N ↑"))
    }

    @Test("the number of parked vehicles replaces a count that the feed lacks")
    func parked() {
        var driver = BrowserDriver.live()
        (driver.depots.sites, driver.depots.parked) = (Depots.town(), ["S7": 5])
        driver.press(.character("S"))
        driver.publishSiteSnapshot()
        #expect(driver.screen[5].contains("5/12"))
        driver.press(.end, .enter)
        #expect(driver.text.contains("5 of 12"))
        driver.depots.parked = ["elsewhere": 1]
        driver.publishSiteSnapshot()
        #expect(driver.text.contains("0 of 12"))
        driver.depots.parked = [:]
        driver.publishSiteSnapshot()
        #expect(!driver.text.contains("0 of 12"))
    }

    @Test("the selected site stays selected when new alarms move it")
    func keepsSelection() {
        var driver = BrowserDriver.atSites()
        driver.press(.down)
        driver.publishSiteSnapshot { sites in
            for index in 0..<50 {
                var site = Site(id: "A-\(index)")
                site.measurements = [Measurement(.smoke, .condition(true))]
                sites.append(site)
            }
        }
        #expect(driver.screen.contains { $0.hasPrefix("▶ ● Depot North") })
    }

    @Test(
        "a click selects a site, a second one opens it, one outside closes it; the wheel moves")
    func mouse() {
        var driver = BrowserDriver.atSites(size: CanvasSize(columns: 120, rows: 40))
        driver.mouse(.press, 5, 4)
        #expect(driver.screen[4].hasPrefix("▶ ● Depot North"))
        driver.mouse(.press, 5, 4)
        #expect(driver.browser.router.current == .site("depot-north"))
        driver.mouse(.press, 5, 20)
        #expect(driver.browser.router.current == .sites)
        driver.mouse(.wheelDown, 5, 20)
        #expect(driver.screen[5].hasPrefix("▶ ◐ S7"))
        driver.mouse(.press, 5, 39)
        driver.mouse(.press, 5, 0)
        #expect(driver.screen[5].hasPrefix("▶ ◐ S7"))
    }
}
