import FleetCore
import FleetService
import Testing

@testable import FleetTUI

@Suite("The screens of the sites look as they were recorded, whatever a feed says")
struct SiteScreenTests {
    private func expect(
        _ name: String, _ size: (Int, Int), _ act: (inout Drive) -> Void
    ) throws {
        var drive = Drive.atSites(size: CanvasSize(columns: size.0, rows: size.1))
        act(&drive)
        try expectScreen("\(name)-\(size.0)x\(size.1)", drive)
    }

    @Test("the sites, one with an alarm", arguments: ScreenTests.sizes)
    func list(_ size: (Int, Int)) throws {
        try expect("sites", size) { $0.press(.down) }
    }

    @Test("the monitor of a site, with the courses of its values", arguments: ScreenTests.sizes)
    func monitor(_ size: (Int, Int)) throws {
        try expect("site", size) {
            $0.depots.samples["depot-south"] = [
                .temperature: (0..<40).map { 20 + Double($0 * 7 % 13) / 4 },
                .smoke: Array(repeating: 0.2, count: 20) + [1, 2, 3, 4, 4.1],
                .noiseLevel: [48, .nan, 50, .infinity, 48], .battery: [88, 88, 88],
            ]
            $0.press(.enter)
        }
    }

    @Test("the sites' service failed: a panel over what is stale", arguments: ScreenTests.sizes)
    func failed(_ size: (Int, Int)) throws {
        try expect("sites-failed", size) {
            let failure = FeedFailure(.status(503), at: "https://example.com/station_status.json")
            $0.tellSites(
                .failed(failure, retryAt: $0.now + .seconds(5), attempt: 1, $0.siteInfo))
            $0.wait(.seconds(2))
        }
    }

    private static let evil = [
        "A\u{1B}[2J\u{1B}]0;x\u{7}", "B\u{202E}cba", "C\u{301}\u{301}", "D自行车🚲👩‍👩‍👧🇳🇴",
        "E\u{0}\r\n\t", "F" + String(repeating: "x", count: 100_000), "\u{301}H", "",
        "J" + String(repeating: "界", count: 5000), "é", "e\u{301}",
    ]

    private static let numbers = [
        Double.nan, .infinity, -.infinity, 1e308, -1e308, 0, -0.0, .leastNonzeroMagnitude,
    ]

    private var sites: [Site] {
        Self.evil.enumerated().map { place, text in
            var site = Site(id: text)
            (site.name, site.address) = (text, text)
            (site.capacity, site.vehiclesAvailable) = (.max, .min)
            (site.vehiclesDisabled, site.docksAvailable) = (.max, .min)
            site.position = Position(latitude: -90, longitude: 180)
            site.lastReported = Timestamp(milliseconds: place.isMultiple(of: 2) ? .min : .max)
            site.measurements = Quantity.allCases.map {
                Measurement(
                    $0, .number(Self.numbers[place % Self.numbers.count]), at: site.lastReported,
                    threshold: Threshold(minimum: .infinity, maximum: -.infinity),
                    state: place == 2 ? .alarm : nil)
            }
            return site
        }
    }

    @Test(
        "no cell holds a control character or a mark alone, at any size",
        arguments: [(80, 24), (120, 40), (40, 12), (20, 8), (10, 4), (3, 2), (1, 1), (0, 0)])
    func safe(_ columns: Int, _ rows: Int) {
        var drive = Drive.atSites(sites, size: CanvasSize(columns: columns, rows: rows))
        for site in sites {
            drive.depots.samples[site.id] = [.temperature: Self.numbers, .smoke: [.nan]]
        }
        for _ in sites.indices {
            for key in [Key.enter, .down, .end, .character("m"), .escape, .escape, .down] {
                drive.press(key)
                expectSafe(drive.browser.canvas)
            }
            drive.siteSnapshot { $0.append($0.removeFirst()) }
        }
        drive.siteSnapshot { $0[5].measurements[0].state = .alarm }
        expectSafe(drive.browser.canvas)
    }

    private func expectSafe(_ canvas: Canvas) {
        for row in 0..<canvas.size.rows {
            for cell in canvas.row(row) where !cell.isContinuation {
                #expect(DisplayWidth.of(cell.character) > 0)
                #expect(!cell.character.unicodeScalars.contains { $0.value < 0x20 })
            }
        }
    }

    @Test("five thousand sites are walked through, searched and followed")
    func many() {
        let many = (0..<5000).map { number in
            var site = Site(id: "S-\(number)")
            site.name = "Station \(10_000 + number)"
            site.measurements = Depots.sensors(at: Fleets.noon, smoke: 0)
            return site
        }
        var drive = Drive.atSites(many)
        #expect(drive.screen[1] == " 5,000 sites")
        drive.press(.end)
        #expect(drive.screen[22].hasPrefix("▶ ○ Station 14999"))
        drive.siteSnapshot { $0[2500].measurements[2].state = .alarm }
        #expect(drive.screen.contains { $0.hasPrefix("▶ ○ Station 14999") })
        drive.press(.home)
        #expect(drive.screen[3].hasPrefix("▶ ▲ Station 12500"))
        drive.type("/13777")
        #expect(drive.screen[1].hasPrefix(" 1 of 5,000 sites"))
        drive.press(.enter, .enter)
        #expect(drive.browser.router.current == .site("S-3777"))
    }
}
