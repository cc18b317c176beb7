import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import FleetServer
@testable import FleetTeam

@Suite("The administration of alerts")
struct AlertAdministrationTests {
    private static let webhook = "https://me:hush@9.9.9.9/hush?token=hush"

    /// A form with a name, an event and a webhook, and other fields.
    private func form(_ more: (String, String)...) -> [(String, String)] {
        let fields = [("name", "Low"), ("kind", "battery_low"), ("webhook", Self.webhook)]
        return fields.filter { field in !more.contains { $0.0 == field.0 } } + more
    }

    @Test("The page offers the alerts about the quality of a feed, in words of the language")
    func feedQuality() async throws {
        let root = try await ServedTeam().visitor("root")
        let page = try await root.get("/admin/alerts").text
        for (kind, label) in [
            ("feed_quality", "feed quality"), ("feed_digest", "feed digest"),
        ] {
            #expect(page.contains("value=\"\(kind)\">\(label)</label>"), "\(kind)")
        }
        let german = try await root.get("/admin/alerts", fields: [.acceptLanguage: "de"]).text
        #expect(german.contains("value=\"feed_digest\">Tagesbericht zum Feed</label>"))
        let form = [
            ("name", "Feeds"), ("webhook", Self.webhook), ("low_battery", "20"),
            ("kind", "feed_quality"), ("kind", "feed_digest"),
        ]
        #expect(try await root.post("/admin/alerts", form).location == "/admin/alerts")
        let alerts = try await root.get("/api/v1/alerts").json()["alerts"] as? [[String: Any]]
        #expect(alerts?.first?["kinds"] as? [String] == ["feed_quality", "feed_digest"])
    }

    @Test("The page offers the events of zones and notices, and wants a view with a zone for them")
    func zones() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        let empty = try await root.get("/admin/alerts").text
        for kind in ["zone_entered", "zone_left", "system_alert"] {
            #expect(empty.contains("name=\"kind\" value=\"\(kind)\""), "\(kind)")
        }
        let kinds = [("kind", "zone_left"), ("kind", "system_alert")]
        let fields = [("name", "Dock"), ("webhook", Self.webhook), ("low_battery", "20")] + kinds
        let refused = try await root.post("/admin/alerts", fields)
        #expect(refused.text.contains("The list of events has events of zones, and the view has"))
        #expect(try await server.team.alerts().isEmpty)
        let view = try await server.team.onMachine().addView(
            ViewName("At the dock"), ViewContent("zone=Dock"))
        let added = try await root.post("/admin/alerts", fields + [("view", view.id.text)])
        #expect(added.location == "/admin/alerts")
        #expect(
            try await server.team.alerts().first?.content.kinds == [
                .event(.zoneLeft), .systemAlert,
            ])
    }

    @Test("An administrator adds, changes, disables and removes an alert on its pages")
    func forms() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        let source = server.sources.all[0].uuid
        let empty = try await root.get("/admin/alerts")
        #expect(empty.text.contains("No alerts yet"))
        let view = try await server.team.onMachine().addView(
            ViewName("Red ones"), ViewContent("color=red"))
        let typed = form(
            ("source", source.text), ("view", view.id.text), ("low_battery", "15"),
            ("kind", "smoke"), ("kind", "battery_low"))
        #expect(try await root.post("/admin/alerts", typed).location == "/admin/alerts")
        let added = try #require(try await server.team.alerts().first)
        #expect(
            added.content
                == TeamAlertContent(
                    name: "Low", source: source, view: view,
                    kinds: [.event(.batteryLow), .alarm(.smoke)], lowBattery: 15,
                    webhook: try WebhookAddress(Self.webhook)))
        #expect(added.createdBy == "root")
        let list = try await root.get("/admin/alerts").text
        for text in [
            "<strong>Low</strong>", ">battery low, smoke<",
            ">view Red ones · demo · to https://9.9.9.9<", ">never sent · by root<",
        ] {
            #expect(list.contains(text), "\(text)")
        }

        let path = "/admin/alerts/" + added.id.text
        let page = try await root.get(path)
        #expect(page.text.contains("value=\"\(view.id.text)\" selected>Red ones<"))
        #expect(page.text.contains("value=\"smoke\" checked"))
        #expect(page.text.contains("now https://9.9.9.9; empty to keep it"))
        let saved = try await root.post(
            path, [("do", "save"), ("name", "Any"), ("kind", "moved"), ("low_battery", "20")])
        #expect(saved.location == "/admin/alerts")
        let changed = try #require(try await server.team.alert(added.id)).content
        #expect(changed.name == "Any" && changed.source == nil && changed.view == nil)
        #expect(changed.kinds == [.event(.moved)] && changed.webhook == added.content.webhook)
        _ = try await root.post(path, [("do", "disable")])
        #expect(try await root.get("/admin/alerts").text.contains("disabled</span>"))
        _ = try await root.post(path, [("do", "enable")])
        #expect(try await server.team.alert(added.id)?.content.isEnabled == true)
        _ = try await root.post(path, [("do", "remove")])
        #expect(try await server.team.alerts() == [])
        for form in [[("do", "remove")], [("do", "save")], [("do", "test")]] {
            #expect(try await root.post(path, form).status == 404)
        }
        #expect(try await root.get(path).status == 404)
    }

    @Test("Programs do the same by the API, if their token writes")
    func documents() async throws {
        let server = try await ServedTeam()
        let writer = try await server.program("writer", .administrator, .write)
        let reader = try await server.program("reader", .administrator, .read)
        let document =
            #"{"name": "Low", "kinds": ["battery_low"], "webhook": "\#(Self.webhook)", "source": "demo"}"#
        let path = "/api/v1/alerts"
        _ = try await server.team.onMachine().addView(
            ViewName("Mopeds"), ViewContent("type=moped"))
        #expect(try await reader.send(.post, path, json: document).status == 403)
        let answer = try await writer.send(.post, path, json: document)
        #expect(answer.status == 201)
        let added = try answer.json()
        let id = try #require(added["id"] as? String)
        #expect(added["source"] as? String == "demo" && added["enabled"] as? Bool == true)
        #expect(added["webhook_origin"] as? String == "https://9.9.9.9")
        #expect(added["low_battery"] as? Double == 20 && added["view"] == nil)
        for change in [
            #"{"source": null, "view": "mopeds"}"#, #"{"enabled": false}"#,
        ] {
            #expect(try await reader.send(.patch, "\(path)/\(id)", json: change).status == 403)
            #expect(try await writer.send(.patch, "\(path)/\(id)", json: change).status == 200)
        }
        let listed = try await reader.get(path).json()["alerts"] as? [[String: Any]]
        let alert = try #require(listed?.first)
        #expect(alert["source"] == nil && alert["view"] as? String == "Mopeds")
        #expect(alert["enabled"] as? Bool == false && alert["name"] as? String == "Low")
        #expect(try await reader.send(.delete, "\(path)/\(id)").status == 403)
        #expect(try await reader.send(.post, "\(path)/\(id)/test").status == 403)
        #expect(try await writer.send(.post, "\(path)/\(id)/test").status == 409)
        #expect(try await writer.send(.delete, "\(path)/\(id)").status == 204)
        #expect(try await writer.send(.delete, "\(path)/\(id)").status == 404)
    }

    @Test(
        "What cannot be is refused, on the page with what was typed, and not stored",
        arguments: [
            ("name", ""), ("name", hostile + String(repeating: "x", count: 100)),
            ("kind", "nothing"), ("kind", ""), ("source", "nowhere"), ("view", "nowhere"),
            ("view", hostile), ("low_battery", "90"), ("low_battery", "x"),
            ("low_battery", "nan"), ("webhook", ""), ("webhook", "/hush"),
            ("webhook", "javascript:hush"), ("webhook", "file:///hush"),
            ("webhook", "ftp://9.9.9.9/hush"), ("webhook", "sim://hush"),
            ("webhook", "http://127.0.0.1/hush"), ("webhook", "http://localhost:8080/hush"),
            ("webhook", "http://hush:hush@10.0.0.1/hush"), ("webhook", "http://[::1]/hush"),
            ("webhook", "http://169.254.169.254/hush"), ("webhook", "http://2130706433/hush"),
            ("webhook", "http://9.9.9.9\\@127.0.0.1/hush"),
        ])
    func refused(field: String, value: String) async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        let answer = try await root.post("/admin/alerts", form((field, value)))
        #expect(answer.status == 422)
        #expect(answer.text.contains("role=\"alert\""))
        let typed = field == "webhook" ? value : Self.webhook
        #expect(answer.values("value").contains(typed))
        let secret = typed.isEmpty ? "hush" : typed
        #expect(!answer.text.replacing(secret, with: "").contains("hush"))
        #expect(!answer.text.contains("<script>alert"))
        #expect(field == "name" || answer.values("value").contains("Low"))
        #expect(try await server.team.alerts() == [])
        #expect(try await server.audit()[0].action == .signedIn)
        let alert = try await server.team.onMachine().addAlert(
            TeamAlertContent(
                name: "Old", kinds: [.feedStale], webhook: WebhookAddress(Self.webhook)))
        guard field != "webhook" || !value.isEmpty else { return }
        let change = try await root.post(
            "/admin/alerts/" + alert.id.text, form((field, value), ("do", "save")))
        #expect(change.status == 422 && !change.text.replacing(secret, with: "").contains("hush"))
        #expect(try await server.team.alert(alert.id) == alert)
    }

    @Test(
        "A document that is not an alert is a problem",
        arguments: [
            ("{}", 422), ("[]", 400), (#"{"name": 1}"#, 400),
            (#"{"name": "a", "kinds": [], "webhook": "https://9.9.9.9"}"#, 422),
            (#"{"name": "a", "kinds": ["x"], "webhook": "https://9.9.9.9"}"#, 422),
            (#"{"name": "a", "kinds": ["moved"], "webhook": "https://127.0.0.1/hush"}"#, 422),
        ])
    func problems(document: String, status: Int) async throws {
        let server = try await ServedTeam()
        let writer = try await server.program("writer", .administrator, .write)
        let answer = try await writer.send(.post, "/api/v1/alerts", json: document)
        #expect(answer.status == status)
        #expect(answer.fields[.contentType] == "application/problem+json")
        #expect(!answer.text.contains("hush"))
    }

    @Test("A test is sent, and its failure is shown with what to do")
    func tests() async throws {
        let tested = Mutex<[UUID]>([])
        let failure = Mutex<NotifierError?>(nil)
        let server = try await ServedTeam(sendTestAlert: { alert in
            tested.withLock { $0.append(alert.id) }
            if let error = failure.withLock(\.self) { throw error }
        })
        let root = try await server.visitor("root")
        _ = try await root.post("/admin/alerts", form())
        let id = try #require(try await server.team.alerts().first?.id)
        let path = "/admin/alerts/" + id.text
        let answer = try await root.post(path, [("do", "test")])
        #expect(answer.status == 303 && answer.location == "/admin/alerts")
        let sent = try await root.follow(answer)
        #expect(sent.text.contains("https://9.9.9.9 accepted the test of Low."))
        let program = try await server.program("writer", .administrator, .write)
        #expect(try await program.send(.post, "/api/v1/alerts/\(id.text)/test").status == 204)
        failure.withLock { $0 = NotifierError("HTTP status 410", isRetryable: false) }
        let failed = try await root.post(path, [("do", "test")])
        #expect(failed.status == 422)
        #expect(failed.text.contains("The test failed: HTTP status 410. Check the webhook"))
        #expect(try await program.send(.post, "/api/v1/alerts/\(id.text)/test").status == 502)
        #expect(tested.withLock(\.self) == [id, id, id, id])
        #expect(try await server.audit().map(\.action) == [.alertTested])
        try await server.team.recordDelivery(of: id, failure: "no route to host")
        let list = try await root.get("/admin/alerts").text
        #expect(list.contains("No route to host.") && list.contains("then send a test."))
        server.clock.advance(by: .seconds(1))
        try await server.team.recordDelivery(of: id, failure: nil)
        #expect(try await !root.get("/admin/alerts").text.contains("No route to host."))
    }

    @Test("The secrets of a webhook are on no page, in no document and in no log")
    func secrets() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        let writer = try await server.program("writer", .administrator, .write)
        _ = try await root.post("/admin/alerts", form())
        let id = try #require(try await server.team.alerts().first?.id).text
        let changed = try await writer.send(
            .patch, "/api/v1/alerts/" + id, json: #"{"webhook": "https://9.9.9.9/hush2"}"#)
        #expect(changed.status == 200)
        let paths = [
            "/admin/alerts", "/admin/alerts/" + id, "/admin/audit", "/api/v1/alerts",
            "/api/v1/audit", "/api/v1/export",
        ]
        #expect(!changed.text.contains("hush"))
        for path in paths {
            let answer = try await root.get(path)
            #expect(answer.status == 200 && !answer.text.contains("hush"), "\(path)")
        }
    }
}
