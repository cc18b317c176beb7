import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("What needs attention, on the page and in the API")
struct AttentionTests {
    private static let path = "/api/v1/attention"

    static func vehicle(
        _ id: String, battery: Double? = nil, isReserved: Bool = false, tipped: Bool = false,
        reported: Double = ServedTeam.loadedAt
    ) -> Vehicle {
        var vehicle = Vehicle(id: id)
        (vehicle.isReserved, vehicle.isDisabled) = (isReserved, false)
        vehicle.battery = battery.flatMap { Battery(percent: $0) }
        if tipped { vehicle.measurements = [.init(.tippedOver, .condition(true))] }
        vehicle.lastReported = Timestamp(seconds: reported)
        return vehicle
    }

    /// Ten low batteries of which one is in use, a vehicle that has tipped over, and an idle one.
    func served() async throws -> ServedTeam {
        let low = (0..<10).map {
            Self.vehicle("L\($0)", battery: Double($0), isReserved: $0 == 9)
        }
        let server = try await ServedTeam([
            (
                "demo",
                low + [
                    Self.vehicle("T", battery: 90, tipped: true),
                    Self.vehicle("I", battery: 90, reported: ServedTeam.loadedAt - 4 * 86_400),
                ]
            )
        ])
        var burning = Site(id: "S1")
        burning.measurements = [.init(.smoke, .condition(true))]
        try await server.load(sites: [burning, Site(id: "S2")], server.sources.all[0])
        return server
    }

    private func group(_ name: String, of visitor: Visitor) async throws -> [String: Any] {
        let report = try await visitor.get(Self.path).json()
        let groups = try #require(report["groups"] as? [[String: Any]])
        return try #require(groups.first { $0["group"] as? String == name })
    }

    /// The vehicles of the list to which the page links.
    private func listed(_ group: String, _ visitor: Visitor) async throws -> [String] {
        let page = try await visitor.get("/attention").text
        let links = page.matches(of: /href="\/(\?[^"]*unhandled=([a-z]+))"/)
        let query = try #require(links.first { $0.output.2 == group }?.output.1)
        let address = query.replacing("&amp;", with: "&").replacing("?source=demo&", with: "?")
        let list = try await visitor.get("/api/v1/sources/demo/vehicles" + address).json()
        return try #require(list["vehicles"] as? [[String: Any]]).compactMap {
            $0["vehicle_id"] as? String
        }
    }

    @Test("the page has the age of its oldest data, and is followed by its script")
    func age() async throws {
        let server = try await ServedTeam(isRead: false, [("demo", []), ("old", [])])
        try await server.load([Self.vehicle("A")], server.sources.all[0])
        try await server.load([], server.sources.all[1], at: ServedTeam.loadedAt - 600)
        let page = try await server.visitor("ana").get("/attention?source=*").text
        #expect(
            page.contains(/updated <time datetime="2027-01-15T07:49:50Z"[^>]* data-age>10 min ago</)
        )
        #expect(page.contains("<div data-attention>"))
        let demo = try await server.visitor("ben").get("/attention?source=demo").text
        #expect(demo.contains(/updated <time [^>]* data-age>10 s ago</))
    }

    @Test(
        "each count is that of the list to which it leads", arguments: ["alarm", "battery", "idle"])
    func counts(name: String) async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let expected = ["alarm": 1, "battery": 9, "idle": 1][name]
        let group = try await group(name, of: ana)
        #expect(group["count"] as? Int == expected)
        #expect(try await listed(name, ana).count == expected)
        #expect((group["entries"] as? [[String: Any]])?.count == min(expected ?? 0, 5))
        if name == "battery" {
            let entries = group["entries"] as? [[String: Any]]
            #expect(entries?.first?["id"] as? String == "L0", "the lowest first")
            #expect(try await !listed(name, ana).contains("L9"), "one in use does not count")
        }
    }

    @Test("a snoozed or taken vehicle leaves the count and the list, and stays behind a link")
    func handled() async throws {
        let server = try await served()
        let (ana, ben) = (try await server.visitor("ana"), try await server.visitor("ben"))
        let form = [("group", "battery"), ("source", "demo")]
        let snoozed = try await ana.post(
            "/attention/snooze",
            form + [("id", "L1"), ("reason", "<i>in the workshop"), ("hours", "8")])
        #expect(snoozed.status == 303)
        let taken = try await ana.post(
            "/attention/take", form + [("id", "L2"), ("text", "2%")])
        #expect(taken.status == 303)
        _ = try await ben.post("/attention/take", form + [("id", "L2"), ("text", "2%")])
        let tasks = try await ben.get("/api/v1/notes?task=1").json()
        #expect((tasks["notes"] as? [Any])?.count == 1, "a second press makes no second task")
        let battery = try await group("battery", of: ben)
        #expect(battery["count"] as? Int == 7 && battery["handled_count"] as? Int == 2)
        let listed = try await listed("battery", ben)
        #expect(listed.count == 7 && !listed.contains("L1") && !listed.contains("L2"))
        let page = try await ben.get("/attention").text
        #expect(page.contains("2 taken or snoozed"))
        #expect(page.contains("snoozed by ana: ") && page.contains("&lt;i&gt;in the workshop"))
        #expect(page.contains("taken by ana") && page.contains("Low battery: 2%"))
        #expect(try await ben.get("/tasks?who=all").text.contains("Low battery: 2%"))
        let all = try await ben.get("/api/v1/sources/demo/vehicles?max_battery=20").json()
        #expect((all["vehicles"] as? [Any])?.count == 10, "other lists have them still")

        let handled = try #require(battery["handled"] as? [[String: Any]])
        let ids = handled.compactMap { $0["handling"] as? [String: Any] }
            .filter { $0["is_taken"] as? Bool == false }.compactMap { $0["id"] as? String }
        #expect(try await ben.post("/attention/snooze/\(ids[0])/end").status == 303)
        #expect(try await ben.post("/attention/snooze/\(ids[0])/end").status == 303)
        #expect(try await group("battery", of: ana)["count"] as? Int == 8)
    }

    @Test("of people who take an entry at the same instant, one makes a task")
    func takenAtOnce() async throws {
        let server = try await served()
        var people: [Visitor] = []
        for name in ["ana", "ben", "cem", "dea"] { people.append(try await server.visitor(name)) }
        let form = [("group", "battery"), ("source", "demo"), ("id", "L2")]
        try await withThrowingTaskGroup(of: Int.self) { group in
            for person in people {
                group.addTask { try await person.post("/attention/take", form).status }
            }
            for try await status in group { #expect(status == 303) }
        }
        let tasks = try await people[0].get("/api/v1/notes?task=1").json()
        #expect((tasks["notes"] as? [Any])?.count == 1)
    }

    @Test("a program ends the snooze of an entry by what it is about")
    func wake() async throws {
        let server = try await served()
        let (ana, vera) = (
            try await server.visitor("ana"), try await server.visitor("vera", .viewer)
        )
        let body = """
            {"group":"battery","source":"demo","vehicle_id":"l1","reason":"x",\
            "until":"2027-01-16T00:00:00Z"}
            """
        #expect(try await ana.send(.post, Self.path + "/snoozes", json: body).status == 201)
        let entry = Self.path + "/snoozes?source=demo&group=battery&id="
        #expect(try await vera.send(.delete, entry + "L1", json: "").status == 403)
        #expect(try await ana.send(.delete, entry + "L2", json: "").status == 404)
        #expect(try await ana.send(.delete, entry + "L1", json: "").status == 204)
        #expect(try await ana.send(.delete, entry + "L1", json: "").status == 404)
        #expect(try await group("battery", of: ana)["count"] as? Int == 9)
        for (query, status) in [("group=battery&id=L1", 404), ("source=demo&id=L1", 400)] {
            let refused = try await ana.send(.delete, Self.path + "/snoozes?" + query, json: "")
            #expect(refused.status == status)
        }
    }

    @Test("viewers see everything and change nothing, strangers see nothing")
    func isolation() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let vera = try await server.visitor("vera", .viewer)
        let due = #""due":"2020-01-01T00:00:00Z""#
        let secret = try await ana.send(
            .post, "/api/v1/notes",
            json: #"{"text":"secret","vehicle_id":"L0","visibility":"private",\#(due)}"#)
        #expect(secret.status == 422, "a task is of the team")
        let page = try await vera.get("/attention").text
        #expect(page.contains("L0") && !page.contains("secret"))
        #expect(!page.contains("/attention/take") && !page.contains("/attention/snooze"))
        let form = [
            ("group", "battery"), ("source", "demo"), ("id", "L1"), ("reason", "x"),
            ("hours", "8"),
        ]
        for path in ["/attention/snooze", "/attention/take"] {
            #expect(try await vera.post(path, form).status == 403)
            #expect(try await server.stranger.post(path, form).status == 303)
        }
        let body = """
            {"group":"battery","source":"demo","vehicle_id":"L1","reason":"x",\
            "until":"2027-01-16T00:00:00Z"}
            """
        #expect(try await vera.send(.post, Self.path + "/snoozes", json: body).status == 403)
        let made = try await ana.send(.post, Self.path + "/snoozes", json: body)
        #expect(made.status == 201)
        let id = try #require(try made.json()["id"] as? String)
        #expect(try await vera.send(.delete, Self.path + "/snoozes/" + id, json: "").status == 403)
        #expect(
            try await server.stranger.send(.delete, Self.path + "/snoozes/" + id, json: "")
                .status == 401)
        #expect(try await ana.send(.delete, Self.path + "/snoozes/" + id, json: "").status == 204)
        #expect(try await ana.send(.delete, Self.path + "/snoozes/" + id, json: "").status == 404)
    }

    @Test(
        "a snooze that is none is refused",
        arguments: [
            #"{"group":"task","source":"demo","reason":"x","until":"2027-01-16T00:00:00Z"}"#,
            #"{"group":"idle","source":"demo","reason":"x","until":"2027-01-16T00:00:00Z"}"#,
            #"{"group":"idle","source":"no","vehicle_id":"I","reason":"x","until":"2027-01-16T00:00:00Z"}"#,
            #"{"group":"idle","source":"demo","vehicle_id":"I","reason":"","until":"2027-01-16T00:00:00Z"}"#,
            #"{"group":"idle","source":"demo","vehicle_id":"I","reason":"x","until":"soon"}"#,
            #"{"group":"idle","source":"demo","vehicle_id":"I","reason":"x","until":"2020-01-16T00:00:00Z"}"#,
            #"{"group":"idle","source":"demo","vehicle_id":"no","reason":"x","until":"2027-01-16T00:00:00Z"}"#,
            #"{"group":"site_alarm","source":"demo","site_id":"no","reason":"x","until":"2027-01-16T00:00:00Z"}"#,
            #"{"group":"site_alarm","source":"demo","site_id":"S1","vehicle_id":"I","reason":"x","until":"2027-01-16T00:00:00Z"}"#,
        ])
    func refusals(body: String) async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        #expect(try await ana.send(.post, Self.path + "/snoozes", json: body).status == 422)
    }

    @Test("the list of sites in alarm is that of the count")
    func sites() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        #expect(try await group("site_alarm", of: ana)["count"] as? Int == 1)
        let page = try await ana.get("/sites?source=demo&alarm=1&unhandled=1").text
        #expect(page.contains("data-site=\"S1\"") && !page.contains("data-site=\"S2\""))
        _ = try await ana.post(
            "/attention/snooze",
            [
                ("group", "site_alarm"), ("source", "demo"), ("id", "S1"), ("reason", "test"),
                ("hours", "1"),
            ])
        #expect(try await group("site_alarm", of: ana)["count"] as? Int == 0)
        let calm = try await ana.get("/sites?source=demo&alarm=1&unhandled=1").text
        #expect(calm.contains("No site in alarm") && !calm.contains("data-site=\"S1\""))
    }

    @Test("tasks that are due count for everybody until they are done, and can be taken")
    func dueTasks() async throws {
        let server = try await served()
        let (ana, ben) = (try await server.visitor("ana"), try await server.visitor("ben"))
        for (text, due) in [("late", "2027-01-01T00:00:00Z"), ("soon", "2027-02-01T00:00:00Z")] {
            let json = #"{"text":"\#(text)","due":"\#(due)"}"#
            #expect(try await ana.send(.post, "/api/v1/notes", json: json).status == 201)
        }
        let due = try await group("task", of: ben)
        #expect(due["count"] as? Int == 1)
        let id = try #require((due["entries"] as? [[String: Any]])?.first?["id"] as? String)
        let list = try await ben.get("/tasks?who=all&due_before=now").text
        #expect(list.contains("late") && !list.contains("soon"))
        let api = try await ben.get("/api/v1/notes?task=1&open=1&due_before=now").json()
        #expect((api["notes"] as? [Any])?.count == 1)
        #expect(try await ben.get("/api/v1/notes?due_before=yesterday").status == 400)
        #expect(try await ben.get("/attention").text.contains("id=\(id)&amp;"))
        _ = try await ben.post("/notes/\(id)/done", [("done", "1")])
        #expect(try await group("task", of: ana)["count"] as? Int == 0)
        let past = try await ana.get("/attention?since=8h").text
        #expect(past.contains(">done<") && past.contains("ben"))
    }

    @Test("since a time, entries are new or older, and what ended or was done is listed")
    func past() async throws {
        let server = try await served()
        let source = server.sources.all[0]
        let ana = try await server.visitor("ana")
        server.clock.advance(by: .seconds(600))
        let at = ServedTeam.loadedAt + 605
        try await server.load(
            [
                Self.vehicle("L0", battery: 95, reported: at),
                Self.vehicle("T", battery: 5, tipped: true, reported: at),
                Self.vehicle("I", battery: 90, reported: ServedTeam.loadedAt - 4 * 86_400),
            ], source, at: at)
        let report = try await ana.get(Self.path + "?since=9m").json()
        let groups = try #require(report["groups"] as? [[String: Any]])
        func new(_ name: String) -> Int? {
            groups.first { $0["group"] as? String == name }?["new_count"] as? Int
        }
        #expect(new("battery") == 1 && new("idle") == 0)
        let actions = try #require(report["actions"] as? [[String: Any]])
        #expect(actions.map { $0["kind"] as? String } == ["solved"])
        #expect(actions.first?["id"] as? String == "L0")
        let records = try #require(report["records"] as? [[String: Any]])
        #expect(records.first?["is_complete"] as? Bool == true)
        let longer = try await ana.get(Self.path + "?since=1d").json()
        let short = try #require(longer["records"] as? [[String: Any]])
        #expect(short.first?["is_complete"] as? Bool == false)
        let page = try await ana.get("/attention?since=1d").text
        #expect(page.contains("The record of demo is complete only since"))
        for wrong in ["8d", "soon", "0"] {
            #expect(try await ana.get(Self.path + "?since=\(wrong)").status == 400)
            #expect(try await ana.get("/attention?since=\(wrong)").status == 400)
        }
    }

    @Test("a source that was never read has no record, and no time of one")
    func unrecorded() async throws {
        let server = try await ServedTeam(isRead: false, [("demo", []), ("oslo", [])])
        let page = try await server.visitor("ana").get("/attention?since=8h").text
        let sentence = "The past of demo, oslo is not recorded."
        #expect(page.contains(sentence + " What is new or solved there is not known."))
    }

    @Test("a vehicle that became idle since then is new, one that was idle before is not")
    func newlyIdle() async throws {
        let day = 86_400.0
        let server = try await ServedTeam([
            (
                "demo",
                [4 * day, 2 * day + 60, 2 * day + 7200].enumerated().map { index, idle in
                    Self.vehicle(
                        "I\(index)", battery: 90, reported: ServedTeam.loadedAt - idle)
                }
            )
        ])
        let ana = try await server.visitor("ana")
        let report = try await ana.get(Self.path + "?since=1h&group=idle&limit=1").json()
        let idle = try #require((report["groups"] as? [[String: Any]])?.first)
        #expect(idle["count"] as? Int == 3 && idle["new_count"] as? Int == 1)
        #expect((idle["entries"] as? [Any])?.count == 1)
    }

    @Test("an alarm of a site that one sensor ended is not solved while another one has it")
    func twoSensors() async throws {
        let server = try await served()
        let source = server.sources.all[0]
        let ana = try await server.visitor("ana")
        func load(_ alarms: [FleetCore.Measurement], at seconds: Double) async throws {
            var site = Site(id: "S1")
            (site.name, site.measurements) = ("Pier", alarms)
            try await server.load(sites: [site], source, at: ServedTeam.loadedAt + seconds)
        }
        func solved() async throws -> [[String: Any]] {
            let report = try await ana.get(Self.path + "?since=1d&group=site_alarm").json()
            return try #require(report["actions"] as? [[String: Any]])
        }
        try await load(
            [.init(.smoke, .condition(true)), .init(.connectivity, .condition(false))], at: 60)
        try await load(
            [.init(.smoke, .condition(false)), .init(.connectivity, .condition(false))], at: 120)
        #expect(try await solved().isEmpty)
        try await load(
            [.init(.smoke, .condition(false)), .init(.connectivity, .condition(true))], at: 180)
        let actions = try await solved()
        #expect(actions.map { $0["id"] as? String } == ["S1"])
        #expect(actions.first?["name"] as? String == "Pier")
        let page = try await ana.get("/attention?since=1d").text
        #expect(page.contains("href=\"/sites/demo/S1\">Pier</a>"))
    }

    @Test("vehicles that cannot be found again can be neither taken nor snoozed")
    func rotatingIDs() async throws {
        let server = try await served()
        let source = server.sources.all[0]
        let ana = try await server.visitor("ana")
        #expect(try await ana.get("/attention").text.contains("group=battery"))
        var info = try #require(server.sources.states(of: source).shown?.info)
        info.rotation = .yes
        server.sources.set(.live(info, nextAt: info.fetchedAt + .seconds(6)), of: source.uuid)
        let page = try await ana.get("/attention").text
        #expect(page.contains("L0") && !page.contains("group=battery"))
    }

    @Test("a server where nothing needs attention says so")
    func calm() async throws {
        let server = try await ServedTeam([("demo", [Self.vehicle("A", battery: 80)])])
        let page = try await server.visitor("ana").get("/attention").text
        #expect(page.contains("All is well") && page.contains("nothing open"))
    }

    @Test("a source that fails is an entry, which a task about the source takes")
    func failure() async throws {
        let server = try await served()
        let source = server.sources.all[0]
        let ana = try await server.visitor("ana")
        server.sources.set(
            .failed(
                FeedFailure(.service(.status(503)), at: "example.com"), retryAt: nil, attempt: 3,
                nil),
            of: source.uuid)
        #expect(try await group("source", of: ana)["count"] as? Int == 1)
        _ = try await ana.post("/attention/take", [("group", "source"), ("source", "demo")])
        let taken = try await group("source", of: ana)
        #expect(taken["count"] as? Int == 0 && taken["handled_count"] as? Int == 1)
    }
}

@Suite("The bounds of what needs attention")
struct AttentionBoundTests {
    private static func form(_ battery: String) -> [(String, String)] {
        [
            ("do", "attention"), ("low_battery", battery), ("idle_after", "36h"),
            ("alarms", "off"), ("standing_after", "off"),
        ]
    }

    @Test("an administrator sets them on the source's page, beside what would count now")
    func page() async throws {
        let settings = RecordedSettings()
        var low = Vehicle(id: "A")
        low.battery = Battery(percent: 19)
        let server = try await ServedTeam(
            sourceAdministration: settings, [("demo", [low, Vehicle(id: "B")])])
        let root = try await server.visitor("root")
        let path = "/admin/sources/" + server.sources.all[0].uuid.uuidString
        #expect(try await root.get(path).text.contains("1 vehicle would count now"))
        #expect(try await root.post(path, Self.form("15%")).status == 303)
        let refused = try await root.post(path, Self.form("<b>"))
        #expect(refused.status == 422 && refused.text.contains("value=\"&lt;b&gt;\""))
        #expect(refused.text.contains("Low battery, at most must be a percentage"))
        #expect(settings.changes == ["attention 15% 36h off off 3,5m"])
        #expect(
            try await server.audit()[0].subject
                == "demo: attention low battery 15%, idle after 36h, alarms off, "
                + "standing after off, failing after 3,5m")
        let member = try await server.visitor("ana")
        #expect(try await member.post(path, Self.form("15%")).status == 403)
    }

    @Test("a program sets one bound, and the others stay")
    func api() async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let path = "/api/v1/sources/demo"
        for (body, status) in [
            (#"{"attention":{"idle_after":"3d"}}"#, 204),
            (#"{"attention":{"idle_after":"1s"}}"#, 422),
            (#"{"attention":{"mood":"bad"}}"#, 400), (#"{"attention":{"alarms":true}}"#, 400),
            (#"{"attention":{},"name":"x"}"#, 422),
        ] {
            #expect(try await root.send(.patch, path, json: body).status == status, "\(body)")
        }
        #expect(settings.changes == ["attention 20% 3d on 15m 3,5m"])
    }
}
