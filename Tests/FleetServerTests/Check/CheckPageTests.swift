import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

/// A server whose feed has been checked: the fixture of the tests of the page and the API.
enum CheckedFeed {
    /// 2027-01-15 08:00 UTC, the time of the server's clock.
    static let now = 1_800_000_000.0
    static let day = 86_400.0

    /// An error about texts that a feed made up.
    static let hostile: CheckFinding = {
        var finding = CheckFinding(
            .standard.wrongType, in: "vehicle_status", at: "/data/vehicles/*/<i>",
            problem: "<script>alert(1)</script>\u{1B}[31m must be a number",
            section: "GBFS 3.0, vehicle_status.json, <i>")
        for index in 0..<5 {
            finding.add(
                CheckFinding.Example(
                    path: "/data/vehicles/\(index)/<i>", value: "\"><img src=x>\u{202E}"))
        }
        return finding
    }()

    static let warning = CheckFinding(
        .document.noEntityTag, in: "gbfs", at: "", section: "RFC 9110, section 8.8.3")

    static let missing = CheckFinding(
        .standard.documentMissing, in: "station_status", at: "", section: "GBFS 3.0")

    /// Returns a server: two vehicles since the day before yesterday, a document that was
    /// missing yesterday, and an error and a warning that are open.
    static func served(
        _ settings: RecordedSettings? = nil, silences: [CheckSettings.Silence] = []
    ) async throws -> ServedTeam {
        let server = try await ServedTeam(sourceAdministration: settings, isRead: false)
        let old = server.sources.all[0]
        var source = old.source
        source.check.silences = silences
        server.sources.all[0] = PolledSource(
            name: old.name, aliases: [], source: source, vehicles: old.vehicles)
        for time in [-2 * day, -2 * day + 300, -day, -day + 300, -10] {
            try await server.load(
                [Vehicle(id: "A"), Vehicle(id: "B")], server.sources.all[0], at: now + time)
        }
        for (time, findings) in [
            (-day, [missing]), (-day + 3600, []), (-day + 7200, []),
            (-600, [warning, hostile]),
        ] {
            try await server.store.changes.add(
                report(findings), at: Timestamp(seconds: now + time), of: old.vehicles)
        }
        return server
    }

    static func report(
        _ findings: [CheckFinding], leftOut: [LeftOutDocuments] = []
    ) -> CheckReport {
        CheckReport(
            detectedVersion: "3.0", version: "GBFS 3.0", documents: [], findings: findings,
            leftOut: leftOut)
    }
}

@Suite("The page of the check of a feed")
struct CheckPageTests {
    private static let path = "/check?source=demo"

    @Test("it has what is wrong, the worst first, with why and how to mend it, for every reader")
    func findings() async throws {
        let server = try await CheckedFeed.served()
        let page = try await server.visitor("vera", .viewer).get(Self.path)
        #expect(page.status == 200)
        let error = try #require(page.text.range(of: "A value has another type"))
        let warning = try #require(page.text.range(of: "neither an ETag"))
        #expect(error.lowerBound < warning.lowerBound)
        for text in [
            "<span class=\"badge bad\">error</span>", "Strict programs refuse the document",
            "Write the value in the type of the specification", "5 times",
            "<code>wrong-type</code>", "RFC 9110, section 8.8.3", "documents checked",
        ] {
            #expect(page.text.contains(text), "\(text)")
        }
        #expect(page.text.components(separatedBy: "/data/vehicles/1/&lt;i&gt;").count == 2)
        #expect(!page.text.contains("/data/vehicles/3/"), "at most three examples")
        #expect(!page.text.contains("<form method=\"post\" action=\"/admin/sources"))
    }

    @Test("it counts the documents that the check left out, and never calls the rest all right")
    func leftOut() async throws {
        let server = try await ServedTeam(isRead: false)
        let source = server.sources.all[0]
        let ana = try await server.visitor("ana")
        try await server.load([Vehicle(id: "A")], source, at: CheckedFeed.now - 20)
        let early = try await ana.get(Self.path).text
        #expect(early.contains("The documents have not been checked yet, only the vehicles."))
        #expect(!early.contains("Nothing is wrong that is not silenced."))
        var leftOut: [LeftOutDocuments] = []
        for name in ["vehicle_types", "<b>"] { leftOut.add(name, because: .otherLanguage) }
        for (time, leftOut) in [(-10.0, leftOut), (-5, [])] {
            try await server.store.changes.add(
                CheckedFeed.report([], leftOut: leftOut),
                at: Timestamp(seconds: CheckedFeed.now + time), of: source.vehicles)
            let page = try await ana.get(Self.path).text
            let text =
                "The last check of the documents left out 2 documents: vehicle_types, &lt;b&gt; (of another language)"
            #expect(page.contains(text) == !leftOut.isEmpty)
            #expect(page.contains("Nothing is wrong in what was checked.") == !leftOut.isEmpty)
            #expect(page.contains("Nothing is wrong that is not silenced.") == leftOut.isEmpty)
            let check = try await ana.get("/api/v1/sources/demo/check").json()
            let groups = try #require(check["left_out"] as? [[String: Any]])
            #expect(groups.map { $0["count"] as? Int } == leftOut.map(\.count))
            #expect(groups.allSatisfy { $0["reason"] as? String == "other-language" })
        }
    }

    @Test("texts of a feed are shown as text, without control characters")
    func hostile() async throws {
        let server = try await CheckedFeed.served()
        let page = try await server.visitor("ana").get(Self.path).text
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(!page.contains("<script>alert") && !page.contains("<img src=x"))
        #expect(!page.unicodeScalars.contains("\u{1B}"))
        #expect(!page.unicodeScalars.contains("\u{202E}"))
    }

    @Test("the calendar says in words how each day was, and a day has its numbers and findings")
    func calendar() async throws {
        let server = try await CheckedFeed.served()
        let ana = try await server.visitor("ana")
        let page = try await ana.get(Self.path).text
        func cell(_ day: String) -> String? {
            page.matches(
                of:
                    /<td class="day-([a-z]+)[^>]*><a href="[^"]*day=([\d-]+)#day"[^>]*>.*?<span class="sr">([^<]+)</
            ).first { $0.output.2 == day }.map { "\($0.output.1): \($0.output.3)" }
        }
        #expect(cell("2027-01-13") == "right: nothing wrong")
        #expect(cell("2027-01-14") == "error: 1 error")
        #expect(cell("2027-01-15") == "error: 1 error, 1 warning")
        #expect(cell("2027-01-12") == nil, "before the first reading there is nothing to say")
        #expect(page.contains("January 2027") && !page.contains("Other months"))
        #expect(page.contains("<h2>2027-01-15 "), "the latest day is chosen")
        let day = try await ana.get(Self.path + "&day=2027-01-14").text
        #expect(day.contains("<h2>2027-01-14 "))
        #expect(day.contains("<dt>Readings</dt><dd>2</dd>"))
        #expect(day.contains("<dt>Vehicles</dt><dd>2</dd>"))
        #expect(day.contains("<dt>Parked for over 1 day</dt>"))
        let panel = try #require(day.firstMatch(of: /(?s)id="day".*?<\/section>/)?.output)
        #expect(
            panel.contains("A document is missing that the system must have")
                && !panel.contains("ETag"))
        #expect(day.contains("aria-current=\"date\""))
        let other = try await ana.get(Self.path + "&day=2026-12-24").text
        #expect(other.contains("The feed was not observed on this day."))
        #expect(try await ana.get(Self.path + "&day=soon").status == 400)
    }

    @Test("findings of a rule are one group with their number, which can be folded")
    func groups() async throws {
        let server = try await CheckedFeed.served()
        var second = CheckedFeed.hostile
        second.path = "/data/vehicles/*/lat"
        try await server.store.changes.add(
            CheckedFeed.report([CheckedFeed.warning, CheckedFeed.hostile, second]),
            at: Timestamp(seconds: CheckedFeed.now - 5), of: server.sources.all[0].vehicles)
        let page = try await server.visitor("ana").get(Self.path).text
        let groups = page.matches(
            of: /<details class="rule" open><summary>.*?<strong>([^<]+)<.*?num">([^<]+)</)
        #expect(groups.map(\.output.2) == ["2 findings", "1 finding"])
        #expect(groups.first?.output.1.contains("A value has another type") == true)
        let calendar = try #require(page.range(of: "<table class=\"calendar\">"))
        let first = try #require(page.range(of: "<details class=\"rule\""))
        #expect(calendar.lowerBound < first.lowerBound)
        #expect(page.components(separatedBy: "Strict programs refuse the document").count == 2)
    }

    @Test("a finding that is over is listed with its times")
    func over() async throws {
        let server = try await CheckedFeed.served()
        let page = try await server.visitor("ana").get(Self.path).text
        let list = try #require(page.firstMatch(of: /(?s)Over in the last 30 days.*?<\/section>/))
        #expect(list.output.contains("A document is missing that the system must have"))
        #expect(list.output.contains("2027-01-14T08:00:00Z"))
        #expect(list.output.contains("2027-01-14T10:00:00Z"))
        #expect(!list.output.contains("ETag"))
    }

    @Test("a feed that was never read says so, and a right one that nothing is wrong")
    func empty() async throws {
        let server = try await ServedTeam(isRead: false)
        let ana = try await server.visitor("ana")
        #expect(try await ana.get(Self.path).text.contains("Not observed yet"))
        let api = try await ana.get("/api/v1/sources/demo/check")
        #expect(api.status == 404 && api.text.contains("has not been observed yet"))
        let source = server.sources.all[0]
        try await server.load([Vehicle(id: "A")], source)
        try await server.store.changes.add(
            CheckedFeed.report([]), at: Timestamp(seconds: CheckedFeed.now - 5),
            of: source.vehicles)
        let page = try await ana.get(Self.path).text
        #expect(page.contains("Nothing is wrong that is not silenced."))
        #expect(try await ana.get("/check?source=nowhere").status == 404)
    }

    @Test("in German, rules are German, and what was found is marked as English")
    func german() async throws {
        let server = try await CheckedFeed.served()
        let page = try await server.visitor("ana").get(
            Self.path, fields: [.acceptLanguage: "de"]
        ).text
        #expect(page.contains("Ein Wert hat einen anderen Typ, als die Spezifikation sagt"))
        #expect(page.contains("lang=\"en\">&lt;script&gt;"))
        #expect(page.contains("Januar 2027") && page.contains("nichts falsch"))
        #expect(page.contains("1 Fehler, 1 Warnung"))
    }

    @Test("the list, the map and the search of a source lead to it")
    func links() async throws {
        let server = try await CheckedFeed.served()
        let ana = try await server.visitor("ana")
        for page in ["/", "/map"] {
            #expect(try await ana.get(page).text.contains("href=\"/check?source=demo\""), "\(page)")
        }
        let found = try await ana.get("/api/v1/search?q=feed+quality").text
        #expect(found.contains("/check?source=demo"))
    }

    @Test("a year of days is one page, with the older months folded")
    func year() async throws {
        let server = try await ServedTeam(isRead: false)
        let source = server.sources.all[0]
        for day in [-420, -399, -200, 0] {
            try await server.load(
                [Vehicle(id: "A")], source, at: CheckedFeed.now - 10 + Double(day) * 86_400)
        }
        let page = try await server.visitor("ana").get(Self.path).text
        #expect(page.contains("Other months") && page.contains("December 2025"))
        #expect(!page.contains("November 2025"), "400 days, today included, begin on 2025-12-12")
        #expect(page.matches(of: /day=\d{4}-\d\d-\d\d#day/).count == 400)
    }
}
