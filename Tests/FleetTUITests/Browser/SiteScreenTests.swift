import FleetCore
import FleetService
import Testing

@testable import FleetTUI

@Suite("The site screens match their recordings and survive hostile feeds")
struct SiteScreenTests {
    private func expect(
        _ name: String, _ size: (Int, Int), _ act: (inout BrowserDriver) -> Void
    ) throws {
        var driver = BrowserDriver.atSites(size: CanvasSize(columns: size.0, rows: size.1))
        act(&driver)
        try expectScreen("\(name)-\(size.0)x\(size.1)", driver)
    }

    @Test("the site list with an alarm", arguments: ScreenTests.sizes)
    func list(_ size: (Int, Int)) throws {
        try expect("sites", size) { $0.press(.down) }
    }

    @Test("the site sheet with the trends of its values", arguments: ScreenTests.sizes)
    func siteSheet(_ size: (Int, Int)) throws {
        let temperatures = (0..<40).map { (index: Int) -> Double in 20 + Double(index * 7 % 13) / 4
        }
        let smoke: [Double] = Array(repeating: 0.2, count: 20) + [1, 2, 3, 4, 4.1]
        try expect("site", size) {
            $0.depots.samples["depot-south"] = [
                .temperature: temperatures, .smoke: smoke,
                .noiseLevel: [48, .nan, 50, .infinity, 48], .battery: [88, 88, 88],
            ]
            $0.press(.enter)
        }
    }

    @Test("the site feed failed: a panel over stale data", arguments: ScreenTests.sizes)
    func failed(_ size: (Int, Int)) throws {
        try expect("sites-failed", size) {
            let failure = FeedFailure(
                .service(.status(503)), at: "https://example.com/station_status.json")
            $0.publishSites(
                .failed(failure, retryAt: $0.now + .seconds(5), attempt: 1, $0.siteInfo))
            $0.wait(.seconds(2))
        }
    }

    private static let evil = [
        "A\u{1B}[2J\u{1B}]0;x\u{7}", "B\u{202E}cba", "C\u{301}\u{301}", "D自行车🚲👩‍👩‍👧🇳🇴",
        "E\u{0}\r\n\t", "F" + String(repeating: "x", count: 10_000), "\u{301}H", "",
        "J" + String(repeating: "界", count: 2000), "é", "e\u{301}",
    ]

    private static let numbers = [
        Double.nan, .infinity, -.infinity, 1e308, -1e308, 0, -0.0, .leastNonzeroMagnitude,
    ]

    private var sites: [Site] {
        Self.evil.enumerated().map { index, text in
            var site = Site(id: text)
            (site.name, site.address, site.regionID) = (text, text, text)
            (site.capacity, site.vehiclesAvailable) = (.max, .min)
            (site.vehiclesDisabled, site.docksAvailable) = (.max, .min)
            site.position = Position(latitude: -90, longitude: 180)
            site.lastReported = Timestamp(milliseconds: index.isMultiple(of: 2) ? .min : .max)
            site.measurements = Quantity.allCases.map {
                Measurement(
                    $0, .number(Self.numbers[index % Self.numbers.count]), at: site.lastReported,
                    threshold: Threshold(minimum: .infinity, maximum: -.infinity),
                    state: index == 2 ? .alarm : nil)
            }
            return site
        }
    }

    @Test(
        "no cell holds a control character or a lone combining mark, at any size",
        arguments: [(80, 24), (120, 40), (40, 12), (20, 8), (10, 4), (3, 2), (1, 1), (0, 0)])
    func safe(_ columns: Int, _ rows: Int) {
        var driver = BrowserDriver.atSites(sites, size: CanvasSize(columns: columns, rows: rows))
        for site in sites {
            driver.depots.samples[site.id] = [.temperature: Self.numbers, .smoke: [.nan]]
        }
        for _ in sites.indices {
            for key in [Key.enter, .down, .end, .character("m"), .escape, .escape, .down] {
                driver.press(key)
                #expect(driver.browser.canvas.unsafeCharacters == [])
            }
            driver.publishSiteSnapshot { $0.append($0.removeFirst()) }
        }
        driver.publishSiteSnapshot { $0[5].measurements[0].state = .alarm }
        #expect(driver.browser.canvas.unsafeCharacters == [])
    }

    @Test("five thousand sites can be scrolled, searched and followed")
    func many() {
        let many = (0..<5000).map { number in
            var site = Site(id: "S-\(number)")
            site.name = "Station \(10_000 + number)"
            site.measurements = Depots.sensors(at: Fleets.noon, smoke: 0)
            return site
        }
        var driver = BrowserDriver.atSites(many)
        #expect(driver.screen[1] == " 5,000 sites")
        driver.press(.end)
        #expect(driver.screen[22].hasPrefix("▶ ○ Station 14999"))
        driver.publishSiteSnapshot { $0[2500].measurements[2].state = .alarm }
        // Meanwhile, the notice about the alarm covers the last row.
        driver.wait(.seconds(5))
        #expect(driver.screen.contains { $0.hasPrefix("▶ ○ Station 14999") })
        driver.press(.home)
        #expect(driver.screen[3].hasPrefix("▶ ▲ Station 12500"))
        driver.type("/13777")
        #expect(driver.screen[1].hasPrefix(" 1 of 5,000 sites"))
        driver.press(.enter, .enter)
        #expect(driver.browser.router.current == .site("S-3777"))
    }
}
