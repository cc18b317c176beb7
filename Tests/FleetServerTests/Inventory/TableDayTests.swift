import FleetCore
import FleetFeeds
import FleetRuntime
import FleetSQL
import FleetService
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer
@testable import FleetTeam

/// A workshop with 40 bikes in a spreadsheet, an administrator, two members and a viewer.
@Suite("A day with a table of 40 vehicles")
struct TableDayTests {
    private static let ids = (101...140).map { "CB-\($0)" }

    @Test("Nothing is lost between uploads, edits, late sightings, and a restored version")
    func day() async throws {
        let day = try await TableDay(of: Self.ids)
        let (root, ana, ben) = (day.root, day.ana, day.ben)
        let morning = try await day.file()

        // Both have opened the row before the first change.
        let edit = "/v/bikes/CB-105/edit"
        #expect(
            try await ana.post(edit, ServedInventory.cells(("Shelf", "A105", "B1"))).status == 303)
        let both = ServedInventory.cells(("Shelf", "A105", "C1"), ("name", "Bike 105", "Alma"))
        let late = try await ben.post(edit, both)
        #expect(late.status == 412 && late.text.contains("B1") && late.text.contains("C1"))
        let merged = ServedInventory.cells(
            ("Shelf", "B1", "B1 or C1"), ("name", "Bike 105", "Alma"))
        #expect(try await ben.post(edit, merged).status == 303)
        let edited = try await day.file()
        #expect(edited.row("CB-105")?.hasPrefix("CB-105,Alma,48.105,11.5,B1 or C1,") == true)

        // The table of the morning has none of it.
        let table = morning.text.replacing("Bike 102", with: "Bob")
        #expect(try await day.put(table, morning.tag).status == 412)
        let preview = try await day.preview(table)
        for change in ["Bike 102 → Bob", "Alma → Bike 105", "B1 or C1 → A105"] {
            #expect(preview.text.contains(change), "\(change)")
        }
        #expect(try await day.file().text == edited.text)
        let newer = edited.text.replacing("Bike 102", with: "Bob")
        #expect(try await day.put(newer, edited.tag).json()["changed"] as? Int == 1)

        let sheet = "ID,Shelf\n" + Self.ids[..<5].map { "\($0),F\($0.suffix(1))\n" }.joined()
        let filtered = try await day.put(sheet, day.file().tag).json()
        #expect(filtered["changed"] as? Int == 5 && filtered["missing"] as? Int == 35)
        #expect(filtered["removed"] as? Int == 0)

        try await reportLate(day)

        let evening = try await day.file()
        #expect(evening.text.split(whereSeparator: \.isNewline).count == 41)
        let mistake = "ID,Name\n" + Self.ids.map { "\($0),x\n" }.joined()
        let listed = try await day.preview(mistake).text
        #expect(listed.split(separator: "→ x<").count == 41)
        #expect(try await day.put(mistake, evening.tag).json()["changed"] as? Int == 40)
        #expect(try await day.restore().status == 200)
        #expect(try await day.file().text == evening.text)
        #expect(evening.row("CB-102")?.hasPrefix("CB-102,Bob,48.102,11.5,F2,") == true)
        #expect(evening.row("CB-105")?.hasPrefix("CB-105,Alma,48.105,11.5,F5,") == true)
        #expect(evening.row("CB-140") == morning.row("CB-140"))

        let log = try await root.get("/api/v1/audit?limit=20").json()
        let entries = try #require(log["entries"] as? [[String: Any]])
        let rows = entries.filter { ($0["action"] as? String)?.hasPrefix("row") == true }
        #expect(
            rows.reversed().map { "\($0["actor"] ?? "") \($0["action"] ?? "")" } == [
                "ana row_changed", "ben row_changed", "root rows_replaced", "root rows_replaced",
                "root rows_replaced", "root rows_restored",
            ])
    }

    /// Two sightings of one person arrive after a newer one of another person, and then again.
    private func reportLate(_ day: TableDay) async throws {
        func report(
            _ visitor: Visitor, _ id: String, _ latitude: Double, _ time: String
        ) async throws -> Int {
            let answer = try await visitor.send(
                .post, "/api/v1/sources/bikes/vehicles/\(id)/sightings",
                json: #"{"lat": \#(latitude), "lon": 11, "seen_at": "2027-01-15T\#(time)Z"}"#,
                fields: [.idempotencyKey: "waiting sighting \(id) \(time)"])
            try await day.poll()
            return answer.status
        }
        #expect(try await report(day.ben, "CB-107", 48.7, "07:45:00") == 201)
        for status in [201, 200] {
            #expect(try await report(day.ana, "CB-107", 48.5, "07:00:00") == status)
            #expect(try await report(day.ana, "CB-108", 48.6, "07:10:00") == status)
            #expect(try await report(day.ana, "CB-108", 48.8, "07:20:00") == status)
        }
        #expect(try await day.latitude(of: "CB-107") == 48.7)
        #expect(try await day.latitude(of: "CB-108") == 48.8)
        #expect(try await day.latitude(of: "CB-109") == 48.109)
        #expect(try await day.file().row("CB-107")?.contains("48.107") == true)
    }

    @Test("40 labels are decoded as the 40 vehicles")
    func labels() async throws {
        let day = try await TableDay(of: Self.ids)
        let form = [("source", "bikes"), ("content", "id"), ("layout", "L7160")]
        let sheet = try await day.ana.post("/labels", form)
        #expect(sheet.status == 200)
        let found = try await Tool.run(
            "sh", "-c", "pdftoppm -r 200 -gray - p && zbarimg -q --raw p-*.pgm",
            input: sheet.bytes)
        let lines = String(decoding: found, as: UTF8.self).split(separator: "\n")
        #expect(lines.sorted() == Self.ids.map { $0[...] })
    }

    /// A hidden value.
    private static var secret: Regex<Substring> { /secret-\d+-hidden/ }

    @Test("A viewer finds no hidden value in a list, a search, a file, on labels or in the API")
    func hidden() async throws {
        let day = try await TableDay(of: Self.ids)
        let (api, search) = ("/api/v1/sources/bikes", "search=secret-105")
        let formats = ["json", "csv", "ndjson", "geojson", "gbfs", "xlsx", "yaml"]
        let paths =
            [
                "/", "/?source=bikes&limit=40", "/v/bikes/CB-105", "/map?source=bikes",
                "/?\(search)", "/search?q=secret-105",
                "/api/v1/search?q=secret-105", "/?where=PIN%3Dsecret-105", "/?sort=PIN",
                "\(api)/vehicles?\(search)", "\(api)/vehicles/CB-105", "\(api)/feed",
                "\(api)/points?\(search)", "\(api)/inventory", "/labels?source=bikes",
                "/gbfs/bikes/vehicle_status.json", "/gbfs/bikes/gbfs.json",
            ] + formats.flatMap { ["/export/bikes?format=\($0)", "\(api)/vehicles?format=\($0)"] }
        var seen = 0
        for path in paths {
            for visitor in [day.eve, day.ana, day.server.stranger] {
                let answer = try await visitor.get(path)
                let text = try await TableDay.text(of: answer)
                // The field of a search has what was typed, and pages have names with "-hidden".
                #expect(!text.contains(Self.secret), "\(path)")
            }
            let answer = try await day.root.get(path)
            if try await TableDay.text(of: answer).contains(Self.secret) { seen += 1 }
        }
        #expect(seen > 10)
        for query in [search, "search=secret*", "search=SECRET-1"] {
            let answer = try await day.eve.get("\(api)/vehicles?\(query)").json()
            #expect((answer["vehicles"] as? [Any])?.isEmpty == true)
            #expect(try await !day.eve.get("/?\(query)").text.contains("/v/bikes/"))
        }
        for text in ["PIN", "{PIN}", "{Shelf} {PIN}"] {
            let form = [("source", "bikes"), ("content", "id"), ("text", text), ("caption", text)]
            let sheet = try await day.eve.post("/labels", form)
            guard sheet.fields[.contentType] == "application/pdf" else { continue }
            let shown = try await Tool.run("pdftotext", "-", "-", input: sheet.bytes)
            #expect(!String(decoding: shown, as: UTF8.self).contains("-hidden"))
        }
    }

    @Test("The stream of a viewer has the change of a row without its hidden value")
    func stream() async throws {
        let day = try await TableDay(of: Self.ids)
        try await LiveServer.run(day.server) { server in
            let cursor = try server.list().cursor
            let change = #"{"values": {"PIN": "1-hidden", "name": "Zoe"}}"#
            let path = "/api/v1/sources/bikes/vehicles/CB-105"
            #expect(try await day.root.send(.patch, path, json: change).status == 200)
            try await day.poll()
            await server.hub.tick(at: .seconds(1))
            for visitor in [day.eve, day.ana] {
                let message = try await EventStreamClient.open(
                    "/api/v1/events?source=bikes&after=\(cursor)", at: server.port,
                    cookie: visitor.cookie
                ) { try await $0.next("changes") }
                let data = try #require(message).data
                #expect(data.contains("Zoe") && !data.contains("-hidden"))
            }
        }
    }
}

/// A server whose only source is a table that its administrator has uploaded.
private struct TableDay {
    /// The rows as a file, and its tag.
    struct File {
        let text: String
        let tag: String

        func row(_ id: String) -> Substring? {
            text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(id + ",") }
        }
    }

    private static let path = "/api/v1/sources/bikes/inventory"

    let server: ServedTeam
    let root, ana, ben, eve: Visitor

    /// Uploads a table, and adds its source after the preview.
    init(of ids: [String]) async throws {
        let settings = RecordedSettings()
        let rules = RowRules(zone: .utc)
        server = try await ServedTeam(
            sourceAdministration: settings,
            options: { ($0.tables, $0.contact) = (rules, ContactSetting("fleet@example.com")) },
            isRead: false)
        (root, ana) = (try await server.visitor("root"), try await server.visitor("ana"))
        ben = try await server.visitor("ben")
        eve = try await server.visitor("eve", .viewer)
        let rows = ids.map { id in
            let number = id.suffix(3)
            return "\(id),Bike \(number),48.\(number),11.5,A\(number),secret-\(number)-hidden\n"
        }
        let table = Array(("ID,Name,Lat,Lon,Shelf,PIN\n" + rows.joined()).utf8)
        let preview = try await root.post(
            "/admin/tables", [("name", "bikes")], files: [("bikes.csv", table)], field: "file")
        #expect(preview.text.contains("40 rows") && settings.added.isEmpty)
        let upload = try #require(preview.hidden("upload"))
        let added = try await root.post(
            "/admin/tables/add", [("upload", upload), ("name", "bikes")])
        #expect(added.status == 303)
        var source = Source(location: .inventory, uuid: settings.added.first)
        source.table = try rules.table(table, for: nil, TableSettings()).settings
        #expect(source.table.visibilities["PIN"] == .administrators)
        (source.publications, source.publishedLocation) = ([.gbfs], .row)
        let uuid = try #require(source.uuid)
        server.sources.all = [
            PolledSource(name: "bikes", aliases: [], source: source, vehicles: SourceKey(uuid))
        ]
        try await poll()
    }

    /// Reads the rows and the sightings as the poll after each change does.
    func poll() async throws {
        server.clock.advance(by: .seconds(1))
        let (source, now) = (server.sources.all[0], server.clock.now)
        let (rows, sightings) = try await server.team.database.read(as: .server) { sql in
            (
                try InventoryTable(of: source.uuid, in: sql).read()?.table,
                try SightingTable(of: source.uuid, in: sql).latest(at: now)
            )
        }
        let transport = HTTPTransport(limits: HTTPLimits(version: "test"))
        let loader = FeedLoader(
            source: source.source,
            reader: DocumentReader(transport, rows: { rows }, now: { now }), now: { now },
            shownNow: { now }, sightings: { sightings })
        let response = try await loader.load(nil)
        await transport.shutdown()
        guard case .loaded(let snapshot, _, _) = response else { throw CancellationError() }
        try await server.load(
            snapshot.vehicles, source, snapshot.feed, documents: snapshot.documents,
            at: Double(now.milliseconds) / 1000)
    }

    func file() async throws -> File {
        let answer = try await root.get(Self.path + "?format=csv")
        return File(text: answer.text, tag: try #require(answer.fields[.eTag]))
    }

    func put(_ text: String, _ tag: String) async throws -> Answer {
        let answer = try await root.send(
            .put, Self.path, body: Array(text.utf8),
            fields: [.ifMatch: tag, .origin: ServedTeam.origin, .accept: "application/json"])
        try await poll()
        return answer
    }

    /// Shows the differences from a table before it is stored.
    func preview(_ text: String) async throws -> Answer {
        try await root.post(
            "/admin/sources/\(server.sources.all[0].uuid.text)/table", [],
            files: [("bikes.csv", Array(text.utf8))], field: "file")
    }

    /// Restores the newest version.
    func restore() async throws -> Answer {
        let versions = try await root.get(Self.path + "/versions").json()["versions"]
        let revisions = (versions as? [[String: Any]])?.compactMap { $0["revision"] as? Int }
        let newest = try #require(revisions?.max())
        let answer = try await root.send(
            .post, Self.path + "/versions/\(newest)", json: "", fields: [.ifMatch: file().tag])
        try await poll()
        return answer
    }

    func latitude(of id: String) async throws -> Double? {
        let answer = try await eve.get("/api/v1/sources/bikes/vehicles/\(id)").json()
        return (answer["vehicle"] as? [String: Any])?["lat"] as? Double
    }

    /// The text of an answer; of a workbook, that of all its parts.
    static func text(of answer: Answer) async throws -> String {
        guard answer.bytes.starts(with: Array("PK".utf8)) else { return answer.text }
        let parts = """
            import io, sys, zipfile
            file = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
            for name in file.namelist(): print(file.read(name).decode())
            """
        return try await Tool.python(parts, answer.bytes)
    }
}
