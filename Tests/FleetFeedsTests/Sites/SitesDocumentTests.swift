import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Documents with sites and sensors")
struct SitesDocumentTests {
    /// Time of the fixture's reports.
    private static let reported = Timestamp(milliseconds: 1_763_639_990_000)

    static func sites(_ text: String) throws -> [Site] {
        try document(text).sites
    }

    private static func document(_ text: String) throws -> SitesDocument {
        let document = try FeedDocument(sites: Array(text.utf8), at: "x")
        guard case .sites(let sites) = document.content else {
            throw FeedFailure(.content(.noSites), at: "x")
        }
        return sites
    }

    @Test("Valid sites are read with their measurements, the others are skipped and reported")
    func sites() async throws {
        let snapshot = try await load("sites/sites.json", feed: .sites).snapshot
        #expect(snapshot.sites.map(\.id) == ["depot-nord", "7"])
        #expect(snapshot.feed.format == "sites document")
        #expect(
            snapshot.parseReport.notices == ["1 site skipped, first at index 2: no station_id"]
        )
        let depot = snapshot.sites[0]
        #expect(depot.position == Position(latitude: 48.8956, longitude: 2.3645))
        #expect((depot.isInstalled, depot.isRenting, depot.isReturning) == (true, false, true))
        #expect((depot.vehicles, depot.capacity) == (5, 24))
        let time = Self.reported
        #expect(
            depot.measurements == [
                Measurement(
                    .temperature, .number(36.6), at: time + .seconds(8),
                    threshold: Threshold(minimum: 5, maximum: 35), state: .alarm),
                Measurement(
                    .noiseLevel, .number(81), at: time, threshold: Threshold(maximum: 80),
                    state: .alarm),
                Measurement(.smoke, .condition(false), at: time, state: .normal),
                Measurement(
                    .humidity, .number(41), at: time,
                    threshold: Threshold(minimum: 20, maximum: 80), state: .normal),
                Measurement(
                    .connectivity, .number(-104), at: time, threshold: Threshold(minimum: -100),
                    state: .alarm),
                Measurement(.battery, .number(15), at: time, state: .alarm),
            ])
        let south = snapshot.sites[1]
        #expect(south.name == "Dépôt Sud")
        #expect(south.measurements.map(\.state) == [.alarm])
    }

    @Test("Vehicles are read with speed, connectivity, temperature and tipped_over")
    func vehicles() async throws {
        let vehicles = try await load("sites/sites.json").snapshot.vehicles
        let time = Timestamp(milliseconds: 1_763_639_995_000)
        #expect(
            vehicles[0].measurements == [
                Measurement(
                    .temperature, .number(40), at: time, threshold: Threshold(maximum: 35),
                    state: .alarm),
                Measurement(.connectivity, .number(-71), at: time),
                Measurement(.speed, .number(4.25), at: time),
                Measurement(.tippedOver, .condition(false), at: time),
            ])
        #expect(vehicles[0].battery?.percent == 64)
        #expect(vehicles[1].measurements == [Measurement(.tippedOver, .condition(true))])
    }

    @Test("A site whose ID contains a NUL byte is skipped and reported")
    func nulInID() throws {
        let document = try Self.document(
            #"{"sites": [{"id": "a"}, {"site_id": "b\u0000", "id": "c"}, {"id": 7}]}"#)
        #expect(document.sites.map(\.id) == ["a", "7"])
        #expect(document.warnings == ["1 site skipped, first at index 1: NUL in site_id"])
    }

    @Test("The last of two sites with the same ID wins, in the position of the first")
    func duplicates() throws {
        let sites = try Self.sites(
            #"{"stations": [{"station_id": "a", "name": "1"}, {"station_id": "b"}, "#
                + #"{"station_id": "a", "name": "2"}]}"#)
        #expect(sites.map(\.id) == ["a", "b"])
        #expect(sites.map(\.name) == ["2", nil])
    }

    @Test("The warning about duplicate sites uses the singular or the plural")
    func duplicateWarnings() throws {
        for (count, message) in [(1, "1 duplicate site"), (2, "2 duplicate sites")] {
            let rows = Array(repeating: #"{"station_id": "a"}"#, count: count + 1)
            let text = "{\"stations\":[\(rows.joined(separator: ","))]}"
            #expect(try Self.document(text).warnings == ["\(message); the last one was used"])
        }
    }

    @Test(
        "Invalid counts and coordinates are omitted",
        arguments: [
            "-1", "1e300", "\"many\"", "null", "[]", "1e999", "9223372036854775808", "true",
        ])
    func nonsense(value: String) throws {
        let site = try Self.sites(
            #"{"sites": [{"id": "a", "capacity": \#(value), "num_docks_available": \#(value), "#
                + #""lat": 200, "lon": \#(value), "last_reported": \#(value), "name": \#(value)}]}"#
        )
        #expect(site.count == 1)
        #expect(site[0].capacity == nil && site[0].docksAvailable == nil)
        #expect(site[0].position == nil)
    }

    @Test("Sites beyond the limit are skipped and counted")
    func limit() throws {
        let row = #"{"station_id": "#
        let rows = (0..<SiteCollector.maxSites + 2).map { "\(row)\($0)}" }.joined(separator: ",")
        let document = try Self.document("{\"stations\":[\(rows)]}")
        #expect(document.sites.count == SiteCollector.maxSites)
        #expect(document.warnings.count == 1)
        #expect(document.warnings.first?.hasPrefix("2 sites skipped") == true)
    }

    @Test("A truncated document is a failure; deeply nested measurements are omitted")
    func broken() async throws {
        let whole = try Fixture.bytes("sites/sites.json")
        for end in stride(from: 1, to: whole.count - 3, by: 7) {
            #expect(throws: FeedFailure.self) {
                try FeedDocument(sites: Array(whole[..<end]), at: "x")
            }
        }
        let deep = String(repeating: "[", count: 500)
        let end = String(repeating: "]", count: 500)
        let sites = try Self.sites(
            #"{"sites": [{"id": "a", "measurements": \#(deep + end)}]}"#)
        #expect(sites.first?.measurements == [])
    }
}
