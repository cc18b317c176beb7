import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Remaining ttl of a feed")
struct FeedHeaderTests {
    @Test(
        "The remaining time counts from last_updated and never exceeds the ttl or an hour",
        arguments: [
            (60, 0, 60), (60, -20, 40), (60, -60, 0), (60, -1_000_000, 0), (60, 500, 60),
            (0, 0, 0), (86_400, 0, 3600), (86_400, -82_000, 3600), (86_400, -86_000, 400),
            (60, nil, 60), (nil, 0, 0), (1e300, nil, 3600), (0.5, 0, 0.5),
        ] as [(Double?, Double?, Double)])
    func freshFor(ttl: Double?, lastUpdated: Double?, expected: Double) {
        let changed = lastUpdated.map { noon + Duration(clampingSeconds: $0) }
        let header = FeedHeader(lastUpdated: changed, ttlSeconds: ttl)
        #expect(header.freshFor(at: noon).seconds == expected)
    }

    @Test(
        "A ttl may be text; a negative one counts as 0",
        arguments: [
            ("60", 60), ("60.5", 60.5), (#""90""#, 90), ("-5", 0), ("null", nil),
            (#""soon""#, nil), ("[1]", nil),
        ] as [(String, Double?)])
    func ttl(json: String, expected: Double?) throws {
        let document = try FeedDocument(
            vehicles: Array(#"{"ttl": \#(json), "data": {"bikes": []}}"#.utf8), at: "here")
        #expect(document.header.ttlSeconds == expected)
    }

    @Test("A version is shown only if it looks like one")
    func version() throws {
        for (json, expected) in [
            (#""2.3""#, "GBFS 2.3"), ("2.3", "GBFS 2.3"), (#""3.1-RC3""#, "GBFS 3.1-RC3"),
            (#""\u001b[31m""#, "GBFS"), ("{}", "GBFS"), (#""11111111111111111""#, "GBFS"),
        ] {
            let text = #"{"version": \#(json), "data": {"bikes": []}}"#
            #expect(try vehiclesDocument(text).format == expected)
        }
    }
}
