import FleetCore
import FleetService
import Testing

@testable import FleetTUI

@Suite("A source without vehicles is browsed by its stations")
struct StationsOnlyTests {
    /// A browser whose vehicle feed failed, before any site is loaded.
    private func driver(
        _ reason: FeedFailure.Reason = .content(.onlyStations), route: Route = .list
    ) -> BrowserDriver {
        var driver = BrowserDriver([]) { $0.route = route }
        driver.depots.sites = Depots.town()
        driver.publish(.loading(nil))
        let failure = FeedFailure(reason, at: "https://example.com/gbfs.json")
        driver.publish(
            .failed(failure, retryAt: driver.now + .seconds(5), attempt: 1, nil))
        return driver
    }

    @Test("The list of sites opens, says so, and shows the state of the site feed")
    func sites() {
        var driver = driver()
        #expect(driver.effects.count { $0 == .subscribeToSites } == 1)
        #expect(driver.browser.router.current == .sites)
        #expect(driver.text.contains("town has no vehicles; these are its stations"))
        driver.publishSiteSnapshot()
        #expect(driver.screen[0].contains("● live") && driver.screen[1].hasPrefix(" 3 sites"))
        #expect(driver.screen[3].contains("Depot South"))
        driver.clearEffects()
        driver.press(.character("r"))
        #expect(driver.effects == [.refreshSites])
    }

    @Test("The list of vehicles explains itself instead of showing a failure, and q quits")
    func list() {
        var driver = driver()
        driver.publishSiteSnapshot()
        driver.wait(.seconds(20))
        driver.press(.character("q"))
        #expect(driver.browser.router.current == .list)
        #expect(driver.text.contains("town has no vehicles, only stations."))
        #expect(driver.text.contains("S shows them, m shows the map"))
        #expect(!driver.text.contains("Cannot read the feed"))
        driver.press(.character("q"))
        #expect(driver.effects.last == .terminal(.quit))
    }

    @Test("The map shows the stations, also if it was the first screen")
    func map() {
        var driver = driver(route: .map)
        driver.publishSiteSnapshot()
        #expect(driver.browser.router.current == .map)
        #expect(driver.text.contains("⌂") && driver.text.contains("Depot North"))
    }

    @Test("A later failure of the site feed is shown on every screen")
    func failure() {
        var driver = driver()
        driver.publishSiteSnapshot()
        let failure = FeedFailure(
            .service(.status(503)), at: "https://example.com/station_status.json")
        driver.publishSites(
            .failed(failure, retryAt: driver.now + .seconds(5), attempt: 1, driver.siteInfo))
        #expect(driver.text.contains("Internal server error"))
        driver.press(.character("q"))
        #expect(driver.text.contains("Internal server error"))
    }

    @Test("A document of another kind counts as one of stations only if it lists some")
    func unknownDocument() {
        var driver = driver(.content(.noVehicles))
        #expect(driver.effects.contains(.subscribeToSites))
        #expect(driver.text.contains("Cannot read the feed"))
        driver.publishSiteSnapshot { $0 = [] }
        #expect(driver.text.contains("Cannot read the feed"))
        driver.publishSiteSnapshot { $0 = Depots.town() }
        #expect(driver.browser.router.current == .sites)
    }

    @Test("Vehicles that cannot be read leave the stations, with the cause")
    func unreadable() {
        var driver = BrowserDriver([]) { $0.route = .list }
        driver.depots.sites = Depots.town()
        driver.publish(.loading(nil))
        let failure = FeedFailure(.service(.status(404)), at: "https://example.com/v.json")
        driver.publish(
            .failed(
                failure.leavingStations(), retryAt: driver.now + .seconds(5), attempt: 1, nil))
        #expect(driver.effects.contains(.subscribeToSites))
        driver.publishSiteSnapshot()
        #expect(driver.browser.router.current == .sites)
        #expect(driver.text.contains("HTTP status 404"))
        #expect(driver.screen[3].contains("Depot South"))
        driver.press(.character("q"))
        #expect(driver.text.contains("The vehicles cannot be read"))
    }

    @Test("Vehicles that appear later are shown, and stored ones never give way to stations")
    func vehicles() {
        var driver = driver()
        driver.publishSiteSnapshot()
        driver.snapshot { $0 = Fleets.town(3) }
        driver.press(.character("q"))
        #expect(driver.screen[1].contains("3 of 3 vehicles"))
        let failure = FeedFailure(.content(.onlyStations), at: "https://example.com/gbfs.json")
        driver.publish(
            .failed(failure, retryAt: driver.now + .seconds(5), attempt: 1, driver.info))
        #expect(driver.browser.router.current == .list)
        #expect(driver.screen.contains { $0.contains("Cannot read the feed") })
    }
}
