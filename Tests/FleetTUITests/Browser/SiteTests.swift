import FleetCore
import FleetService
import Testing

@testable import FleetTUI

@Suite("The sites and their sensors are a list and a monitor, live")
struct SiteTests {
    @Test("S subscribes to the sites once, and lists them with those that give alarm first")
    func list() {
        var drive = Drive.atSites()
        #expect(drive.effects.count { $0 == .subscribeToSites } == 1)
        #expect(drive.screen[0].hasSuffix("● live · read 0 s ago"))
        #expect(drive.screen[1].hasPrefix(" 3 sites") && drive.screen[1].hasSuffix("▲ 1 ALARM"))
        #expect(drive.screen[3].hasPrefix("▶ ▲ Depot South"))
        #expect(drive.screen[3].contains("33/40  ALARM smoke 4.1 %/m  21.5 °C · 48 dB(A)"))
        #expect(drive.screen[4].hasPrefix("  ● Depot North"))
        #expect(drive.screen[5].hasPrefix("  ◐ S7") && drive.screen[5].contains("-/12"))
        drive.press(.character("S"), .character("S"), .escape)
        #expect(drive.effects.count { $0 == .subscribeToSites } == 1)
        #expect(drive.browser.router.current == .list)
    }

    @Test("when a site reported and a sensor measured is told however long ago it was")
    func reported() {
        var sites = Depots.town()
        sites[1].lastReported = Fleets.noon - .seconds(800 * 86_400)
        sites[1].measurements[0].measuredAt = Fleets.noon - .seconds(100 * 86_400)
        var drive = Drive.atSites(sites, size: CanvasSize(columns: 120, rows: 24))
        #expect(drive.screen[3].contains(" 2 y ago"))
        drive.press(.enter)
        #expect(drive.text.contains("3 mo ago"))
    }

    @Test("nothing is asked of the sites before they are looked at; a deep link does so at once")
    func lazy() {
        var drive = Drive.live()
        drive.press(.enter, .escape, .character("m"))
        #expect(!drive.effects.contains(.subscribeToSites))
        for route in [Route.sites, .site("DEPOT-SOUTH")] {
            var linked = Drive { $0.route = route }
            linked.depots.sites = Depots.town()
            linked.resize(80, 24)
            #expect(linked.effects.first == .subscribeToSites)
            linked.siteSnapshot()
            #expect(linked.text.contains("Depot South"))
        }
    }

    @Test("the monitor follows its site, and the course of each value grows")
    func monitor() {
        var drive = Drive.atSites()
        drive.depots.samples["depot-south"] = [.temperature: [20, 21, 22, 21.5]]
        drive.press(.enter)
        #expect(drive.effects.last == .site(id: "depot-south"))
        #expect(drive.text.contains("▁▅█▆") && drive.text.contains("33 of 40, 3 out of service"))
        drive.siteSnapshot { $0[1].measurements[0].value = .number(23.25) }
        #expect(drive.text.contains("23.3 °C"))
        drive.siteSnapshot { $0.remove(at: 1) }
        #expect(drive.text.contains("has gone") && drive.text.contains("23.3 °C"))
    }

    @Test("← and → go to the neighbors, and stop at the ends")
    func neighbors() {
        var drive = Drive.atSites()
        drive.press(.enter, .right)
        #expect(drive.browser.router.current == .site("depot-north"))
        drive.press(.character("l"), .right, .right)
        #expect(drive.browser.router.current == .site("S7"))
        #expect(drive.text.contains("The feed tells of no sensors here."))
        drive.press(.left, .character("h"), .left)
        #expect(drive.browser.router.current == .site("depot-south"))
        drive.press(.escape)
        #expect(drive.screen[3].hasPrefix("▶ ▲ Depot South"))
    }

    @Test("an alarm that begins is told on every screen, and counted while it lasts")
    func alarmBegins() {
        var drive = Drive.atSites()
        drive.press(.escape, .enter)
        #expect(drive.screen[1].hasSuffix("▲ 1 ALARM"))
        drive.siteSnapshot { $0[0].measurements[2].state = .alarm }
        #expect(drive.screen[23] == " ALARM at Depot North: smoke 0.02 %/m")
        #expect(drive.screen[1].hasSuffix("▲ 2 ALARMS"))
        drive.wait(.seconds(7))
        drive.siteSnapshot()
        #expect(!drive.text.contains("ALARM at"))
        drive.siteSnapshot { sites in
            for place in sites.indices {
                for sensor in sites[place].measurements.indices {
                    sites[place].measurements[sensor].state = .normal
                }
            }
        }
        #expect(!drive.text.contains("ALARM"))
        drive.siteSnapshot {
            $0 = Depots.town(); $0[0].measurements[2].state = .alarm
        }
        #expect(drive.screen[23] == " ALARM at 2 sites, Depot North among them")
    }

    @Test(
        "while an alarm is on, its sign is on every screen of every size",
        arguments: ScreenTests.sizes + [(24, 7), (20, 2), (80, 8)])
    func alarmEverywhere(_ size: (Int, Int)) {
        var drive = Drive.atSites(size: CanvasSize(columns: size.0, rows: size.1))
        let ways: [[Key]] = [
            [.character("?")], [.enter], [.enter, .character("?")], [.escape],
            [.escape, .character("?")], [.escape, .enter], [.escape, .character("f")],
            [.escape, .character("m")], [.escape, .character("n")], [.escape, .character("e")],
            [.escape, .character("n"), .character("?")], [.escape, .character("/")],
        ]
        for way in ways {
            for key in way { drive.press(key) }
            #expect(drive.text.contains("▲ 1 ALARM"), "\(way)\n\(drive.text)")
            while drive.browser.router.current != .list { drive.press(.escape) }
            drive.press(.character("S"))
        }
    }

    @Test("an alarm looks unlike anything else without colors too")
    func monochrome() throws {
        let drive = Drive.atSites()
        let palette = Palette(depth: .palette, theme: .dark, isMonochrome: true)
        let canvas = drive.browser.canvas
        let line = Array(canvas.lines[1])
        let place = try #require(line.firstIndex(of: "▲"))
        let look = palette.resolve(canvas[place, 1].style)
        #expect(look.isReversed && look.isBold && look.foreground == nil)
    }

    @Test("the search narrows as it is typed, by name or identifier, and escape gives it up")
    func search() {
        var drive = Drive.atSites()
        drive.type("/NORTH")
        #expect(drive.screen[3].hasPrefix("▶ ● Depot North") && drive.screen[4].isEmpty)
        #expect(drive.screen[1].hasPrefix(" 1 of 3 sites  ▼ NORTH"))
        drive.press(.enter)
        drive.siteSnapshot()
        #expect(drive.screen[1].hasPrefix(" 1 of 3 sites"))
        drive.press(.escape)
        #expect(drive.screen[1].hasPrefix(" 3 sites") && drive.browser.router.current == .sites)
        drive.type("/s7")
        #expect(drive.screen[3].hasPrefix("▶ ◐ S7"))
        drive.type("x")
        #expect(drive.text.contains("None of the 3 sites has this in its name or identifier:"))
        drive.press(.backspace)
        #expect(drive.browser.siteList.chosen?.id == "S7")
        drive.press(.escape)
        #expect(drive.browser.siteList.search == nil && drive.browser.siteList.chosen?.id == "S7")
        // The vehicles' own keys change nothing that cannot be seen.
        drive.type("fFs*c")
        #expect(drive.browser.query == VehicleQuery() && drive.browser.router.current == .sites)
    }

    @Test("a source without sites says so; so does one that was not read yet")
    func none() {
        var drive = Drive.live()
        drive.press(.character("S"))
        #expect(drive.text.contains("reading the sites of town …"))
        #expect(drive.screen[1] == " no sites yet")
        drive.press(.enter, .down, .character("v"))
        drive.siteSnapshot()
        #expect(drive.text.contains("This source tells of no sites."))
        var linked = Drive { $0.route = .site("nowhere") }
        linked.siteSnapshot()
        #expect(linked.text.contains("There is no such site."))
    }

    @Test("the trouble of the sites' feed is told with them alone, over values that are stale")
    func trouble() {
        var drive = Drive.atSites()
        let failure = FeedFailure(.status(500), at: "https://example.com/station_status.json")
        drive.tellSites(
            .failed(failure, retryAt: drive.now + .seconds(5), attempt: 1, drive.siteInfo))
        #expect(drive.screen[0].contains("▲ failed"))
        #expect(drive.text.contains("Internal server error") && drive.text.contains("in 5 s"))
        #expect(drive.text.contains("Depot South"))
        drive.press(.enter)
        drive.wait(.seconds(2))
        #expect(drive.text.contains("stale") && drive.text.contains("in 3 s"))
        #expect(drive.text.contains("smoke             4.1 %/m   ALARM     11 s ago"))
        drive.press(.escape, .escape)
        #expect(drive.screen[0].contains("● live") && !drive.text.contains("Internal"))
        drive.press(.character("S"))
        drive.siteSnapshot()
        #expect(!drive.text.contains("Internal"))
    }

    @Test("what could not be read of the sites is told above them")
    func notes() {
        var drive = Drive.atSites()
        drive.depots.reading.warn(
            "station_information: HTTP status 500\u{1B}; the last known is used")
        drive.siteSnapshot()
        #expect(
            drive.screen[1].hasPrefix(
                " 3 sites  ▲ station_information: HTTP status 500\\u{1B}; the"))
        #expect(drive.screen[1].hasSuffix("▲ 1 ALARM"))
    }

    @Test("r refreshes the feed that is in front")
    func refresh() {
        var drive = Drive.atSites()
        drive.press(.character("r"), .character("r"))
        #expect(drive.effects.count { $0 == .refreshSites } == 1)
        #expect(drive.screen[0].contains("◌ refreshing"))
        drive.siteSnapshot()
        drive.press(.enter, .function(5), .character("?"))
        #expect(drive.effects.count { $0 == .refreshSites } == 2)
        drive.press(.escape, .escape, .escape)
        drive.press(.character("r"))
        #expect(drive.effects.count { $0 == .refresh } == 1)
    }

    @Test("v shows the vehicles that are there, m the map around the site")
    func others() {
        var drive = Drive(Fleets.town(120))
        drive.vehicles[4].stationID = "depot-south"
        drive.vehicles[5].stationID = "depot-south-2"
        drive.vehicles[6].stationID = "DEPOT-SOUTH"
        drive.depots.sites = Depots.town()
        drive.snapshot()
        drive.press(.character("S"))
        drive.siteSnapshot()
        drive.press(.character("v"))
        #expect(drive.browser.router.current == .list && drive.browser.catalog.count == 1)
        #expect(drive.screen.contains { $0.hasPrefix("▶ V-004") })
        #expect(drive.screen[1].contains("1 of 120 vehicles  ▼ at depot-south"))
        #expect(!drive.effects.contains { if case .save = $0 { true } else { false } })
        drive.press(.character("S"), .enter, .character("m"))
        #expect(drive.browser.router.current == .map)
        let middle = drive.browser.map.viewport.cell(
            of: WorldPlace(Position(latitude: 59.91, longitude: 10.72)!))
        #expect(drive.screen[1].contains("▼ at depot-south"))
        #expect(middle?.column == 40 && (9...12).contains(middle?.row ?? 0))
        #expect(drive.text.contains("⌂ Depot South ALARM"))
        drive.press(.escape)
        #expect(drive.browser.router.current == .site("depot-south"))
        drive.press(.right, .right, .character("m"))
        #expect(drive.text.contains("nobody tells where this site is"))
    }

    @Test("a vehicle tells the name of the site where it is, once the sites are known")
    func stationOfVehicle() {
        var drive = Drive(Fleets.town(120))
        (drive.vehicles[0].stationID, drive.vehicles[1].stationID) = ("depot-south", "S7")
        drive.depots.sites = Depots.town()
        drive.snapshot()
        drive.press(.enter)
        func station() -> String? { drive.screen.first { $0.contains(" station ") } }
        #expect(station()?.contains(" depot-south  ") == true)
        drive.press(.character("S"))
        drive.siteSnapshot()
        drive.press(.escape)
        #expect(station()?.contains(" depot-south · Depot South  ") == true)
        drive.siteSnapshot { $0[1].name = "Old\u{1B}[2J Town" }
        #expect(station()?.contains(" depot-south · Old\\u{1B}[2J") == true)
        drive.press(.right)
        #expect(station()?.contains(" S7  ") == true)
    }

    @Test("the map has the sites once they were read; a click names one, another opens it")
    func onMap() throws {
        var drive = Drive.live()
        drive.press(.character("m"))
        #expect(!drive.text.contains("⌂"))
        drive.depots.sites = Depots.town()
        drive.press(.character("S"))
        drive.siteSnapshot()
        drive.press(.escape)
        let row = try #require(
            drive.screen.firstIndex { $0.contains("⌂") && !$0.contains("ALARM") })
        let column = try #require(Array(drive.screen[row]).firstIndex(of: "⌂"))
        drive.mouse(.press, column, row)
        #expect(drive.screen[row].contains("⌂ Depot North"))
        drive.mouse(.press, column, row)
        #expect(drive.browser.router.current == .site("depot-north"))
        drive.press(.escape)
        #expect(drive.browser.router.current == .map)
    }

    @Test("no site hides a count of vehicles; where they are very many, none hides a vehicle")
    func besideVehicles() {
        var drive = Drive.live(Fleets.town(2000))
        drive.press(.character("m"))
        let before = drive.browser.canvas
        let sites = (0..<2000).map { number in
            var site = Site(id: "S-\(number)")
            site.position = Position(
                latitude: 59.9 + Double(number % 50) / 1000,
                longitude: 10.7 + Double(number / 50) / 400)
            return site
        }
        drive.depots.sites = sites
        drive.press(.character("S"))
        drive.siteSnapshot()
        drive.press(.escape)
        #expect(drive.text.contains("⌂"))
        let after = drive.browser.canvas
        for row in 2..<23 {
            for (old, new) in zip(before.row(row), after.row(row)) where new.character == "⌂" {
                #expect(old.character == " ")
            }
        }
    }

    @Test("a source whose vehicles have no place has a map of its sites")
    func sitesAlone() {
        var drive = Drive.live([])
        drive.depots.sites = Depots.town()
        drive.press(.character("S"))
        drive.siteSnapshot()
        drive.press(.character("m"))
        #expect(drive.text.contains("⌂ Depot South ALARM") && drive.text.contains("N ↑"))
    }

    @Test("what was counted by the vehicles stands in for what the feed does not tell")
    func parked() {
        var drive = Drive.live()
        (drive.depots.sites, drive.depots.parked) = (Depots.town(), ["S7": 5])
        drive.press(.character("S"))
        drive.siteSnapshot()
        #expect(drive.screen[5].contains("5/12"))
        drive.press(.end, .enter)
        #expect(drive.text.contains("5 of 12"))
        drive.depots.parked = ["elsewhere": 1]
        drive.siteSnapshot()
        #expect(drive.text.contains("0 of 12"))
        drive.depots.parked = [:]
        drive.siteSnapshot()
        #expect(!drive.text.contains("0 of 12"))
    }

    @Test("the chosen site stays chosen while others come to give alarm")
    func keepsChoice() {
        var drive = Drive.atSites()
        drive.press(.down)
        drive.siteSnapshot { sites in
            for place in 0..<50 {
                var site = Site(id: "A-\(place)")
                site.measurements = [Measurement(.smoke, .condition(true))]
                sites.append(site)
            }
        }
        #expect(drive.screen.contains { $0.hasPrefix("▶ ● Depot North") })
    }

    @Test(
        "a click chooses a site, one on the chosen opens it, one beside closes it; the wheel moves")
    func mouse() {
        var drive = Drive.atSites(size: CanvasSize(columns: 120, rows: 40))
        drive.mouse(.press, 5, 4)
        #expect(drive.screen[4].hasPrefix("▶ ● Depot North"))
        drive.mouse(.press, 5, 4)
        #expect(drive.browser.router.current == .site("depot-north"))
        drive.mouse(.press, 5, 20)
        #expect(drive.browser.router.current == .sites)
        drive.mouse(.wheelDown, 5, 20)
        #expect(drive.screen[5].hasPrefix("▶ ◐ S7"))
        drive.mouse(.press, 5, 39)
        drive.mouse(.press, 5, 0)
        #expect(drive.screen[5].hasPrefix("▶ ◐ S7"))
    }
}
