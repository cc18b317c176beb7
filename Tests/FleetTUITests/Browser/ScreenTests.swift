import FleetCore
import FleetService
import Testing

@testable import FleetTUI

@Suite("Screens match their recordings")
struct ScreenTests {
    /// Sizes that every screen has to fit: a standard, a large and a tiny one.
    static let sizes = [(80, 24), (120, 40), (40, 12)]

    private func expect(
        _ name: String, _ size: (Int, Int), _ vehicles: [Vehicle] = Fleets.town(120),
        _ act: (inout BrowserDriver) -> Void
    ) throws {
        var driver = BrowserDriver.live(vehicles, size: CanvasSize(columns: size.0, rows: size.1))
        act(&driver)
        try expectScreen("\(name)-\(size.0)x\(size.1)", driver)
        #expect(driver.screen.count == size.1)
    }

    @Test("the list", arguments: sizes)
    func list(_ size: (Int, Int)) throws {
        try expect("list", size) { $0.press(.down, .down) }
    }

    @Test("the filter over the list, with a color and a state selected", arguments: sizes)
    func filter(_ size: (Int, Int)) throws {
        try expect("filter", size) {
            $0.press(.character("f"), .enter, .tab, .down, .enter)
        }
    }

    @Test("a vehicle with its QR code", arguments: sizes)
    func vehicle(_ size: (Int, Int)) throws {
        try expect("vehicle", size) { $0.press(.down, .enter) }
    }

    @Test("the map with a selected vehicle", arguments: sizes)
    func map(_ size: (Int, Int)) throws {
        try expect("map", size) { $0.press(.character("m"), .tab) }
    }

    @Test("the keys of the list", arguments: sizes)
    func help(_ size: (Int, Int)) throws {
        try expect("help", size) { $0.press(.character("?")) }
    }

    @Test("the service failed: a panel over the list", arguments: sizes)
    func service(_ size: (Int, Int)) throws {
        try expect("service-failed", size) {
            let failure = FeedFailure(.service(.status(500)), at: "https://example.com/gbfs.json")
            $0.publish(.failed(failure, retryAt: $0.now + .seconds(5), attempt: 1, $0.info))
            $0.wait(.seconds(2))
        }
    }

    @Test("the connection failed: a banner over the list", arguments: sizes)
    func connection(_ size: (Int, Int)) throws {
        try expect("connection-failed", size) {
            let failure = FeedFailure(
                .network(.connectionRefused), at: "https://example.com/gbfs.json")
            $0.publish(.failed(failure, retryAt: $0.now + .seconds(20), attempt: 3, $0.info))
            $0.wait(.seconds(2))
        }
    }

    @Test(
        "the first load failed: only the failure", arguments: sizes,
        [
            ("failed", "https://feeds.exmaple.com", .network(.hostNotFound("feeds.exmaple.com"))),
            ("refused", "http://127.0.0.1:1/feed.json", .network(.connectionRefused)),
        ] as [(String, String, FeedFailure.Reason)])
    func alone(
        _ size: (Int, Int), _ failure: (name: String, address: String, reason: FeedFailure.Reason)
    ) throws {
        var driver = BrowserDriver(size: CanvasSize(columns: size.0, rows: size.1))
        driver.publish(
            .failed(
                FeedFailure(failure.reason, at: failure.address),
                retryAt: driver.now + .seconds(5), attempt: 1, nil))
        try expectScreen("\(failure.name)-alone-\(size.0)x\(size.1)", driver)
    }

    @Test("a search without matches shows a message and the key that helps")
    func emptySearch() throws {
        try expect("empty-search", (80, 24)) { $0.type("/zebra") }
    }

    @Test("a feed without vehicles shows a message")
    func emptyFeed() throws {
        try expect("empty-feed", (80, 24), []) { _ in }
    }

    @Test("a pull past the top shows its progress")
    func pull() throws {
        try expect("pull", (80, 24)) { $0.press(.up) }
    }
}
