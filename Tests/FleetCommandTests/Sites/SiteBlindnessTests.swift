import Foundation
import Testing

@Suite("A watch that goes blind for alarms of sites says so", .slots)
struct SiteBlindnessTests {
    private static let alerting = [
        "watch", "--interval", "0.02", "--on", "smoke,feed_stale,feed_restored", "--format",
        "ndjson",
    ]

    @Test("a status alone that fails is a stale feed, and a restored one when it is back")
    func alerts() async throws {
        let hook = try FeedServer { _, _ in .text("") }
        let town = try await StationTown()
        let watch = try town.home.start(Self.alerting + ["--notify", hook.address()])
        // The vehicles of the town are too old, which is told beside.
        await hook.until { $0.count >= 2 }
        try town.damage("station_status")
        await hook.until { $0.count >= 3 }
        try town.measure()
        await hook.until { $0.count >= 4 }
        watch.send(SIGINT)
        let outcome = await watch.outcome()
        let alerts = try hook.requests.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.body)) as? [String: Any])
        }
        #expect(Set(alerts.prefix(2).compactMap { $0.string("event") }) == ["smoke", "feed_stale"])
        #expect(alerts.dropFirst(2).map { $0.string("event") } == ["feed_stale", "feed_restored"])
        #expect(alerts[2].string("cause")?.contains("station_status.json") == true)
        #expect(alerts[3].string("since") == alerts[2].string("since"))
        let warnings = outcome.talkLines.filter { $0.contains("no alarm of a site is told") }
        #expect(warnings.count == 1 && warnings.first?.contains("station_status.json") == true)
    }

    @Test("a watch of sites has a state among its events")
    func states() async throws {
        let town = try await StationTown()
        let watch = try town.home.start(
            "site", "watch", "--interval", "0.02", "--format", "ndjson")
        await watch.until { $0.lines.count >= 2 }
        try town.damage("station_status")
        let outcome = await watch.until { $0.text.contains(#""state":"failed""#) }
        #expect(outcome.text.contains("station_status.json"))
        await watch.interrupt()
    }

    @Test(
        "what is noted of sites that stay the same is told once",
        arguments: [["site", "watch", "--interval", "0.02", "--format", "ndjson"], Self.alerting])
    func notes(words: [String]) async throws {
        let town = try await StationTown()
        let hook = try FeedServer { _, _ in .text("") }
        let notify = words == Self.alerting ? ["--notify", hook.address()] : []
        let watch = try town.home.start(words + notify)
        try await untilSeen("sites") {
            try await town.home.run("site", "list", "--offline").status == 0
        }
        try town.damage("station_information")
        let note = "warning: station_information: "
        await watch.until { $0.talk.contains(note) }
        try town.inform()
        try town.damage("station_status")
        await watch.until { $0.talk.contains("station_status.json") || $0.text.contains("failed") }
        watch.send(SIGINT)
        let outcome = await watch.outcome()
        #expect(outcome.talkLines.count { $0.hasPrefix(note) } == 1)
    }
}
