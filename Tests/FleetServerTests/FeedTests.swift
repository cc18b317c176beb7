import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import FleetTestSupport
import HTTPTypes
import NIOCore
import Testing

@testable import FleetServer

@Suite("The feed of a source for the command line")
struct FeedTests {
    @Test("it has the snapshot, and is sent again only after a change")
    func revisions() async throws {
        var vehicle = Vehicle(id: "A")
        vehicle.measurements = [Measurement(.temperature, .number(20))]
        let server = try await ServedTeam([("demo", [vehicle])])
        let ana = try await server.visitor("ana", .viewer)
        let answer = try await ana.get("/api/v1/sources/demo/feed")
        #expect(answer.status == 200)
        let vehicles = try #require(try answer.json()["vehicles"] as? [[String: Any]])
        #expect(vehicles.count == 1 && vehicles[0]["vehicle_id"] as? String == "A")
        #expect((vehicles[0]["measurements"] as? [Any])?.count == 1)
        let tag = try #require(answer.fields[.eTag])
        let again = try await ana.get(
            "/api/v1/sources/demo/feed", fields: [.ifNoneMatch: tag])
        #expect(again.status == 304 && again.bytes.isEmpty)

        try await server.load([Vehicle(id: "B")], server.sources.all[0], at: 1_800_000_000)
        let changed = try await ana.get(
            "/api/v1/sources/demo/feed", fields: [.ifNoneMatch: tag])
        #expect(changed.status == 200 && changed.text.contains("\"B\""))
        #expect(try await server.stranger.get("/api/v1/sources/demo/feed").status == 401)
        #expect(try await ana.get("/api/v1/sources/none/feed").status == 404)
    }

    @Test("it has the notices, prices and times beside the vehicles, and is new when they change")
    func documents() async throws {
        var vehicle = Vehicle(id: "A")
        vehicle.pricingPlanID = "p"
        let server = try await ServedTeam([("demo", [vehicle])])
        let ana = try await server.visitor("ana", .viewer)
        let before = try await ana.get("/api/v1/sources/demo/feed")
        #expect(try before.json()["documents"] == nil)
        var documents = SideDocuments()
        documents.alerts = [SystemAlert(id: "1", summary: "Strike")]
        documents.pricingPlans = [PricingPlan(id: "p")]
        var availability = VehicleAvailability()
        availability.add([.init(start: Timestamp(seconds: 1_800_000_000), end: nil)], of: "A")
        documents.availability = availability
        try await server.load([vehicle], server.sources.all[0], documents: documents)
        let answer = try await ana.get("/api/v1/sources/demo/feed")
        #expect(answer.fields[.eTag] != before.fields[.eTag])
        let read = try #require(try answer.json()["documents"] as? [String: [[String: Any]]])
        #expect(read["alerts"]?.first?["summary"] as? String == "Strike")
        #expect(read["plans"]?.first?["plan_id"] as? String == "p")
        #expect(read["vehicles"]?.first?["vehicle_id"] as? String == "A")
        let vehicles = try #require(try answer.json()["vehicles"] as? [[String: Any]])
        #expect(vehicles.first?["pricing_plan_id"] as? String == "p")
    }

    @Test("it says why it is older than it should be")
    func stale() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "A")])])
        let ana = try await server.visitor("ana")
        let tag = try await ana.get("/api/v1/sources/demo/feed").fields[.eTag]
        let source = server.sources.all[0]
        let info = server.sources.state(of: source.uuid, .vehicles)?.state.info
        server.sources.set(
            .failed(
                FeedFailure(.service(.status(500)), at: "https://example.com"),
                retryAt: Timestamp(seconds: 1_800_000_060), attempt: 1, info),
            of: source.uuid)
        let answer = try await ana.get(
            "/api/v1/sources/demo/feed", fields: [.ifNoneMatch: tag ?? ""])
        #expect(answer.status == 200)
        let feed = try #require(try answer.json()["feed"] as? [String: Any])
        #expect((feed["warning"] as? String)?.contains("HTTP status 500") == true)
    }

    @Test("its sites are sent again only after a change, and in other formats")
    func sites() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "A")])])
        let ana = try await server.visitor("ana", .viewer)
        let none = try await ana.get("/api/v1/sources/demo/sites")
        #expect(none.status == 200)
        #expect((try none.json()["sites"] as? [Any])?.isEmpty == true)
        try await server.loadSites(["north", "=1+1"], server.sources.all[0])
        let answer = try await ana.get("/api/v1/sources/demo/sites")
        let sites = try #require(try answer.json()["sites"] as? [[String: Any]])
        #expect(sites.map { $0["station_id"] as? String } == ["=1+1", "north"])
        let feed = try #require(try answer.json()["feed"] as? [String: Any])
        #expect(feed["simulated"] as? Bool == true)
        let tag = try #require(answer.fields[.eTag])
        let again = try await ana.get(
            "/api/v1/sources/demo/sites", fields: [.ifNoneMatch: tag])
        #expect(again.status == 304 && again.bytes.isEmpty)
        let table = try await ana.get("/api/v1/sources/demo/sites?format=csv")
        #expect(table.fields[.contentType] == "text/csv; charset=utf-8")
        let lines = table.text.split(whereSeparator: \.isNewline)
        #expect(lines.count == 3 && lines[0].hasPrefix("station_id,"))
        #expect(lines[1].hasPrefix("'=1+1,"))
        let workbook = try await ana.get("/api/v1/sources/demo/sites?format=xlsx")
        #expect(
            workbook.fields[.contentType]
                == "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
        #expect(workbook.fields[.contentDisposition]?.hasSuffix("sites.xlsx") == true)
        #expect(workbook.bytes.starts(with: "PK".utf8))
        #expect(try await ana.get("/api/v1/sources/demo/sites?format=table").status == 400)
        #expect(try await server.stranger.get("/api/v1/sources/demo/sites").status == 401)
    }

    @Test("a source that has only stations is one, not an error")
    func onlyStations() async throws {
        let server = try await ServedTeam(isRead: false, [("st", [])])
        let ana = try await server.visitor("ana", .viewer)
        let source = server.sources.all[0]
        func feed() async throws -> Answer { try await ana.get("/api/v1/sources/st/feed") }
        #expect(try await feed().status == 503)
        try await server.loadSites(["north"], source)
        #expect(try await feed().status == 503)
        server.sources.set(
            .failed(
                FeedFailure(.content(.onlyStations), at: "https://example.com"),
                retryAt: Timestamp(seconds: 1_800_000_060), attempt: 1, nil),
            of: source.uuid)
        let answer = try await feed()
        let description = try #require(try answer.json()["feed"] as? [String: Any])
        #expect(answer.status == 200 && description["only_stations"] as? Bool == true)
        #expect(try answer.json()["vehicles"] == nil)
        #expect(try await ana.get("/").text.contains("st has stations but no vehicles."))
    }

    /// Serves a source of which only one station was read.
    private func servedStation() async throws -> ServedTeam {
        let server = try await ServedTeam(isRead: false, [("st", [])])
        var site = Site(id: "north")
        site.position = Position(latitude: 1, longitude: 2)
        try await server.load(sites: [site], server.sources.all[0])
        return server
    }

    @Test("pages show the stations of a source whose vehicles cannot be read, and say why")
    func unreadableVehicles() async throws {
        let server = try await servedStation()
        let root = try await server.visitor("root")
        let source = server.sources.all[0]
        server.sources.set(
            .failed(
                FeedFailure(.service(.status(404)), at: "https://example.com/v.json")
                    .leavingStations(),
                retryAt: Timestamp(seconds: 1_800_000_060), attempt: 1, nil), of: source.uuid)
        let info = try #require(
            try await server.server.environment.snapshots.read { try $0.info(of: source.sites) })
        server.sources.publish(
            StateUpdate(
                seq: 1, at: info.fetchedAt, state: .live(info, nextAt: info.fetchedAt)),
            of: source.uuid, .sites)
        let cause = "The service at https://example.com/v.json failed: HTTP status 404."
        for path in ["/", "/map", "/sites", "/admin/sources"] {
            #expect(try await root.get(path).text.contains(cause), "\(path)")
        }
        #expect(
            try await root.get("/").text.contains(
                "shows only its stations, since the vehicles cannot be read"))
        #expect(try await root.get("/").text.contains("<span data-total>1 station</span>"))
        #expect(
            try await root.get("/api/v1/sources").text.contains(
                #""error":"the service at https://example.com/v.json failed: HTTP status 404""#))
        let feed = try await root.get("/api/v1/sources/st/feed").json()
        let description = try #require(feed["feed"] as? [String: Any])
        #expect(description["only_stations"] as? Bool == true)
        #expect((description["warning"] as? String)?.hasSuffix("HTTP status 404") == true)
    }

    @Test("pages show a source that has only stations as read, with its stations and their age")
    func onlyStationsOnPages() async throws {
        let server = try await servedStation()
        let root = try await server.visitor("root")
        let source = server.sources.all[0]
        let failed = ServiceState.failed(
            FeedFailure(.content(.onlyStations), at: "https://example.com"),
            retryAt: Timestamp(seconds: 1_800_000_060), attempt: 1, nil)
        server.sources.set(failed, of: source.uuid)
        #expect(try await root.get("/").text.contains("cannot be read"))
        let info = try #require(
            try await server.server.environment.snapshots.read { try $0.info(of: source.sites) })
        let live = ServiceState.live(info, nextAt: info.fetchedAt)
        server.sources.publish(
            StateUpdate(seq: 1, at: info.fetchedAt, state: live), of: source.uuid, .sites)
        for path in ["/", "/map", "/sites", "/admin/sources", "/api/v1/sources"] {
            let page = try await root.get(path).text
            #expect(!page.contains("cannot be read") && !page.contains("\"failed\""), "\(path)")
            #expect(!page.contains("not read yet"), "\(path)")
        }
        let list = try await root.get("/").text
        #expect(list.contains("<span data-total>1 station</span> · updated"))
        #expect(try await root.get("/map").text.contains("<svg class=\"map-svg\""))
        #expect(try await root.get("/admin/sources").text.contains("live, only stations"))
        for (format, text) in [("json", #""vehicles":[]"#), ("csv", "vehicle_id,"), ("ndjson", "")]
        {
            let export = try await root.get("/api/v1/sources/st/vehicles?format=" + format)
            #expect(export.status == 200 && (text.isEmpty || export.text.contains(text)))
        }
        let states = SourceStates(vehicles: failed, sites: live)
        let message = try #require(
            LiveMessage(states, of: source).lines(.rows, in: .english))
        #expect(String(buffer: message).contains(#""state":"live""#))
        server.sources.set(
            .failed(
                FeedFailure(.service(.status(503)), at: "https://example.com"), retryAt: nil,
                attempt: 1, nil),
            of: source.uuid)
        #expect(try await root.get("/").text.contains("HTTP status 503"))
    }

    @Test("the state of a source changes with its sites, whose pages have no changes of vehicles")
    func sitesRevision() async throws {
        func state(_ revision: Int64) -> ServiceState {
            let feed = FeedDescription(format: "GBFS 3.0")
            let time = Timestamp(seconds: 1_800_000_000)
            return .live(
                SnapshotInfo(
                    revision: revision, feed: feed, fetchedAt: time, total: 1, changes: .none,
                    parseReport: ParseReport(), rotation: .no), nextAt: time)
        }
        let served = try await ServedTeam()
        var source = LiveSource(served.sources.all[0], SourceStates())
        let isDifferent = [1, 1, 2].map { source.set(state($0), of: .sites) }
        #expect(isDifferent == [true, false, true])
        let message = try #require(source.state.lines(.rows, in: .english))
        #expect(String(buffer: message).contains(#""sites_revision":2"#))
    }

    @Test("pages show the age of the data, not that of the request")
    func age() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "a")])])
        let root = try await server.visitor("root")
        var feed = FeedDescription(format: "GBFS 2.3")
        feed.lastUpdated = Timestamp(seconds: 1_690_000_000)
        try await server.load([Vehicle(id: "a")], server.sources.all[0], feed)
        for path in ["/", "/map", "/admin/sources"] {
            #expect(try await root.get(path).text.contains("datetime=\"2023-07-22T"), "\(path)")
        }
    }

    @Test("a note has the time of its position, if that is one")
    func seenAt() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "A")])])
        let ana = try await server.visitor("ana")
        let place = #""text":"x","vehicle_id":"A","lat":48,"lon":2"#
        let note = try await ana.send(
            .post, "/api/v1/notes", json: #"{\#(place),"seen_at":"2026-01-31T12:00:00Z"}"#)
        #expect(note.status == 201)
        #expect(try note.json()["seen_at"] as? String == "2026-01-31T12:00:00Z")
        for body in [
            #"{\#(place),"seen_at":"yesterday"}"#,
            #"{"text":"x","seen_at":"2026-01-31T12:00:00Z"}"#,
        ] {
            #expect(try await ana.send(.post, "/api/v1/notes", json: body).status == 422)
        }
    }
}
