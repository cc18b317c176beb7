import FleetCore
import FleetRuntimeTestSupport
import FleetService
import FleetSettings
import FleetTeam
import FleetTestSupport
import Foundation
import Testing

@testable import FleetRuntime

@Suite("A server sends the alerts of its administrators")
struct AlertServiceTests {
    /// A vehicle of the feed; each has a location of its own.
    private typealias Row = (id: String, percent: Int)

    private let home: TestHome
    private let team: Team
    private let hook: TestServer

    init() throws {
        home = try TestHome()
        team = try home.context().openTeam(passwords: PasswordHasher(threads: 1, queue: 0))
        hook = try TestServer { _, _ in .text("") }
    }

    /// A server's process on the home.
    private struct Server {
        let pool: SourcePool
        let service: AlertService
        private let task: Task<Void, Never>

        init(_ home: TestHome, _ team: Team, allowsPrivate: Bool = true) throws {
            let context = try home.context()
            pool = try SourcePool(["town"], in: context, checkInterval: .milliseconds(10))
            service = try AlertService(
                for: team, sources: pool, allowsPrivate: allowsPrivate, in: context,
                checkInterval: .milliseconds(10))
            task = Task { [pool, service] in await service.run { await pool.run() } }
        }

        /// Waits until the snapshot has so many vehicles.
        func waitUntilLive(_ total: Int) async throws {
            let uuid = UUID(sourceName: "town")
            try await waitUntil("the source is live") {
                guard case .live(let info, _)? = pool.state(of: uuid, .vehicles)?.state else {
                    return false
                }
                return info.total == total
            }
        }

        func waitUntilSitesAreLive() async throws {
            try await waitUntil("the sites are live") {
                pool.state(of: UUID(sourceName: "town"), .sites)?.state.info != nil
            }
        }

        func waitUntilSitesFail() async throws {
            try await waitUntil("the sites have failed") {
                pool.state(of: UUID(sourceName: "town"), .sites)?.state.failure != nil
            }
        }

        func refresh() async throws { _ = try await pool.refresh(UUID(sourceName: "town")) }

        /// Begins to stop, as at a signal.
        func cancel() { task.cancel() }

        func stop() async {
            cancel()
            await task.value
        }
    }

    private func write(_ rows: Row...) throws {
        let vehicles = rows.enumerated().map { index, row in
            #"{"id":"\#(row.id)","lat":\#(40 + index),"lng":2.25,"battery":\#(row.percent)}"#
        }
        try home.write(#"{"vehicles":[\#(vehicles.joined(separator: ","))]}"#, to: "feed.json")
    }

    /// Adds the source, whose feed has these vehicles.
    private func addSource(_ rows: Row...) async throws {
        let vehicles = rows.map { #"{"id":"\#($0.id)","battery":\#($0.percent)}"# }
        let path = try home.write(
            #"{"vehicles":[\#(vehicles.joined(separator: ","))]}"#, to: "feed.json")
        var source = Source(location: .file(path), uuid: UUID(sourceName: "town"))
        source.rotation = .no
        try await home.add("town", source)
    }

    @discardableResult
    private func addAlert(
        _ name: String = "low", _ kinds: Set<AlertKind> = [.event(.batteryLow)],
        filter: String = "", lowBattery: Double = 20, path: String = "/hook",
        change: (inout TeamAlertContent) -> Void = { _ in }
    ) async throws -> TeamAlert {
        let view =
            filter.isEmpty
            ? nil
            : try await team.onMachine().addView(ViewName(name), ViewContent(filter))
        var content = TeamAlertContent(
            name: name, view: view, kinds: kinds, lowBattery: lowBattery,
            webhook: try WebhookAddress(hook.address(path)))
        change(&content)
        return try await team.onMachine().addAlert(content)
    }

    /// The alerts that the webhook got at a path, as `ID event`, in order.
    private func sent(to path: String = "/hook") -> [String] {
        hook.requests.filter { $0.target == path }.map { request in
            let object =
                try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
            let values = ["vehicle_id", "event"].map { object?[$0] as? String ?? "-" }
            return values.joined(separator: " ")
        }
    }

    @Test(
        "each event is sent once by each alert that selects it, and nothing for the first snapshot")
    func events() async throws {
        try await addSource(("A", 50), ("B", 10))
        try await addAlert()
        try await addAlert("every", [.event(.batteryLow)], filter: "max_battery=15", path: "/b")
        try await addAlert("other", path: "/other") { $0.source = UUID() }
        let server = try Server(home, team)
        try await server.waitUntilLive(2)
        try write(("A", 20), ("B", 10))
        try await server.refresh()
        await hook.waitUntil { $0.requests.count == 1 }
        try write(("A", 20), ("B", 90), ("C", 50))
        try await server.refresh()
        try write(("A", 20), ("B", 12), ("C", 11))
        try await server.refresh()
        await hook.waitUntil { $0.requests.count == 5 }
        await server.stop()
        #expect(sent() == ["A battery_low", "B battery_low", "C battery_low"])
        #expect(sent(to: "/b") == ["B battery_low", "C battery_low"])
        #expect(sent(to: "/other") == [])
        #expect(hook.requests.allSatisfy { $0.method == "POST" })
        let alerts = try await team.alerts()
        #expect(alerts.map { $0.lastSentAt != nil } == [true, true, false])
        #expect(alerts.allSatisfy { $0.lastFailure == nil })
    }

    /// Writes the vehicles of a system and their latitudes.
    private func writeSystem(_ vehicles: (id: String, latitude: Double)...) throws {
        let rows = vehicles.map { #"{"vehicle_id":"\#($0.id)","lat":\#($0.latitude),"lon":2.5}"# }
        try home.write(
            #"{"data":{"vehicles":[\#(rows.joined(separator: ","))]}}"#, to: "vehicle_status.json")
    }

    /// Adds a system with a zone between the latitudes 48 and 49.
    private func addSystem() async throws {
        try home.write(
            """
            {"data":{"geofencing_zones":{"features":[{"properties":{"name":"Dock"},"geometry":
            {"type":"Polygon","coordinates":[[[2,48],[3,48],[3,49],[2,49],[2,48]]]}}]}}}
            """, to: "geofencing_zones.json")
        let feeds = ["vehicle_status", "geofencing_zones", "system_alerts"]
            .map { #"{"name":"\#($0)","url":"\#($0).json"}"# }
        let path = try home.write(
            #"{"data":{"feeds":[\#(feeds.joined(separator: ","))]}}"#, to: "gbfs.json")
        var source = Source(location: .file(path), uuid: UUID(sourceName: "town"))
        source.rotation = .no
        try await home.add("town", source)
    }

    @Test("an alert sends the zones of its view that vehicles enter, and new notices once")
    func zonesAndNotices() async throws {
        func write(_ latitude: Double, notices: String...) throws {
            try writeSystem(("A", latitude))
            let rows = notices.map { #"{"alert_id":"\#($0)","summary":"Strike"}"# }
            try home.write(
                #"{"data":{"alerts":[\#(rows.joined(separator: ","))]}}"#, to: "system_alerts.json")
        }
        try await addSystem()
        try write(48.5, notices: "old")
        let kinds: Set<AlertKind> = [.event(.zoneEntered), .event(.zoneLeft), .systemAlert]
        try await addAlert("dock", kinds, filter: "zone=dock")
        await #expect(throws: TeamError.invalid(.alertKinds, .withoutZone)) {
            try await addAlert("none", kinds)
        }
        let server = try Server(home, team)
        try await server.waitUntilLive(1)
        for (latitude, notices) in [(50.0, ["old", "new"]), (48.5, ["new"]), (48.5, ["new"])] {
            home.advance(by: .seconds(61))
            try write(latitude, notices: notices[0], notices.last ?? "")
            try await server.refresh()
        }
        await hook.waitUntil { $0.requests.count == 3 }
        await server.stop()
        #expect(sent().sorted() == ["- system_alert", "A zone_entered", "A zone_left"])
    }

    @Test("a limit that is not met is sent once a day, also after a restart")
    func limits() async throws {
        try await addSource(("A", 50), ("B", 50))
        let setting = try HistorySetting("30d")
        try await home.context().preferencesFile().update {
            $0.sources["town"]?.ownHistory = .kept(setting)
        }
        try await addAlert("limits", [.limit])
        try await addAlert("other", [.limit], path: "/other") { $0.source = UUID() }
        let today = LocalDay(at: try home.context().shownNow(), in: .utc)
        let limit = FleetLimit(
            name: "cap", LimitRule(.vehicleCap, atMost: 1), of: [UUID(sourceName: "town")],
            from: today)
        let added = try await team.onMachine().addLimit(
            limit, at: try home.context().shownNow())
        for _ in 1...2 {
            let server = try Server(home, team)
            try await server.waitUntilLive(2)
            home.advance(by: .seconds(301))
            let now = try home.context().shownNow()
            try await waitUntil("the limit is checked") {
                let day = try await team.limitDays(of: added, in: today...today).first
                return day?.verdict.outcome == .notMet && day?.decidedAt == now
            }
            await server.stop()
        }
        #expect(sent() == ["- limit"])
        #expect(sent(to: "/other") == [])
        let body = try #require(hook.requests.first?.body)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
        #expect(object["worst"] as? Int == 2 && object["limit"] as? String == "cap")
        #expect(
            object["message"] as? String
                == "town: limit cap is not met on \(today.text), with 2 vehicles of at most 1")
    }

    @Test("a follower sends nothing until it takes over, and then what happens afterwards")
    func follower() async throws {
        try await addSource(("A", 50), ("B", 50))
        try await addAlert()
        let leader = try Server(home, team)
        try await leader.waitUntilLive(2)
        let follower = try Server(home, team)
        try await follower.waitUntilLive(2)
        try write(("A", 19), ("B", 50), ("C", 50))
        try await follower.refresh()
        try await follower.waitUntilLive(3)
        await leader.stop()
        #expect(sent() == ["A battery_low"])
        try write(("A", 19), ("B", 18), ("C", 50))
        try await follower.refresh()
        await hook.waitUntil { $0.requests.count == 2 }
        await follower.stop()
        #expect(sent() == ["A battery_low", "B battery_low"])
    }

    @Test("of two servers only the leader sends that a vehicle entered a zone, and then the other")
    func zonesOfFollower() async throws {
        try await addSystem()
        try writeSystem(("A", 50))
        try await addAlert("dock", [.event(.zoneEntered)], filter: "zone=dock")
        let leader = try Server(home, team)
        try await leader.waitUntilLive(1)
        let follower = try Server(home, team)
        try await follower.waitUntilLive(1)
        try writeSystem(("A", 48.5), ("B", 50))
        try await follower.refresh()
        try await follower.waitUntilLive(2)
        await leader.stop()
        #expect(sent() == ["A zone_entered"])
        try writeSystem(("A", 48.5), ("B", 48.5))
        try await follower.refresh()
        await hook.waitUntil { $0.requests.count == 2 }
        await follower.stop()
        #expect(sent() == ["A zone_entered", "B zone_entered"])
    }

    @Test("a disabled or removed alert sends nothing more, and a changed one as it is now")
    func changes() async throws {
        try await addSource(("A", 50), ("B", 50), ("C", 50))
        let alert = try await addAlert()
        let removed = try await addAlert("removed", path: "/removed")
        let server = try Server(home, team)
        try await server.waitUntilLive(3)
        _ = try await team.onMachine().changeAlert(alert.id) { $0.isEnabled = false }
        try await team.onMachine().removeAlert(removed.id)
        try await addAlert("control", path: "/control")
        // The changes act soon, all at once.
        var charge = 50
        try await waitUntil("the new alert") {
            charge = charge == 10 ? 95 : 10
            try write(("A", 50), ("B", 50), ("C", charge))
            try await server.refresh()
            return !sent(to: "/control").isEmpty
        }
        try write(("A", 10), ("B", 50), ("C", charge))
        try await server.refresh()
        try await waitUntil("the low battery") {
            sent(to: "/control").contains("A battery_low")
        }
        let address = try WebhookAddress(hook.address("/changed"))
        _ = try await team.onMachine().changeAlert(alert.id) {
            ($0.isEnabled, $0.lowBattery, $0.webhook) = (true, 30, address)
        }
        // The change acts soon: until then this vehicle is one of no alert.
        var percent = 50
        try await waitUntil("the changed alert") {
            percent = percent == 50 ? 29 : 50
            try write(("A", 10), ("B", percent), ("C", charge))
            try await server.refresh()
            return !sent(to: "/changed").isEmpty
        }
        await server.stop()
        for path in ["/hook", "/removed"] {
            #expect(!sent(to: path).contains { $0.hasPrefix("A ") })
        }
        #expect(Set(sent(to: "/changed")) == ["B battery_low"])
    }

    @Test("an alert sends the vehicles of its view as it is now")
    func view() async throws {
        try await addSource(("A", 50), ("B", 50))
        let alert = try await addAlert("high", filter: "search=A")
        try await addAlert("control", path: "/control")
        let server = try Server(home, team)
        try await server.waitUntilLive(2)
        try write(("A", 50), ("B", 10))
        try await server.refresh()
        await hook.waitUntil { $0.requests.count >= 1 }
        let view = try #require(alert.content.view)
        let (_, alerts) = try await team.onMachine().changeView(
            view.id, ViewChange(content: try ViewContent("search=B")))
        #expect(alerts == ["high"])
        // The change acts soon: until then this vehicle is one of no view.
        var percent = 10
        try await waitUntil("the changed view") {
            percent = percent == 10 ? 95 : 10
            try write(("A", 50), ("B", percent))
            try await server.refresh()
            return !sent().isEmpty
        }
        await server.stop()
        #expect(Set(sent()) == ["B battery_low"])
        #expect(sent(to: "/control").first == "B battery_low")
    }

    @Test("an alert selects by the properties that everyone sees, as its webhook has any readers")
    func hiddenProperties() async throws {
        func write(_ percent: Int) throws -> String {
            try home.write(
                #"{"vehicles":[{"id":"A","battery":\#(percent),"Shelf":"A3","PIN":"77"}]}"#,
                to: "feed.json")
        }
        var source = Source(location: .file(try write(50)), uuid: UUID(sourceName: "town"))
        source.rotation = .no
        try await home.add("town", source)
        for (name, filter) in [
            ("pin", "where=PIN%3D77"), ("pins", "where=PIN%3D7*"), ("text", "search=77"),
        ] {
            try await addAlert(name, filter: filter, path: "/hidden")
        }
        try await addAlert("shelf", filter: "where=Shelf%3DA3")
        let server = try Server(home, team)
        try await server.waitUntilLive(1)
        _ = try write(10)
        try await server.refresh()
        await hook.waitUntil { $0.requests.contains { $0.target == "/hook" } }
        await server.stop()
        #expect(sent() == ["A battery_low"])
        #expect(sent(to: "/hidden") == [])
    }

    @Test("events that happened while no server ran are sent, unless they are too old")
    func missed() async throws {
        try await addSource(("A", 50), ("B", 10))
        try await addAlert("all", [.event(.batteryLow), .alarm(.battery)])
        let first = try Server(home, team)
        try await first.waitUntilLive(2)
        await first.stop()
        #expect(sent() == [])
        try write(("A", 5), ("B", 10), ("C", 9))
        home.advance(by: .seconds(600))
        let second = try Server(home, team)
        try await second.waitUntilLive(3)
        await second.stop()
        // An alarm goes first; a vehicle that is new had no other charge.
        #expect(sent() == ["C battery_percent", "A battery_low"])
        try write(("A", 50), ("B", 50), ("C", 50), ("D", 50))
        home.advance(by: .seconds(7200))
        let third = try Server(home, team)
        try await third.waitUntilLive(4)
        await third.stop()
        try write(("A", 5), ("B", 50), ("C", 50))
        home.advance(by: .seconds(7200))
        let fourth = try Server(home, team)
        try await fourth.waitUntilLive(3)
        await fourth.stop()
        #expect(hook.requests.count == 2)
    }

    @Test("an alarm of a site that the filter selects is sent once, unless it is there at first")
    func sites() async throws {
        func write(north: Bool) throws -> String {
            let sites = [("north", north), ("south", true)].map {
                #"{"station_id":"\#($0.0)","smoke":\#($0.1)}"#
            }
            return try home.write(
                #"{"vehicles":[{"id":"A"}],"sites":[\#(sites.joined(separator: ","))]}"#,
                to: "feed.json")
        }
        let path = try write(north: false)
        try await home.add(
            "town", Source(location: .file(path), uuid: UUID(sourceName: "town")))
        try await addAlert("smoke", [.alarm(.smoke)])
        try await addAlert("north", [.alarm(.smoke)], filter: "station=north", path: "/north")
        let server = try Server(home, team)
        try await server.waitUntilLive(1)
        try await server.waitUntilSitesAreLive()
        _ = try write(north: true)
        try await server.refresh()
        await hook.waitUntil { $0.requests.count == 2 }
        await server.stop()
        #expect(sent() == ["- smoke"] && sent(to: "/north") == ["- smoke"])
    }

    @Test("a stale feed is one alert, and so is its return")
    func stale() async throws {
        let feed = #"{"vehicles":[{"id":"A"}],"sites":[{"station_id":"north"}]}"#
        let path = try home.write(feed, to: "feed.json")
        var source = Source(location: .file(path), uuid: UUID(sourceName: "town"))
        source.attention.failing = try FailureBound("1")
        try await home.add("town", source)
        try await addAlert("feed", [.feedStale, .feedRestored])
        let server = try Server(home, team)
        try await server.waitUntilLive(1)
        try await server.waitUntilSitesAreLive()
        try home.write("{", to: "feed.json")
        for _ in 1...2 {
            await #expect(throws: RefreshError.self) { try await server.refresh() }
        }
        try await server.waitUntilSitesFail()
        await hook.waitUntil { $0.requests.count == 1 }
        try home.write(feed, to: "feed.json")
        try await server.refresh()
        await hook.waitUntil { $0.requests.count == 2 }
        await server.stop()
        #expect(sent() == ["- feed_stale", "- feed_restored"])
    }

    @Test("a source without sites is stale only while its vehicles are, even from the start")
    func staleWithoutSites() async throws {
        let path = try home.write("[", to: "feed.json")
        var source = Source(location: .file(path), uuid: UUID(sourceName: "town"))
        source.attention.failing = try FailureBound("1")
        try await home.add("town", source)
        try await addAlert("feed", [.feedStale, .feedRestored])
        let server = try Server(home, team)
        await hook.waitUntil { $0.requests.count == 1 }
        try await server.waitUntilSitesFail()
        try home.write(#"[{"id":"A"}]"#, to: "feed.json")
        try await server.refresh()
        await hook.waitUntil { $0.requests.count == 2 }
        await server.stop()
        #expect(sent() == ["- feed_stale", "- feed_restored"])
    }

    @Test("a webhook that hangs delays no poll and no other alert; at the end its queue is tried")
    func hanging() async throws {
        let isReleased = Observed(false)
        let slow = try TestServer { _, _ in .init(canSend: { _ in isReleased.value }) }
        try await addSource(("A", 50), ("B", 50))
        try await addAlert("slow") { content in
            if let address = try? WebhookAddress(slow.address()) { content.webhook = address }
        }
        try await addAlert("quick")
        let server = try Server(home, team)
        try await server.waitUntilLive(2)
        try write(("A", 10), ("B", 50))
        try await server.refresh()
        await slow.waitUntil { $0.requests.count == 1 }
        try write(("A", 10), ("B", 10))
        try await server.refresh()
        await hook.waitUntil { $0.requests.count == 2 }
        #expect(slow.requests.count == 1)
        server.cancel()
        isReleased.change { $0 = true }
        await server.stop()
        let texts = slow.requests.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(texts.count == 2)
        #expect(texts.last?.contains(#""vehicle_id":"B""#) == true)
    }

    @Test("a private webhook is refused, and neither the failure nor a message has its secret")
    func privateWebhook() async throws {
        try await addSource(("A", 50))
        let alert = try await addAlert(path: "/hush?token=hush")
        let server = try Server(home, team, allowsPrivate: false)
        try await server.waitUntilLive(1)
        try write(("A", 10))
        try await server.refresh()
        try await waitUntil("the failure is recorded") {
            try await team.alert(alert.id)?.lastFailure != nil
        }
        await #expect(throws: NotifierError.self) { try await server.service.sendTest(of: alert) }
        await server.stop()
        #expect(hook.log.connections == 0)
        let failure = try #require(try await team.alert(alert.id)?.lastFailure)
        let origin = "http://127.0.0.1:\(hook.port)"
        #expect(failure.cause == "\(origin): the host is not on the public internet")
        #expect(home.messages.contains("could not deliver 1 alert to \(origin): "))
        #expect(!home.messages.contains("hush"))
    }

    @Test("a test is sent at once, its outcome is recorded, and there are few in a minute")
    func tests() async throws {
        try await addSource(("A", 50))
        let alert = try await addAlert("smoke") { $0.isEnabled = false }
        let refusing = try TestServer { _, _ in .status("410 Gone") }
        let refused = try await addAlert("refused") { content in
            let address = try? WebhookAddress(refusing.address("/hush"))
            if let address { content.webhook = address }
        }
        let pool = try SourcePool(["town"], in: home.context())
        let service = try AlertService(
            for: team, sources: pool, allowsPrivate: true, in: home.context())
        try await service.sendTest(of: alert)
        let request = try #require(hook.requests.first)
        let object = try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
        #expect(object?["event"] as? String == "test")
        #expect(object?["message"] as? String == "test of the alert smoke")
        #expect(try await team.alert(alert.id)?.lastSentAt != nil)
        let error = await #expect(throws: NotifierError.self) {
            try await service.sendTest(of: refused)
        }
        let origin = "http://127.0.0.1:\(refusing.port)"
        #expect(error?.cause == "the service at \(origin) failed: HTTP status 410")
        #expect(try await team.alert(refused.id)?.lastFailure?.cause == error?.cause)
        for _ in 3...10 { try await service.sendTest(of: alert) }
        let limited = await #expect(throws: NotifierError.self) {
            try await service.sendTest(of: alert)
        }
        #expect(limited?.cause == "there were 10 tests within a minute")
        #expect(hook.requests.count == 9)
    }
}
