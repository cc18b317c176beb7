import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Changes of the check of a feed")
struct CheckChangeTests {
    private static let silence = CheckSettings.Silence(
        .standard.wrongType, in: "vehicle_status", because: "known <b>",
        until: LocalDay("2027-02-01")!)

    private static func form(_ reason: String, until: String) -> [(String, String)] {
        [
            ("do", "silence"), ("rule", "wrong-type"), ("document", "vehicle_status"),
            ("reason", reason), ("until", until),
        ]
    }

    @Test("an administrator silences a rule in a document with a reason, for a year at most")
    func silence() async throws {
        let settings = RecordedSettings()
        let server = try await CheckedFeed.served(settings)
        let root = try await server.visitor("root")
        let action = "/admin/sources/" + server.sources.all[0].uuid.text
        let page = try await root.get("/check?source=demo").text
        #expect(page.contains("name=\"until\" value=\"2027-02-14\" max=\"2028-01-15\""))
        let made = try await root.post(action, Self.form(" we  know ", until: "2027-02-01"))
        #expect(made.location == "/check?source=demo&done=silenced&of=demo")
        #expect(try await root.get(made.location!).text.contains("The finding is silenced."))
        #expect(
            settings.changes == ["check wrong-type in vehicle_status until 2027-02-01: we know"])
        #expect(
            try await server.audit()[0].subject
                == "demo: wrong-type in vehicle_status silenced until 2027-02-01: we know")
        for (reason, day, text) in [
            ("", "2027-02-01", "A silence needs a reason."),
            ("x", "2027-01-14", "ends today at the earliest"),
            ("x", "2028-01-16", "within a year"), ("x", "soon", "until is not valid"),
            ("a\u{7}b", "2027-02-01", "reason is not valid"),
            (String(repeating: "y", count: 201), "2027-02-01", "at most 200 characters"),
        ] {
            let refused = try await root.post(action, Self.form(reason, until: day))
            #expect(refused.status == 422 && refused.text.contains(text), "\(text)")
            #expect(refused.text.contains("<details class=\"edit\" open>"), "\(text)")
        }
        #expect(settings.changes.count == 1)
        let member = try await server.visitor("ana")
        let forbidden = try await member.post(action, Self.form("x", until: "2027-02-01"))
        #expect(forbidden.status == 403)
    }

    @Test("a silenced finding is folded below with reason and end, and can be reported again")
    func silenced() async throws {
        let settings = RecordedSettings()
        let server = try await CheckedFeed.served(settings, silences: [Self.silence])
        let (root, ana) = (try await server.visitor("root"), try await server.visitor("ana"))
        let page = try await root.get("/check?source=demo").text
        let folded = try #require(page.firstMatch(of: /(?s)<summary>1 silenced.*?<\/details>/))
        #expect(folded.output.contains("A value has another type"))
        #expect(folded.output.contains("Silenced until 2027-02-01: known &lt;b&gt;"))
        #expect(folded.output.contains("value=\"unsilence\"") && !folded.output.contains("ETag"))
        let read = try await ana.get("/check?source=demo").text
        #expect(read.contains("known &lt;b&gt;") && !read.contains("value=\"unsilence\""))
        let made = try await root.post(
            "/admin/sources/" + server.sources.all[0].uuid.text,
            [("do", "unsilence"), ("rule", "wrong-type"), ("document", "vehicle_status")])
        #expect(made.location == "/check?source=demo&done=unsilenced&of=demo")
        server.clock.advance(by: .seconds(18 * 86_400))
        #expect(try await !root.get("/check?source=demo").text.contains("1 silenced"))
    }

    @Test("bounds and the zone are set on the page of the source, and only valid ones")
    func bounds() async throws {
        let settings = RecordedSettings()
        let server = try await CheckedFeed.served(settings)
        let root = try await server.visitor("root")
        let path = "/admin/sources/" + server.sources.all[0].uuid.text
        let page = try await root.get(path).text
        for bound in CheckBound.allCases {
            #expect(page.contains("name=\"\(bound.rawValue)\" value="), "\(bound)")
        }
        #expect(page.contains("name=\"stuck\" value=\"2h\"") && page.contains("usual: 2h"))
        let made = try await root.post(
            path, [("do", "check"), ("stuck", "3h"), ("jump", "off"), ("late", "2"), ("zone", "")])
        #expect(made.location == "/admin/sources?done=check&of=demo")
        #expect(settings.changes == ["check jump off, stuck 3h"])
        for (name, value, text) in [
            ("stuck", "<b>", "The bound stuck must be"), ("jump", "200%", "The bound jump"),
            ("zone", "Nowhere", "demo has no zones."),
        ] {
            let refused = try await root.post(path, [("do", "check"), (name, value)])
            #expect(refused.status == 422 && refused.text.contains(text), "\(text)")
            #expect(
                refused.text.contains("<details open><summary class=\"btn small\">Bounds and zone"))
        }
        #expect(settings.changes.count == 1)
    }

    @Test("a program sends one change of the check, whose members are all known")
    func api() async throws {
        let settings = RecordedSettings()
        let server = try await CheckedFeed.served(settings)
        let root = try await server.visitor("root")
        let path = "/api/v1/sources/demo"
        for (body, status) in [
            (#"{"bounds":{"speed":"90"}}"#, 204), (#"{"zone":""}"#, 204),
            (#"{"silence":{"rule":"teleport","reason":"tests","until":"2027-01-20"}}"#, 204),
            (#"{"unsilence":{"rule":"teleport"}}"#, 204), (#"{}"#, 422),
            (#"{"bounds":{"mood":"bad"}}"#, 400), (#"{"bounds":{"speed":"0x"}}"#, 422),
            (#"{"bounds":{},"unsilence":{"rule":"teleport"}}"#, 422),
            (#"{"unsilence":{"rule":"warp"}}"#, 422), (#"{"nonsense":1}"#, 400),
            (#"{"silence":{"rule":"teleport","reason":"x","until":"2027-01-20","x":"y"}}"#, 400),
            (#"{"silence":{"rule":"teleport","reason":"x","until":"2029-01-20"}}"#, 422),
        ] {
            let answer = try await root.send(.patch, path, json: "{\"check\":\(body)}")
            #expect(answer.status == status, "\(body) \(answer.text)")
        }
        #expect(
            settings.changes == [
                // The settings of the source stay as they are here.
                "check speed 90", "check ", "check teleport until 2027-01-20: tests", "check ",
            ])
        let member = try await server.visitor("ana")
        let refused = try await member.send(.patch, path, json: #"{"check":{"zone":""}}"#)
        #expect(refused.status == 403)
    }
}

@Suite("The check of a feed in the API")
struct CheckAPITests {
    private static let path = "/api/v1/sources/demo/check"

    @Test("it has the findings with their times and the days of a period")
    func document() async throws {
        let silence = CheckSettings.Silence(
            .document.noEntityTag, because: "the proxy", until: LocalDay("2027-01-31")!)
        let server = try await CheckedFeed.served(silences: [silence])
        let vera = try await server.visitor("vera", .viewer)
        let answer = try await vera.get(Self.path, fields: [.acceptLanguage: "de"])
        let check = try answer.json()
        #expect(check["source"] as? String == "demo" && check["time_zone"] as? String == "UTC")
        #expect(check["checked_at"] as? String == "2027-01-15T07:50:00Z")
        let findings = try #require(check["findings"] as? [[String: Any]])
        #expect(
            findings.map { $0["rule"] as? String } == [
                "wrong-type", "no-etag", "document-missing",
            ])
        #expect(
            findings[0]["reason"] as? String == CheckRule.standard.wrongType.reason, "in English")
        #expect((findings[0]["examples"] as? [Any])?.count == 3)
        #expect(findings[0]["count"] as? Int == 5 && findings[0]["silenced"] == nil)
        #expect(
            findings[1]["silenced"] as? [String: String] == [
                "reason": "the proxy", "until": "2027-01-31",
            ])
        #expect(findings[1]["opened_at"] as? String == "2027-01-15T07:50:00Z")
        #expect(findings[1]["closed_at"] == nil)
        #expect(findings[2]["closed_at"] as? String == "2027-01-14T10:00:00Z")
        let days = try #require(check["days"] as? [[String: Any]])
        #expect(
            days.map { $0["day"] as? String } == ["2027-01-13", "2027-01-14", "2027-01-15"])
        #expect(days.map { $0["readings"] as? Int } == [2, 2, 1])
        #expect(!answer.bytes.contains(0x1B))
    }

    @Test("a period of at most 400 days is that of the days and of the findings that are over")
    func period() async throws {
        let server = try await CheckedFeed.served()
        let ana = try await server.visitor("ana")
        let check = try await ana.get(Self.path + "?from=2027-01-13&to=2027-01-13").json()
        #expect((check["days"] as? [[String: Any]])?.map { $0["day"] as? String } == ["2027-01-13"])
        let rules = (check["findings"] as? [[String: Any]])?.map { $0["rule"] as? String }
        #expect(rules?.contains("document-missing") == false)
        for (query, parameter) in [
            ("from=soon", "from"), ("from=2025-01-01", "from"),
            ("to=2027-01-01&from=2027-01-02", "from"),
            ("from=2028-01-01", "from"), ("day=2027-01-01", "day"),
        ] {
            let refused = try await ana.send(
                .get, Self.path + "?" + query, fields: [.accept: "application/json"])
            #expect(refused.status == 400, "\(query)")
            #expect(try refused.json()["parameter"] as? String == parameter, "\(query)")
        }
    }

    @Test("findings that are told need attention until their rule is silenced")
    func attention() async throws {
        let server = try await CheckedFeed.served()
        let ana = try await server.visitor("ana")
        func group() async throws -> [String: Any]? {
            let report = try await ana.get("/api/v1/attention?since=1h").json()
            return (report["groups"] as? [[String: Any]])?.first {
                $0["group"] as? String == "feed"
            }
        }
        let feed = try #require(try await group())
        #expect(feed["count"] as? Int == 1, "a warning about documents is not told")
        #expect(feed["new_count"] as? Int == 1)
        let entry = try #require((feed["entries"] as? [[String: Any]])?.first)
        #expect(entry["id"] as? String == "wrong-type")
        #expect(entry["name"] as? String == CheckRule.standard.wrongType.title)
        #expect(entry["since"] as? String == "2027-01-15T07:50:00Z")
        let page = try await ana.get("/attention").text
        #expect(page.contains("Feed quality") && page.contains("href=\"/check?source=demo\""))
        #expect(page.contains("&lt;script&gt;alert(1)") && !page.contains("value=\"feed\""))
        let snooze = try await ana.send(
            .post, "/api/v1/attention/snoozes",
            json: #"{"group":"feed","source":"demo","reason":"x","until":"2027-01-16T00:00:00Z"}"#)
        #expect(snooze.status == 422)

        let other = try await CheckedFeed.served(silences: [
            CheckSettings.Silence(.standard.wrongType, because: "x", until: LocalDay("2027-01-15")!)
        ])
        let ben = try await other.visitor("ben")
        let report = try await ben.get("/api/v1/attention?group=feed").json()
        let groups = report["groups"] as? [[String: Any]]
        #expect(groups?.map { $0["count"] as? Int } == [0])
        let unread = try await ServedTeam(isRead: false)
        let none = try await unread.visitor("ana").get("/api/v1/attention?group=feed").json()
        #expect((none["groups"] as? [Any])?.isEmpty == true, "a feed without a check has no group")
    }
}
