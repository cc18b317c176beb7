import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Limits of permits, on the pages and in the API")
struct LimitPageTests {
    private static let path = "/api/v1/limits"
    private static let cap =
        #"{"name":"cap","indicator":"vehicle_cap","at_most":1,"sources":["demo"]}"#

    /// A server whose clock is at 8:00, with a source of two vehicles since 7:30 of yesterday.
    private func served() async throws -> ServedTeam {
        let server = try await ServedTeam(isRead: false)
        let old = server.sources.all[0]
        var settings = old.source
        settings.ownHistory = .kept(try HistorySetting("30d"))
        server.sources.all[0] = PolledSource(
            name: old.name, aliases: [], source: settings, vehicles: old.vehicles)
        for minutes in [-1470.0, -1465, -5] {
            try await server.load(
                [Vehicle(id: "A"), Vehicle(id: "B&")], server.sources.all[0],
                at: 1_800_000_000 + minutes * 60, history: settings.history)
        }
        return server
    }

    private func decide(_ server: ServedTeam, _ visitor: Visitor) async throws {
        let history = LimitHistory(
            in: try await server.request(of: visitor).environment)
        for limit in try await server.team.limits() {
            try await server.team.decide(limit, from: history)
        }
    }

    @Test("Everybody reads them, and only administrators add, correct, end and remove them")
    func rights() async throws {
        let server = try await served()
        let root = try await server.visitor("root")
        let added = try await root.send(
            .post, Self.path,
            json: Self.cap.replacing("}", with: #","from":"2027-01-14"}"#))
        #expect(added.status == 201)
        let id = try #require(try added.json()["id"] as? String)
        try await decide(server, root)
        let day = "\(Self.path)/\(id)/days/2027-01-14"
        for (name, role) in [("vera", Role.viewer), ("mia", .member)] {
            let visitor = try await server.visitor(name, role)
            let limits = try await visitor.get(Self.path).json()["limits"] as? [[String: Any]]
            #expect(limits?.map { $0["at_most"] as? Double } == [1])
            let days = try await visitor.get("\(Self.path)/\(id)/days").json()
            let outcomes = (days["days"] as? [[String: Any]])?.map { $0["outcome"] as? String }
            #expect(outcomes == ["not_met", "not_met"])
            let behind = try await visitor.get(day).json()
            #expect((behind["vehicles"] as? [[String: Any]])?.count == 2)
            let page = try await visitor.get("/limits")
            #expect(page.status == 200 && page.text.contains("cap"))
            #expect(!page.text.contains("<form method=\"post\" action=\"/limits"))
            for (method, target, json) in [
                (.post, Self.path, Self.cap), (.delete, "\(Self.path)/\(id)", ""),
                (.patch, "\(Self.path)/\(id)", #"{"until":"2027-02-01"}"#),
                (.put, day, #"{"outcome":"met","reason":"r"}"#),
            ] as [(HTTPRequest.Method, String, String)] {
                let answer = try await visitor.send(method, target, json: json)
                #expect(answer.status == 403, "\(method) \(target)")
            }
            #expect(try await visitor.post("/limits", [("name", "x")]).status == 403)
            let form = [("outcome", "met"), ("reason", "r")]
            #expect(
                try await visitor.post("/limits/\(id)/days/2027-01-14", form).status == 403)
        }
        let corrected = try await root.send(
            .put, day, json: #"{"outcome":"met","reason":"test vehicles"}"#)
        #expect(corrected.status == 200)
        #expect(try corrected.json()["earlier_outcome"] as? String == "not_met")
        let open = try await root.send(
            .put, "\(Self.path)/\(id)/days/2027-01-15", json: #"{"outcome":"met","reason":"r"}"#)
        #expect(open.status == 409)
        let ended = try await root.send(
            .patch, "\(Self.path)/\(id)", json: #"{"until":"2027-01-20"}"#)
        #expect(try ended.json()["until"] as? String == "2027-01-20")
        #expect(try await root.send(.delete, "\(Self.path)/\(id)", json: "").status == 204)
        #expect(try await root.get(day).status == 404)
        let log = try await root.get("/admin/audit").text
        #expect(log.contains("cap, 2027-01-14: met, was not_met: test vehicles"))
        #expect(try await server.stranger.get(Self.path).status == 401)
    }

    @Test("The page has a calendar, and that of a day the vehicles with a link into the replay")
    func pages() async throws {
        let server = try await served()
        let root = try await server.visitor("root")
        let form = [
            ("name", "cap <b>"), ("indicator", "vehicle_cap"), ("at_most", "1"), ("days", ""),
            ("source", "demo"), ("coverage", "90"), ("from", "2027-01-14"), ("until", ""),
        ]
        #expect(try await root.post("/limits", form).status == 303)
        let refused = try await root.post("/limits", form)
        #expect(refused.status == 409 && refused.text.contains("The name is taken."))
        #expect(refused.text.contains("value=\"cap &lt;b&gt;\""))
        try await decide(server, root)
        let page = try await root.get("/limits").text
        #expect(page.contains("cap &lt;b&gt;") && !page.contains("cap <b>"))
        #expect(page.contains("<td class=\"day-not_met"))
        #expect(page.contains("Days met: 0, not met: 2, unknown: 0"), "one of them goes on")
        #expect(page.contains("<span class=\"sr\">not met</span>"))
        let link = try #require(page.firstMatch(of: /href="(\/limits\/[^"]+2027-01-14)"/)?.1)
        let day = try await root.get(String(link)).text
        #expect(day.contains("/v/demo/A") && day.contains("B&amp;"))
        let reason = try #require(day.range(of: "2 vehicles at "))
        let chart = try #require(day.range(of: "<figure class=\"axes\">"))
        let list = try #require(day.range(of: "/v/demo/A"))
        #expect(reason.lowerBound < chart.lowerBound && chart.lowerBound < list.lowerBound)
        #expect(day.contains("at most 1 are allowed.") && day.contains(">allowed: 1<"))
        #expect(day.contains("/replay?source=demo&amp;from=2027-01-14T"))
        #expect(day.contains("--day 2027-01-14"))
        let earlier = try await root.get("/limits?month=2026-12").text
        #expect(!earlier.contains("<td class=\"day-not_met"))
        #expect(try await root.get("/limits?month=soon").status == 400)
        let correction = [("outcome", "unknown"), ("reason", "the feed was wrong")]
        #expect(try await root.post(String(link), correction).status == 303)
        #expect(try await root.get(String(link)).text.contains("corrected, was not met"))
        let version = String(link.prefix { $0 != "?" }).replacing("/days/2027-01-14", with: "")
        let question = try await root.post(version, [("do", "remove")]).text
        #expect(question.contains("Remove the limit cap &lt;b&gt; from 2027-01-14?"))
        #expect(
            try await root.post(version, [("do", "remove"), ("confirmed", "1")]).status == 303)
        #expect(try await root.get("/limits").text.contains("No limits yet"))
    }

    private static func vehicle(_ id: String, _ type: String) -> Vehicle {
        var vehicle = Vehicle(id: id)
        vehicle.typeID = type
        return vehicle
    }

    @Test("The form offers the types and zones of the sources, and keeps one that is none of them")
    func choices() async throws {
        let server = try await ServedTeam(isRead: false)
        let root = try await server.visitor("root")
        try await server.load(
            [Self.vehicle("A", "bike<b>"), Self.vehicle("B", "cargo")],
            server.sources.all[0])
        let page = try await root.get("/limits").text
        #expect(page.contains("<option value=\"bike&lt;b&gt;\">") && !page.contains("bike<b>"))
        #expect(page.contains("<option value=\"cargo\">cargo</option>"))
        let refused = try await root.post(
            "/limits",
            [
                ("name", "cap"), ("indicator", "vehicle_cap"), ("at_most", "1"),
                ("source", "demo"), ("coverage", "90"), ("vehicle_type", "tram"),
            ])
        #expect(refused.status == 422)
        #expect(refused.text.contains("<option value=\"tram\" selected>tram</option>"))
    }

    @Test("The API refuses values that are no limit, and days that are none")
    func refused() async throws {
        let server = try await served()
        let root = try await server.visitor("root")
        for (old, new, status) in [
            ("vehicle_cap", "vehicles", 422), ("demo", "paris", 422), ("\"cap\"", "\" \"", 422),
            (":1,", ":-1,", 422), ("[\"demo\"]", "[]", 422),
            (":1,", ":1,\"days\":3,\"nonsense\":1,", 400),
            (":1,", ":1,\"zone\":\"Depot\",", 422), (":1,", ":1,\"from\":\"soon\",", 422),
            ("vehicle_cap\"", "unrented_vehicles\",\"days\":0", 422),
        ] {
            let answer = try await root.send(
                .post, Self.path, json: Self.cap.replacing(old, with: new))
            #expect(answer.status == status, "\(new)")
        }
        let added = try await root.send(.post, Self.path, json: Self.cap)
        let id = try #require(try added.json()["id"] as? String)
        #expect(try added.json()["from"] as? String == "2027-01-15")
        for (target, status) in [
            ("/days?from=soon", 400), ("/days?from=2020-01-01", 400), ("/days/soon", 404),
            ("/days/2027-01-15", 404),
        ] {
            #expect(try await root.get("\(Self.path)/\(id)\(target)").status == status)
        }
    }
}
