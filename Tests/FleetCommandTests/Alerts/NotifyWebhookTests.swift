import FleetTestSupport
import Foundation
import Testing

@Suite("A watch sends the selected alerts to a webhook", .slots)
struct NotifyWebhookTests {
    /// Returns the alerts in these requests.
    private func alerts(_ requests: [TestServer.Request]) throws -> [[String: Any]] {
        try requests.map {
            try #require(
                try JSONSerialization.jsonObject(with: Data($0.body)) as? [String: Any])
        }
    }

    @Test("the webhook gets the low batteries that jq finds in the list")
    func simulation() async throws {
        let hook = try TestServer { _, _ in .text("") }
        let home = try FleetHome()
        let source = "sim://?vehicles=1000&now=2026-01-31T12:00:00Z"
        try await home.run(
            "watch", "--source", source, "--count", "1", "--notify-rate", "600",
            "--on", "battery_percent", "--notify", hook.address("/hook")
        ).succeeded()
        let list = try await home.run("list", "--source", source, "--format", "json")
        let low = try await Tool.jq(
            ".vehicles[] | select(.battery_percent <= 20) | .vehicle_id", list.data)
        try #require(!low.isEmpty)
        let alerts = try alerts(hook.requests)
        #expect(Set(alerts.compactMap { $0.string("vehicle_id") }) == Set(low))
        #expect(alerts.count == low.count)
        #expect(hook.requests.allSatisfy { $0.method == "POST" && $0.target == "/hook" })
        #expect(hook.requests.first?.headers["content-type"] == "application/json")
        #expect(hook.requests.first?.headers["user-agent"]?.hasPrefix("fleet/") == true)
    }

    @Test("a smoke alarm in a depot is sent once, with the values of `fleet site list`")
    func smoke() async throws {
        let hook = try TestServer { _, _ in .text("") }
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
        let sent = try await Tool.jq(
            "[.station_id, .name, .quantity, .value, .threshold.max]",
            try #require(
                hook.requests.first {
                    String(decoding: $0.body, as: UTF8.self).contains(#""event":"smoke""#)
                }
            ).body)
        #expect(alarms == sent)
        #expect(alert.string("message")?.hasPrefix("Depot Sud: smoke alarm, ") == true)
    }

    @Test("unreadable sites are reported once")
    func unreadableSites() async throws {
        let hook = try TestServer { _, _ in .text("") }
        let server = try TestServer { _, _ in .status("500 Oops") }
        let home = try FleetHome()
        let watch = try home.start(
            "watch", "--source", server.address(), "--failing-after", "1", "--notify",
            hook.address())
        let warning =
            "warning: no site alarms: the service at \(server.address()) failed: "
            + "HTTP status 500"
        await watch.waitUntil { $0.errorLines.contains(warning) }
        await hook.waitUntil { $0.requests.count >= 1 }
        watch.send(SIGINT)
        let outcome = await watch.outcome()
        #expect(outcome.status == 130)
        #expect(outcome.errorLines.count { $0 == warning } == 1)
        #expect(try alerts(hook.requests).map { $0.string("event") } == ["feed_stale"])
    }

    @Test("one alert is sent when a feed becomes stale and one when it is restored")
    func stale() async throws {
        let hook = try TestServer { _, _ in .text("") }
        let isDown = Observed(false)
        let server = try TestServer { _, _ in
            isDown.value ? .status("503 Down") : .text(Feeds.longLived("A"))
        }
        let home = try FleetHome()
        let watch = try home.start(
            "watch", "--source", server.address(), "--format", "ndjson", "--count", "2", "--on",
            "feed_stale,feed_restored", "--failing-after", "2", "--notify", hook.address())
        await watch.waitUntil { $0.text.contains(#""state":"live""#) }
        try await home.waitForFile(endingWith: ".sock")
        isDown.change { $0 = true }
        for _ in 0..<2 {
            #expect(try await home.run("refresh", "--source", server.address()).status == 69)
        }
        await hook.waitUntil { $0.requests.count >= 1 }
        isDown.change { $0 = false }
        try await home.run("refresh", "--source", server.address()).succeeded()
        // The watch exits when all alerts are sent.
        #expect(await watch.outcome().succeeded().errorText.isEmpty)
        let alerts = try alerts(hook.requests)
        #expect(alerts.map { $0.string("event") } == ["feed_stale", "feed_restored"])
        #expect(alerts[0].string("cause")?.hasSuffix("HTTP status 503") == true)
        #expect(alerts[0].string("fetched_at") != nil)
        #expect(alerts[1].string("since") == alerts[0].string("since"))
    }

    @Test("a feed with old data is stale")
    func old() async throws {
        let hook = try TestServer { _, _ in .text("") }
        let server = try TestServer { _, _ in
            .text(#"{"last_updated":1700000000,"# + Feeds.longLived("A").dropFirst())
        }
        let home = try FleetHome()
        try await home.run(
            "watch", "--source", server.address(), "--count", "1", "--notify", hook.address()
        ).succeeded()
        let alert = try #require(try alerts(hook.requests).first)
        #expect(alert.string("event") == "feed_stale")
        #expect(alert.string("last_updated") == "2023-11-14T22:13:20Z")
    }

    @Test("alerts are retried after an outage of the webhook, which may set Retry-After")
    func outage() async throws {
        let hook = try TestServer { number, _ in
            switch number {
            case 1: .status("500 Oops")
            case 2: .status("429 Slow down", "Retry-After: 1")
            default: .text("")
            }
        }
        let town = try await NotifyFixture(["A"])
        let watch = try await town.watch("--on", "appeared", "--notify", hook.address())
        try town.write(["A", "B", "C"])
        await hook.waitUntil { $0.requests.count >= 4 }
        #expect(await !town.stop(watch).errorText.contains("could not deliver"))
        let alerts = try alerts(hook.requests)
        #expect(alerts.map { $0.string("vehicle_id") } == ["B", "B", "B", "C"])
    }

    @Test("a rejected alert is not retried and a redirect is not followed")
    func rejected() async throws {
        let other = try TestServer { _, _ in .text("") }
        let hook = try TestServer { [address = other.address()] number, _ in
            number == 1 ? .status("404 None") : .status("302 Found", "Location: \(address)")
        }
        let town = try await NotifyFixture(["A"])
        let watch = try await town.watch("--on", "appeared", "--notify", hook.address())
        try town.write(["A", "B", "C"])
        await watch.waitUntil { $0.errorText.contains("warning") }
        await hook.waitUntil { $0.requests.count >= 2 }
        let outcome = await town.stop(watch)
        #expect(
            outcome.errorLines.contains(
                "warning: could not deliver 1 alert to \(hook.address("")): "
                    + "the service at \(hook.address("")) failed: HTTP status 404"))
        #expect(hook.requests.count == 2)
        #expect(other.requests.isEmpty)
    }

    @Test("a hanging webhook does not delay the other notifiers")
    func several() async throws {
        let slow = try TestServer { _, _ in .text("", after: 60) }
        let hook = try TestServer { _, _ in .text("") }
        let town = try await NotifyFixture(["A"])
        let watch = try await town.watch(
            "--on", "appeared", "--notify", slow.address(), "--notify", hook.address(),
            "--notify", NotifyFixture.command)
        try town.write(["A", "B", "C"])
        await hook.waitUntil { $0.requests.count >= 2 }
        #expect(try await town.calls(2).count == 2)
        await slow.waitUntil { $0.requests.count >= 1 }
        let outcome = await town.stop(watch)
        #expect(outcome.status == 143)
        await slow.waitUntil { $0.requests.first?.isAborted == true }
    }

    @Test("only a webhook's host is printed, and with @FILE `ps` does not show its secrets")
    func secrets() async throws {
        let hook = try TestServer { _, _ in .status("403 No") }
        let town = try await NotifyFixture(["A"])
        let address = "http://me:hush@127.0.0.1:\(hook.port)/hush?token=hush&x=hush"
        try town.home.write(address + "\n", to: "hook.txt")
        let watch = try await town.watch("--on", "appeared", "--notify", "@hook.txt")
        try town.write(["A", "B"])
        await watch.waitUntil { $0.errorText.contains("warning") }
        let arguments = try await Tool.run("ps", "-ww", "-o", "args=", "-p", "\(watch.processID)")
        #expect(!String(decoding: arguments, as: UTF8.self).contains("hush"))
        let outcome = await town.stop(watch)
        #expect(!outcome.text.contains("hush") && !outcome.errorText.contains("hush"))
        #expect(
            outcome.errorText.contains(
                "http://127.0.0.1:\(hook.port): access denied (HTTP status 403)"))
        let request = try #require(hook.requests.first)
        #expect(request.target == "/hush?token=hush&x=hush")
        #expect(request.headers["authorization"] == "Basic bWU6aHVzaA==")
        for name in try town.home.files where name != "hook.txt" {
            #expect(!town.home.text(of: name).contains("hush"), "\(name)")
        }
    }

    @Test("a watch that follows another one sends alerts too")
    func follower() async throws {
        let hook = try TestServer { _, _ in .text("") }
        let town = try await NotifyFixture(["A"])
        let leader = try await town.watch()
        try await town.home.waitForFile(endingWith: ".sock")
        let watch = try await town.watch("--on", "appeared", "--notify", hook.address())
        try town.write(["A", "B"])
        await hook.waitUntil { $0.requests.count >= 1 }
        _ = await town.stop(watch)
        _ = await town.stop(leader)
        #expect(try alerts(hook.requests).first?.string("vehicle_id") == "B")
    }
}
