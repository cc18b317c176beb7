import FleetCore
import Testing

@testable import FleetTUI

@Suite("Screens lie on each other, none twice")
struct NavigationTests {
    @Test("going to a screen that is below goes back to it")
    func popsBack() {
        var router = Router(.map)
        router.go(to: .vehicle("A"))
        router.go(to: .help)
        router.go(to: .vehicle("B"))
        #expect(router.stack == [.list, .map, .vehicle("B")])
        router.go(to: .map)
        #expect(router.stack == [.list, .map])
        router.go(to: .list)
        #expect(router.stack == [.list])
        let wasLast = !router.back()
        #expect(wasLast)
    }

    @Test(
        "places are read as people write them",
        arguments: [
            ("list", Route.list), ("map", .map), ("vehicle/DCS-FEO", .vehicle("DCS-FEO")),
            ("vehicle/a/b", .vehicle("a/b")), ("vehicle/", nil), ("maps", nil), ("", nil),
        ])
    func routes(_ text: String, _ route: Route?) {
        #expect(Route(text) == route)
    }

    @Test("a deep link opens its vehicle, in whatever capitals, and the list follows")
    func deepLink() {
        var drive = Drive(Fleets.town(120)) { $0.route = .vehicle("v-050") }
        drive.snapshot()
        #expect(drive.screen[2].contains(" V-050 "))
        drive.press(.right)
        #expect(drive.screen[2].contains(" V-051 "))
        drive.press(.escape)
        #expect(drive.screen.contains { $0.hasPrefix("▶ V-051") })
    }

    @Test("a deep link to a vehicle that is not there says so")
    func noSuchVehicle() {
        var drive = Drive(Fleets.town(12)) { $0.route = .vehicle("nobody") }
        drive.snapshot()
        #expect(drive.text.contains("There is no such vehicle."))
        drive.press(.escape)
        #expect(drive.screen.contains { $0.hasPrefix("▶ V-000") })
    }

    @Test("q leaves one screen after the other, and ends on the list; Esc never ends")
    func leaving() {
        var drive = Drive.live()
        drive.press(.enter, .character("?"), .character("q"), .character("q"), .escape, .escape)
        #expect(!drive.effects.contains(.quit))
        drive.press(.character("q"))
        #expect(drive.effects.last == .quit)
    }

    @Test("the map opens the vehicle that is chosen on it, and m in a vehicle shows it on the map")
    func mapAndVehicle() throws {
        var drive = Drive.live()
        drive.press(.character("m"), .tab)
        let row = try #require(drive.browser.map.chosenRow)
        drive.press(.enter)
        let id = drive.vehicles[Int(row)].id
        #expect(drive.screen[2].contains(" \(id) "))
        #expect(drive.browser.router.stack == [.list, .map, .vehicle(id)])
        drive.press(.character("m"))
        #expect(drive.browser.router.stack == [.list, .map])
        drive.press(.character("m"), .enter, .character("m"))
        #expect(drive.browser.router.current == .map && drive.browser.map.chosenRow != nil)
    }

    @Test("the map has the filter of the list")
    func mapFilter() {
        var drive = Drive.live()
        drive.press(.character("f"), .enter, .escape, .character("m"))
        let narrowed = drive.browser.catalog.count
        #expect(narrowed < 120)
        #expect(drive.screen[1].hasPrefix(" \(narrowed) of \(narrowed) vehicles in view"))
        drive.press(.character("c"))
        #expect(drive.screen[1].hasPrefix(" 120 of 120 vehicles in view"))
    }
}
