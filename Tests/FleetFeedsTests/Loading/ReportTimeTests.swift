import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Times that cannot be right are unknown")
struct ReportTimeTests {
    private static let now = Timestamp(seconds: 1_769_860_800)

    private func load(_ text: String, _ feed: Source.Feed = .vehicles) async throws -> Snapshot {
        let web = StubWeb(["feed.json": .text(text)])
        let loader = web.loader("feed.json", feed: feed, at: Self.now)
        return try #require(try await loader.load(nil).snapshot)
    }

    /// Times of a feed, with the seconds that they are read as.
    private static let times: [(String, Double?)] = [
        ("1769860700", 1_769_860_700), ("1769860700000", 1_769_860_700),
        (#""2026-01-31T11:59:00Z""#, 1_769_860_740), ("1769861000", 1_769_861_000),
        ("9223372036854775807", nil), ("2147483647", nil), ("3347697600", nil), ("86400", nil),
        ("0", nil), ("-1", nil), ("null", nil), (#""1970-01-01T00:00:00Z""#, nil),
    ]

    @Test("of vehicles, stations and sensors alike; milliseconds are converted")
    func reports() async throws {
        for (text, seconds) in Self.times {
            let object = """
                "last_reported":\(text),"measurements":[{"quantity":"temperature","value":5,"at":\(text)}]
                """
            let vehicles = try await load(#"{"data":{"bikes":[{"bike_id":"a",\#(object)}]}}"#)
            #expect(vehicles.vehicles[0].lastReported?.seconds == seconds, "\(text)")
            #expect(vehicles.vehicles[0].measurements[0].measuredAt?.seconds == seconds)
            let sites = try await load(
                #"{"data":{"stations":[{"station_id":"a",\#(object)}]}}"#, .sites)
            #expect(sites.sites[0].lastReported?.seconds == seconds, "\(text)")
            #expect(sites.sites[0].measurements[0].measuredAt?.seconds == seconds)
        }
    }

    @Test("A vehicle of MDS has the latest of its times that can be right")
    func mds() async throws {
        let snapshot = try await load(
            """
            {"version":"2.0.0","vehicles_status":[{"device_id":"a","provider_id":"p","last_event":
            {"vehicle_state":"available","timestamp":1769860700000},
            "last_telemetry":{"timestamp":9223372036854775807}}]}
            """)
        #expect(snapshot.vehicles[0].lastReported?.seconds == 1_769_860_700)
    }

    @Test("A clock of the feed that is ahead makes no report impossible")
    func ahead() async throws {
        let snapshot = try await load(
            #"{"last_updated":1769864400,"data":{"bikes":[{"bike_id":"a","last_reported":1769864390}]}}"#
        )
        #expect(snapshot.vehicles[0].lastReported?.seconds == 1_769_864_390)
    }
}
