import FleetCore
import Testing

@testable import FleetTUI

@Suite("Screens are stacked, none twice")
struct NavigationTests {
    @Test("going to a screen in the stack moves it to the front")
    func movesToFront() {
        var router = Router(.map)
        router.go(to: .vehicle("A"))
        router.go(to: .vehicle("B"))
        #expect(router.stack == [.list, .map, .vehicle("B")])
        router.go(to: .map)
        #expect(router.stack == [.list, .vehicle("B"), .map])
        router.go(to: .vehicle("C"))
        #expect(router.stack == [.list, .map, .vehicle("C")])
        router.go(to: .list)
        #expect(router.stack == [.list])
        let wasLast = !router.back()
        #expect(wasLast)
    }

    @Test(
        "screen names are parsed",
        arguments: [
            ("list", Route.list), ("map", .map), ("filter", .filter), ("help", .help),
            ("events", .events), ("notes", .notes), ("sites", .sites),
            ("vehicle/DCS-FEO", .vehicle("DCS-FEO")), ("vehicle/a/b", .vehicle("a/b")),
            ("site/DEPOT-SUD", .site("DEPOT-SUD")),
            ("vehicle/", nil), ("site/", nil), ("maps", nil), ("", nil),
        ])
    func routes(_ text: String, _ route: Route?) {
        #expect(Route(text) == route)
    }

    @Test(
        "the browser begins with any screen, and q leads to the list",
        arguments: [
            (Route.map, "vehicles in view"), (.filter, " Filter "), (.help, "Keys: list"),
            (.events, "No events yet."), (.notes, "No notes yet."), (.sites, "no sites yet"),
        ])
    func first(_ route: Route, _ text: String) {
        var driver = BrowserDriver { $0.route = route }
        driver.snapshot()
        #expect(driver.text.contains(text))
        driver.press(.character("q"))
        #expect(driver.screen[2].hasPrefix("  id ▲") && driver.screen[3].hasPrefix("▶ V-000"))
        #expect(driver.browser.router.current == .list)
    }

    @Test("a deep link opens its vehicle, ignoring case, and the list follows")
    func deepLink() {
        var driver = BrowserDriver(Fleets.town(120)) { $0.route = .vehicle("v-050") }
        driver.snapshot()
        #expect(driver.screen[2].contains(" V-050 "))
        driver.press(.right)
        #expect(driver.screen[2].contains(" V-051 "))
        driver.press(.escape)
        #expect(driver.screen.contains { $0.hasPrefix("▶ V-051") })
    }

    @Test("a deep link to an unknown vehicle shows a message")
    func noSuchVehicle() {
        var driver = BrowserDriver(Fleets.town(12)) { $0.route = .vehicle("nobody") }
        driver.snapshot()
        #expect(driver.screen[2].contains("─ nobody ─"))
        #expect(driver.text.contains("No vehicle has this ID."))
        #expect(driver.text.contains("Esc goes back to the list, / searches it"))
        driver.press(.escape)
        #expect(driver.screen.contains { $0.hasPrefix("▶ V-000") })
    }

    @Test("q goes back screen by screen and quits from the list; Esc never quits")
    func leaving() {
        var driver = BrowserDriver.live()
        driver.press(.enter, .character("?"), .character("q"), .character("q"), .escape, .escape)
        #expect(!driver.effects.contains(.terminal(.quit)))
        driver.press(.character("q"))
        #expect(driver.effects.last == .terminal(.quit))
    }

    @Test("the map opens its selected vehicle, and m in a vehicle shows it on the map")
    func mapAndVehicle() throws {
        var driver = BrowserDriver.live()
        driver.press(.character("m"), .tab)
        let row = try #require(driver.browser.map.selectedRow)
        driver.press(.enter)
        let id = driver.vehicles[Int(row)].id
        #expect(driver.screen[2].contains(" \(id) "))
        #expect(driver.browser.router.stack == [.list, .map, .vehicle(id)])
        driver.press(.character("m"))
        #expect(driver.browser.router.stack == [.list, .vehicle(id), .map])
        driver.press(.character("m"), .enter, .character("m"))
        #expect(driver.browser.router.current == .map && driver.browser.map.selectedRow != nil)
    }

    @Test("Esc returns to the screen from which a vehicle was opened, whatever was open before")
    func returns() throws {
        var driver = BrowserDriver.live()
        driver.press(.enter, .character("m"), .tab, .enter)
        let opened = driver.browser.router.current
        #expect(driver.browser.router.stack == [.list, .map, opened])
        driver.press(.escape)
        #expect(driver.browser.router.current == .map)
        driver.press(.enter, .character("n"), .escape)
        #expect(driver.browser.router.current == opened)
        driver.press(.escape)
        #expect(driver.browser.router.current == .map)
    }

    @Test("the map uses the filter of the list")
    func mapFilter() {
        var driver = BrowserDriver.live()
        driver.press(.character("f"), .enter, .escape, .character("m"))
        let narrowed = driver.browser.listModel.count
        #expect(narrowed < 120)
        #expect(driver.screen[1].hasPrefix(" \(narrowed) of \(narrowed) vehicles in view"))
        driver.press(.character("c"))
        #expect(driver.screen[1].hasPrefix(" 120 of 120 vehicles in view"))
    }
}

@Suite("The help explains every key in one line")
struct HelpWidthTests {
    @Test("no explanation is cut on a terminal with 80 columns")
    func width() {
        let screens: [any Screen.Type] = [
            VehicleListScreen.self, MapScreen.self, VehicleSheet.self, NotesScreen.self,
            SiteListScreen.self, SiteSheet.self, EventsScreen.self, FilterSheet.self,
        ]
        // The box has 64 columns: 4 for the frame and 14 for the keys.
        for hint in screens.flatMap({ $0.hints }) + Browser.commonHints {
            #expect(hint.action.count <= 46, "\(hint.action)")
            #expect(hint.keys.count <= 13, "\(hint.keys)")
        }
    }
}
