import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import FleetServer

@Suite("The administration of sources")
struct SourceAdministrationTests {
    @Test("The page of a source has its notices, prices and regions, with hostile texts escaped")
    func system() async throws {
        let server = try await ServedTeam(sourceAdministration: RecordedSettings())
        let source = server.sources.all[0]
        let path = "/admin/sources/" + source.uuid.text
        let root = try await server.visitor("root")
        #expect(try await !root.get(path).text.contains("What the operator says"))
        var documents = SideDocuments()
        var notice = SystemAlert(id: "1", summary: "<b>Strike</b>")
        notice.link = "javascript:alert(1)"
        var plan = PricingPlan(id: "p")
        (plan.name, plan.price, plan.currency) = ("Ride", 1, "EUR")
        documents.alerts = [notice]
        documents.pricingPlans = [plan]
        documents.regions = [Region(id: "n", name: "North & co")]
        var vehicle = Vehicle(id: "a")
        vehicle.regionID = "n"
        var feed = FeedDescription(format: "GBFS 3.0")
        feed.hasRegions = true
        try await server.load([vehicle], source, feed, documents: documents)
        let page = try await root.get(path).text
        for text in [
            "<strong>&lt;b&gt;Strike&lt;/b&gt;</strong>", ">Ride: 1 EUR<",
            "<strong>North &amp; co</strong>", ">1 vehicle<",
        ] {
            #expect(page.contains(text), "\(text)")
        }
        #expect(!page.contains("javascript:"))
    }

    @Test("An administrator adds, renames, publishes and removes sources, which the log records")
    func forms() async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(
            sourceAdministration: settings, options: { $0.contact = ContactSetting("a@b.example") })
        let root = try await server.visitor("root")
        let path = "/admin/sources/" + server.sources.all[0].uuid.uuidString
        let checked = [
            ("/admin/sources", [("name", "oslo"), ("location", "https://9.9.9.9/gbfs.json")]),
            ("/admin/sources", [("name", "sim"), ("location", "sim://b"), ("ids", "stable")]),
            (path, [("do", "locate"), ("location", "https://9.9.9.9/other.json")]),
        ]
        for (target, form) in checked {
            let answer = try await root.post(target, form)
            #expect(answer.status == 303)
            let page = try await root.follow(answer)
            #expect(page.text.contains("GBFS 3.0, Test City, 12 vehicles, 3 stations"))
        }
        let forms: [([(String, String)], String)] = [
            ([("do", "rename"), ("name", "paris")], "renamed&of=paris"),
            ([("do", "default")], "default&of=demo"),
            (
                [("do", "publish"), ("publish", "page"), ("publish", "gbfs")],
                "published&of=demo"
            ),
            ([("do", "publish")], "published&of=demo"),
            ([("do", "remove")], "removed&of=demo"),
        ]
        for (form, result) in forms {
            #expect(try await root.post(path, form).location == "/admin/sources?done=" + result)
        }
        #expect(
            settings.changes == [
                "add oslo https://9.9.9.9/gbfs.json - public", "add sim sim://b no public",
                "locate https://9.9.9.9/other.json public", "rename paris", "default",
                "publish true true", "publish false false", "remove",
            ])
        let entries = try await server.audit(8).reversed()
        #expect(
            entries.map(\.subject) == [
                "oslo", "sim", "demo: another address", "demo: renamed to paris",
                "demo: default source", "demo: publishes gbfs, page", "demo: publishes nothing",
                "demo",
            ])
        #expect(entries.map(\.action).last == .sourceRemoved)
    }

    @Test("A program does the same by a token that writes, and one that reads does not")
    func documents() async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(
            sourceAdministration: settings, options: { $0.contact = ContactSetting("a@b.example") })
        let writer = try await server.program("writer", .administrator, .write)
        let reader = try await server.program("reader", .administrator, .read)
        let demo = "/api/v1/sources/demo"
        let new = #"{"name": "b", "location": "sim://b", "ids": "rotating"}"#
        let requests: [(HTTPRequest.Method, String, String, Int)] = [
            (.post, "/api/v1/sources", new, 201),
            (.patch, demo, #"{"location": "sim://c"}"#, 200),
            (.patch, demo, #"{"name": "c"}"#, 204),
            (.patch, demo, #"{"default": true}"#, 204),
            (.patch, "/api/v1/sources/old-demo", #"{"publish": ["gbfs"]}"#, 204),
            (.patch, demo, #"{"publish_location": "row"}"#, 204),
            (.delete, demo, "{}", 204),
        ]
        for (method, path, document, status) in requests {
            #expect(try await reader.send(method, path, json: document).status == 403)
            let answer = try await writer.send(method, path, json: document)
            #expect(answer.status == status)
            guard status < 202 else { continue }
            let found = try answer.json()
            #expect(found["format"] as? String == "GBFS 3.0")
            #expect(found["system_name"] as? String == "Test City")
            #expect(found["vehicles"] as? Int == 12 && found["sites"] as? Int == 3)
        }
        #expect(
            settings.changes == [
                "add b sim://b yes public", "locate sim://c public", "rename c", "default",
                "publish false true", "publish false false", "location row", "remove",
            ])
        let refused = [
            "{}", #"{"default": false}"#, #"{"contact": "a@b.example"}"#,
            #"{"name": "c", "location": "sim://c"}"#, #"{"publish_location": "depot"}"#,
            #"{"name": "c", "publish_location": "row"}"#,
        ]
        for document in refused + [#"{"name": "c", "publish": []}"#, #"{"publish": ["notes"]}"#] {
            let answer = try await writer.send(.patch, demo, json: document)
            #expect(answer.status == 422)
        }
        #expect(try await writer.send(.delete, "/api/v1/sources/nothing").status == 404)
    }

    @Test(
        "Files, commands, variables, other schemes and private networks cannot be sources",
        arguments: [
            "/etc/passwd", "feed.json", "-", "@/etc/passwd", "file:///etc/passwd", "FILE:/etc/x",
            "ftp://9.9.9.9/", "$HOME", "!cat /etc/passwd", "gopher://9.9.9.9", "", " sim://a",
            "https://9.9.9.9/a b", "https://9.9.9.9\\@127.0.0.1/", "https://9.9.9.9/\u{0}",
            "https:///gbfs.json", "https://", "http://[::1", "https://ø.example/",
            "http://127.0.0.1/", "http://localhost:8080/", "http://2130706433/", "http://0x7f.1/",
            "http://127.1/", "http://10.0.0.1/", "http://169.254.169.254/latest/meta-data",
            "http://[::1]/", "http://[::ffff:10.0.0.1]/", "http://[fd00::1]/", "http://[fe80::1]/",
            "http://0.0.0.0/", "http://user:hush@192.168.1.1/", "http://[2002:7f00:1::]/",
            "http://[64:ff9b::7f00:1]/", "http://100.64.0.1/", "http://224.0.0.1/",
        ])
    func locations(location: String) async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let answer = try await root.post(
            "/admin/sources", [("name", "new"), ("location", location)])
        #expect(answer.status == 422)
        #expect(!answer.text.contains("hush"))
        #expect(settings.changes.isEmpty)
    }

    @Test("Private networks are allowed by an option; the public Internet always is")
    func privateSources() async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(
            sourceAdministration: settings, options: { $0.allowsPrivateSources = true })
        let root = try await server.visitor("root")
        let answer = try await root.post(
            "/admin/sources", [("name", "new"), ("location", "http://10.0.0.1/x")])
        #expect(answer.status == 303)
        #expect(settings.changes == ["add new http://10.0.0.1/x - all"])
    }

    @Test("A host is public only if all of its addresses are")
    func resolved() async throws {
        let mixed = SourceRules(allowsPrivate: false) { _ in
            ["9.9.9.9", "10.0.0.1"].compactMap { IPAddress($0) }
        }
        await #expect(throws: Problem.self) { try await mixed.location("https://a.example/") }
        let unknown = SourceRules(allowsPrivate: false) { _ in [] }
        await #expect(throws: Problem.self) { try await unknown.location("https://a.example/") }
        let asked = Mutex<[String]>([])
        let rules = SourceRules(allowsPrivate: false) { host in
            asked.withLock { $0.append(host) }
            return [IPAddress("9.9.9.9")].compactMap(\.self)
        }
        _ = try await rules.location("https://user:secret@[2620:FE::9]:8443/x?y#z")
        _ = try await rules.location("HTTPS://A.example?x")
        #expect(asked.withLock(\.self) == ["2620:fe::9", "a.example"])
    }

    @Test(
        "A name that is not one, or is taken, is refused on the page",
        arguments: [
            ("", 422), (hostile, 422), ("../x", 422), ("Oslo", 422), ("-a", 422), ("demo", 409),
            ("taken", 409),
        ])
    func names(name: String, status: Int) async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let path = "/admin/sources/" + server.sources.all[0].uuid.uuidString
        let forms = [
            try await root.post("/admin/sources", [("name", name), ("location", "sim://a")]),
            try await root.post(path, [("do", "rename"), ("name", name)]),
        ]
        for answer in forms {
            #expect(answer.status == status)
            #expect(
                answer.text.contains("role=\"alert\"") && !answer.text.contains("<script>alert"))
        }
        #expect(settings.changes.isEmpty)
        #expect(try await server.audit()[0].action == .signedIn)
    }

    @Test("Without write access to the settings, the page only shows the sources, without secrets")
    func readOnly() async throws {
        let server = try await ServedTeam()
        let root = try await server.visitor("root")
        let failure = FeedFailure(.service(.status(503)), at: "https://example.com/?token=…")
        server.sources.set(
            .failed(failure, retryAt: nil, attempt: 1, nil), of: server.sources.all[0].uuid)
        let page = try await root.get("/admin/sources")
        #expect(page.status == 200)
        #expect(page.text.contains("sim://demo") && page.text.contains("cannot be read"))
        #expect(page.values("action").allSatisfy { !$0.hasPrefix("/admin/sources") })
        let answer = try await root.post(
            "/admin/sources", [("name", "new"), ("location", "sim://a")])
        #expect(answer.status == 409)
    }
}

extension SourceAdministrationTests {
    @Test("The page shows a refused form again, without the secrets of its address")
    func refusedForm() async throws {
        let server = try await ServedTeam(sourceAdministration: RecordedSettings())
        let root = try await server.visitor("root")
        let form = [
            ("name", "dead"), ("location", "https://me:hush@9.9.9.9/dead.json"),
            ("ids", "stable"),
        ]
        let page = try await root.post("/admin/sources", form)
        #expect(page.status == 422)
        #expect(page.text.contains("The service answers with status 404. Check the address."))
        #expect(page.values("value").contains("dead") && !page.text.contains("hush"))
        let path = "/admin/sources/" + server.sources.all[0].uuid.uuidString
        let edited = try await root.post(path, [("do", "locate"), ("location", "sim://dead")])
        #expect(edited.status == 422 && edited.text.contains("status 404"))
        #expect(edited.values("value").contains("sim://dead"))
        let renamed = try await root.post(path, [("do", "rename"), ("name", "Not a name")])
        #expect(renamed.status == 422 && renamed.values("value").contains("Not a name"))
        let file = try await root.post(
            "/admin/sources", [("name", "file"), ("location", "feeds/gbfs.json")])
        #expect(file.status == 422 && file.values("value").contains("feeds/gbfs.json"))
    }

    @Test(
        "A message is a sentence, and keeps an address at its beginning",
        arguments: [
            ("not valid", "Not valid."),
            ("https://a.example/x: no feed", "https://a.example/x: no feed."),
            ("cannot reach sim://a.", "Cannot reach sim://a."), ("", "."),
        ])
    func sentence(text: String, sentence: String) { #expect(text.sentence == sentence) }

    @Test("An unchanged address, which the page shows without secrets, stays what it is")
    func unchangedAddress() async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let source = server.sources.all[0]
        let path = "/admin/sources/" + source.uuid.text
        let shown = source.source.location.description
        #expect(try await root.get(path).values("value").contains(shown))
        #expect(try await root.post(path, [("do", "locate"), ("location", shown)]).status == 303)
        #expect(settings.changes == ["locate \(source.source.location.text) all"])
    }

    @Test("Before a source is removed, a page names the notes, photos, favorites and alerts")
    func removalOfSource() async throws {
        let server = try await ServedTeam(
            sourceAdministration: RecordedSettings(), [("demo", [Vehicle(id: "A")])])
        let (root, ada) = (try await server.visitor("root"), try await server.visitor("ada"))
        _ = try await ada.post("/v/demo/A/favorite", [("favorite", "on")])
        let note = #"{"source": "demo", "vehicle_id": "A", "text": "x"}"#
        for _ in 1...2 {
            #expect(try await ada.send(.post, "/api/v1/notes", json: note).status == 201)
        }
        let path = "/admin/sources/" + server.sources.all[0].uuid.text
        #expect(try await root.get(path).text.contains("href=\"\(path)/remove\""))
        let page = try await root.get(path + "/remove")
        #expect(page.text.contains("Remove source demo?"))
        #expect(
            page.text.contains("2 notes about") && page.text.contains("1 favorite (of all people)"))
        #expect(!page.text.contains("photo"))
        #expect(page.values("action").contains(path))
        #expect(try await ada.get(path + "/remove").status == 403)
    }

    @Test("The result of a change is on the next page, and no address makes it say anything else")
    func results() async throws {
        let server = try await ServedTeam(sourceAdministration: RecordedSettings())
        let root = try await server.visitor("root")
        func notice(_ query: String) async throws -> Bool {
            try await root.get("/admin/sources?" + query).text.contains("banner-good")
        }
        #expect(try await notice("done=renamed&of=demo"))
        #expect(try await notice("done=removed&of=gone"))
        for query in [
            "done=renamed&of=other", "done=removed&of=demo", "done=x&of=demo",
            "done=removed&of=Call%20me",
        ] {
            #expect(try await !notice(query), "\(query)")
        }
    }

    @Test("To publish GBFS without a contact, the page and the API ask for one and store it")
    func contact() async throws {
        let settings = RecordedSettings()
        let stored = Mutex<String?>(nil)
        let server = try await ServedTeam(
            sourceAdministration: settings,
            options: { options in
                options.contact = ContactSetting(
                    load: { stored.withLock(\.self) },
                    save: { address in stored.withLock { $0 = address } })
            })
        let root = try await server.visitor("root")
        let path = "/admin/sources/" + server.sources.all[0].uuid.text
        let gbfs = [("do", "publish"), ("publish", "gbfs")]
        let page = try await root.post(path, gbfs)
        #expect(page.status == 422 && page.text.contains("GBFS needs an email address"))
        #expect(page.values("name").contains("contact"))
        #expect(try await root.post(path, gbfs + [("contact", "nobody")]).status == 422)
        let document = #"{"publish": ["gbfs"]}"#
        let demo = "/api/v1/sources/demo"
        #expect(try await root.send(.patch, demo, json: document).status == 422)
        #expect(settings.changes.isEmpty)
        let answer = try await root.post(path, gbfs + [("contact", "ops@example.com")])
        #expect(answer.status == 303 && stored.withLock(\.self) == "ops@example.com")
        #expect(try await root.send(.patch, demo, json: document).status == 204)
        #expect(settings.changes == ["publish false true", "publish false true"])
        #expect(try await root.get(path).values("value").contains("ops@example.com"))
    }
}

extension SourceAdministrationTests {
    @Test("A history is set when a source is added or changed, and a wrong one is refused")
    func history() async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(sourceAdministration: settings)
        let root = try await server.visitor("root")
        let path = "/admin/sources/" + server.sources.all[0].uuid.text
        let form = [("name", "b"), ("location", "sim://b"), ("history", "30d")]
        #expect(try await root.post("/admin/sources", form).status == 303)
        let answer = try await root.post(path, [("do", "history"), ("history", "7d,2GB")])
        #expect(answer.location == "/admin/sources?done=history&of=demo")
        let wrong = try await root.post(path, [("do", "history"), ("history", "soon")])
        #expect(
            wrong.status == 422 && wrong.text.contains("The history must be a duration such as 30s")
        )
        #expect(wrong.values("value").contains("soon"))
        let demo = "/api/v1/sources/demo"
        for (document, status) in [
            (#"{"history": "24h"}"#, 204), (#"{"history": "off"}"#, 204),
            (#"{"history": "5m"}"#, 422), (#"{"name": "c", "remove_history": true}"#, 422),
        ] {
            #expect(try await root.send(.patch, demo, json: document).status == status)
        }
        #expect(
            settings.changes == [
                "add b sim://b - public history 30d", "history 7d,2GB", "history 1d",
                "history off",
            ])
        let subjects = try await server.audit(4).reversed().map(\.subject)
        #expect(
            subjects == [
                "b: history 30d", "demo: history 7d,2GB", "demo: history 1d", "demo: history off",
            ])
        let member = try await server.visitor("ada")
        #expect(try await member.post(path, [("do", "history")]).status == 403)
    }

    @Test("Before a history is removed or shortened, a page says what is lost")
    func historyRemoval() async throws {
        let settings = RecordedSettings()
        let server = try await ServedTeam(sourceAdministration: settings)
        let old = server.sources.all[0]
        var source = old.source
        (source.ownHistory, source.rotation) = (try HistoryChoice("30d,5GB"), .no)
        server.sources.all[0] = PolledSource(
            name: old.name, aliases: [], source: source, vehicles: old.vehicles)
        let root = try await server.visitor("root")
        let path = "/admin/sources/" + old.uuid.text
        let page = try await root.get(path)
        #expect(page.values("value").contains("30d") && page.text.contains("is personal data"))
        #expect(page.values("name").contains("remove_history"))
        let sources = try await root.get("/api/v1/sources").json()["sources"] as? [[String: Any]]
        #expect(sources?.first?["history"] as? String == "30d")
        for (history, text) in [
            ("", "Remove the history of demo?"), ("off", "Remove the history of demo?"),
            ("7d", "All changes before the last 7d"),
            ("30d,1GB", "The oldest changes, beyond the size of 30d,1GB"),
        ] {
            let form = [("do", "history"), ("history", history)]
            let question = try await root.post(path, form)
            #expect(question.status == 200 && question.text.contains(text))
            #expect(settings.changes.isEmpty)
            #expect(question.values("value").contains(history))
            #expect(question.values("name").contains("remove_history"))
        }
        let confirmed = [("do", "history"), ("history", "7d"), ("remove_history", "1")]
        #expect(try await root.post(path, confirmed).status == 303)
        #expect(try await root.post(path, [("do", "history"), ("history", "60d")]).status == 303)
        #expect(settings.changes == ["history 7d confirmed", "history 60d"])
    }
}
