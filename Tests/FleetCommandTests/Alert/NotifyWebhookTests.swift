import Foundation
import Testing

@Suite("A watch tells a webhook what was asked for", .slots)
struct NotifyWebhookTests {
    /// The alerts that a server was told.
    private func alerts(_ requests: [FeedServer.Request]) throws -> [[String: Any]] {
        try requests.map {
            try #require(
                try JSONSerialization.jsonObject(with: Data($0.body)) as? [String: Any])
        }
    }

    @Test("the simulation's low batteries are told, those that another program finds")
    func simulation() async throws {
        let hook = try FeedServer { _, _ in .text("") }
        let home = try FleetHome()
        let source = "sim://?vehicles=1000&now=2026-01-31T12:00:00Z"
        try await home.run(
            "watch", "--source", source, "--count", "1", "--notify-rate", "600",
            "--on", "battery_percent", "--notify", hook.address("/hook")
        ).succeeded()
        let list = try await home.run("list", "--source", source, "--format", "json")
        let low = try await Tool.jq(
            ".vehicles[] | select(.battery_percent < 20) | .vehicle_id", list.data)
        try #require(!low.isEmpty)
        let alerts = try alerts(hook.requests)
        #expect(Set(alerts.compactMap { $0.string("vehicle_id") }) == Set(low))
        #expect(alerts.count == low.count)
        #expect(hook.requests.allSatisfy { $0.method == "POST" && $0.target == "/hook" })
        #expect(hook.requests.first?.headers["content-type"] == "application/json")
        #expect(hook.requests.first?.headers["user-agent"]?.hasPrefix("fleet/") == true)
    }

    @Test("the smoke in a depot of the simulation is told once, as a watch of sites tells it")
    func smoke() async throws {
        let hook = try FeedServer { _, _ in .text("") }
        let home = try FleetHome()
        let source =
            "sim://?vehicles=100&now=2026-02-01T14:20:00Z&min_interval=0.05&max_interval=0.05"
        try await home.run(
            "watch", "--source", source, "--count", "10", "--on", "all", "--events",
            "--notify", hook.address()
        ).succeeded()
        let alerts = try alerts(hook.requests).filter { $0.string("event") == "smoke" }
        let alert = try #require(alerts.first)
        #expect(alerts.count == 1)
        let sites = try await home.run("site", "list", "--source", source, "--format", "json")
        let alarms = try await Tool.jq(
            ".sites[] | . as $site | .measurements[] | select(.state == \"alarm\")"
                + " | [$site.station_id, $site.name, .quantity, .value, .threshold.max]",
            sites.data)
        let told = try await Tool.jq(
            "[.station_id, .name, .quantity, .value, .threshold.max]",
            try #require(
                hook.requests.first {
                    String(decoding: $0.body, as: UTF8.self).contains(#""event":"smoke""#)
                }
            ).body)
        #expect(alarms == told)
        #expect(alert.string("message")?.hasPrefix("Depot Sud: smoke alarm, ") == true)
    }

    @Test("sites that cannot be read are told of, once")
    func sitesAway() async throws {
        let hook = try FeedServer { _, _ in .text("") }
        let server = try FeedServer { _, _ in .status("500 Oops") }
        let home = try FleetHome()
        let watch = try home.start(
            "watch", "--source", server.address(), "--notify", hook.address())
        let words =
            "warning: no alarm of a site is told: the service at \(server.address()) failed: "
            + "HTTP status 500"
        await watch.until { $0.talkLines.contains(words) }
        await hook.until { $0.count >= 1 }
        watch.send(SIGINT)
        let outcome = await watch.outcome()
        #expect(outcome.status == 130)
        #expect(outcome.talkLines.count { $0 == words } == 1)
        #expect(try alerts(hook.requests).map { $0.string("event") } == ["feed_stale"])
    }

    @Test("a feed that goes stale and comes back is told of once each")
    func stale() async throws {
        let hook = try FeedServer { _, _ in .text("") }
        let isDown = Observed(false)
        let server = try FeedServer { _, _ in
            isDown.value ? .status("503 Down") : .text(Feeds.lasting("A"))
        }
        let home = try FleetHome()
        let watch = try home.start(
            "watch", "--source", server.address(), "--format", "ndjson", "--count", "2", "--on",
            "feed_stale,feed_restored", "--notify", hook.address())
        await watch.until { $0.text.contains(#""state":"live""#) }
        isDown.change { $0 = true }
        for _ in 0..<2 {
            #expect(try await home.run("refresh", "--source", server.address()).status == 69)
        }
        await hook.until { $0.count >= 1 }
        isDown.change { $0 = false }
        try await home.run("refresh", "--source", server.address()).succeeded()
        // It ends by itself, when all is told.
        #expect(await watch.outcome().succeeded().talk.isEmpty)
        let alerts = try alerts(hook.requests)
        #expect(alerts.map { $0.string("event") } == ["feed_stale", "feed_restored"])
        #expect(alerts[0].string("cause")?.hasSuffix("HTTP status 503") == true)
        #expect(alerts[0].string("fetched_at") != nil)
        #expect(alerts[1].string("since") == alerts[0].string("since"))
    }

    @Test("a feed that answers with what is old is stale")
    func old() async throws {
        let hook = try FeedServer { _, _ in .text("") }
        let server = try FeedServer { _, _ in
            .text(#"{"last_updated":1700000000,"# + Feeds.lasting("A").dropFirst())
        }
        let home = try FleetHome()
        try await home.run(
            "watch", "--source", server.address(), "--count", "1", "--notify", hook.address()
        ).succeeded()
        let alert = try #require(try alerts(hook.requests).first)
        #expect(alert.string("event") == "feed_stale")
        #expect(alert.string("last_updated") == "2023-11-14T22:13:20Z")
    }

    @Test("an outage of the webhook is waited out, as long as it asks for")
    func outage() async throws {
        let hook = try FeedServer { number, _ in
            switch number {
            case 1: .status("500 Oops")
            case 2: .status("429 Slow down", "Retry-After: 1")
            default: .text("")
            }
        }
        let town = try await Notified(["A"])
        let watch = try await town.watch("--on", "appeared", "--notify", hook.address())
        try town.write(["A", "B", "C"])
        await hook.until { $0.count >= 4 }
        #expect(await !town.end(watch).talk.contains("not told"))
        let alerts = try alerts(hook.requests)
        #expect(alerts.map { $0.string("vehicle_id") } == ["B", "B", "B", "C"])
    }

    @Test("a webhook that refuses is asked once, one that redirects not followed")
    func refused() async throws {
        let other = try FeedServer { _, _ in .text("") }
        let hook = try FeedServer { [address = other.address()] number, _ in
            number == 1 ? .status("404 None") : .status("302 Found", "Location: \(address)")
        }
        let town = try await Notified(["A"])
        let watch = try await town.watch("--on", "appeared", "--notify", hook.address())
        try town.write(["A", "B", "C"])
        await watch.until { $0.talk.contains("warning") }
        await hook.until { $0.count >= 2 }
        let outcome = await town.end(watch)
        #expect(
            outcome.talkLines.contains(
                "warning: 1 alert was not told by \(hook.address("")): "
                    + "the service at \(hook.address("")) failed: HTTP status 404"))
        #expect(hook.requests.count == 2)
        #expect(other.requests.isEmpty)
    }

    @Test("several are told, each by itself: one that hangs holds up no other")
    func several() async throws {
        let slow = try FeedServer { _, _ in .text("", after: 60) }
        let hook = try FeedServer { _, _ in .text("") }
        let town = try await Notified(["A"])
        let watch = try await town.watch(
            "--on", "appeared", "--notify", slow.address(), "--notify", hook.address(),
            "--notify", Notified.command)
        try town.write(["A", "B", "C"])
        await hook.until { $0.count >= 2 }
        #expect(try await town.calls(2).count == 2)
        await slow.until { $0.count >= 1 }
        let outcome = await town.end(watch)
        #expect(outcome.status == 143)
        await slow.until { $0.first?.isAborted == true }
    }

    @Test("nothing of the address but the host is seen, and from a file not even by `ps`")
    func secrets() async throws {
        let hook = try FeedServer { _, _ in .status("403 No") }
        let town = try await Notified(["A"])
        let address = "http://me:hush@127.0.0.1:\(hook.port)/hush?token=hush&x=hush"
        try town.home.write(address + "\n", to: "hook.txt")
        let watch = try await town.watch("--on", "appeared", "--notify", "@hook.txt")
        try town.write(["A", "B"])
        await watch.until { $0.talk.contains("warning") }
        let words = try await Tool.run("ps", "-ww", "-o", "args=", "-p", "\(watch.identifier)")
        #expect(!String(decoding: words, as: UTF8.self).contains("hush"))
        let outcome = await town.end(watch)
        #expect(!outcome.text.contains("hush") && !outcome.talk.contains("hush"))
        #expect(
            outcome.talk.contains("http://127.0.0.1:\(hook.port): access denied (HTTP status 403)"))
        let request = try #require(hook.requests.first)
        #expect(request.target == "/hush?token=hush&x=hush")
        #expect(request.headers["authorization"] == "Basic bWU6aHVzaA==")
        for name in try town.home.files where name != "hook.txt" {
            #expect(!town.home.text(of: name).contains("hush"), "\(name)")
        }
    }

    @Test("the alerts of a watch that follows another are told too")
    func follower() async throws {
        let hook = try FeedServer { _, _ in .text("") }
        let town = try await Notified(["A"])
        let leader = try await town.watch()
        try await town.home.untilThereIs(".sock")
        let watch = try await town.watch("--on", "appeared", "--notify", hook.address())
        try town.write(["A", "B"])
        await hook.until { $0.count >= 1 }
        _ = await town.end(watch)
        _ = await town.end(leader)
        #expect(try alerts(hook.requests).first?.string("vehicle_id") == "B")
    }
}
