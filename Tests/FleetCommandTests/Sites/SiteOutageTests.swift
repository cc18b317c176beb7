import FleetTestSupport
import Foundation
import Testing

@Suite("A watch reports when site alarms are unavailable", .slots)
struct SiteOutageTests {
    private static let alerting = [
        "watch", "--interval", "0.02", "--on", "smoke,feed_stale,feed_restored", "--format",
        "ndjson",
    ]
    private static let notifying = ["--failing-after", "1", "--notify"]

    @Test("A failing station_status alone makes the feed stale, and its return restores the feed")
    func alerts() async throws {
        let hook = try TestServer { _, _ in .text("") }
        let system = try await StationSystem()
        let watch = try system.home.start(Self.alerting + Self.notifying + [hook.address()])
        // The vehicles are stale too, which is the second alert.
        await hook.waitUntil { $0.requests.count >= 2 }
        try system.damage("station_status")
        await hook.waitUntil { $0.requests.count >= 3 }
        try system.writeStatus()
        await hook.waitUntil { $0.requests.count >= 4 }
        watch.send(SIGINT)
        let outcome = await watch.outcome()
        let alerts = try hook.requests.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.body)) as? [String: Any])
        }
        #expect(Set(alerts.prefix(2).compactMap { $0.string("event") }) == ["smoke", "feed_stale"])
        #expect(alerts.dropFirst(2).map { $0.string("event") } == ["feed_stale", "feed_restored"])
        #expect(alerts[2].string("cause")?.contains("station_status.json") == true)
        #expect(alerts[3].string("since") == alerts[2].string("since"))
        let warnings = outcome.errorLines.filter { $0.contains("no site alarms") }
        #expect(warnings.count == 1 && warnings.first?.contains("station_status.json") == true)
    }

    @Test("A site watch lists a failure among its events")
    func states() async throws {
        let system = try await StationSystem()
        let watch = try system.home.start(
            "site", "watch", "--interval", "0.02", "--format", "ndjson")
        await watch.waitUntil { $0.lines.count >= 2 }
        try system.damage("station_status")
        let outcome = await watch.waitUntil { $0.text.contains(#""state":"failed""#) }
        #expect(outcome.text.contains("station_status.json"))
        await watch.interrupt()
    }

    @Test(
        "A repeated warning about sites is printed once",
        arguments: [["site", "watch", "--interval", "0.02", "--format", "ndjson"], Self.alerting])
    func warnings(arguments: [String]) async throws {
        let system = try await StationSystem()
        let hook = try TestServer { _, _ in .text("") }
        let notify = arguments == Self.alerting ? ["--notify", hook.address()] : []
        let watch = try system.home.start(arguments + notify)
        try await waitUntil("sites") {
            try await system.home.run("site", "list", "--offline").status == 0
        }
        try system.damage("station_information")
        let warning = "warning: station_information: "
        await watch.waitUntil { $0.errorText.contains(warning) }
        try system.writeInformation()
        try system.damage("station_status")
        await watch.waitUntil {
            $0.errorText.contains("station_status.json") || $0.text.contains("failed")
        }
        watch.send(SIGINT)
        let outcome = await watch.outcome()
        #expect(outcome.errorLines.count { $0.hasPrefix(warning) } == 1)
    }
}
