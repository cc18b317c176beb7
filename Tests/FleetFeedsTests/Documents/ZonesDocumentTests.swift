import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Geofencing zones of GBFS 2.1 to 3.0")
struct ZonesDocumentTests {
    private static let square = "[[[2,48],[3,48],[3,49],[2,49],[2,48]]]"

    private func feature(
        _ properties: String, _ type: String = "MultiPolygon", _ coordinates: String? = nil
    ) -> String {
        """
        {"type":"Feature","properties":{\(properties)},
        "geometry":{"type":"\(type)","coordinates":\(coordinates ?? "[\(Self.square)]")}}
        """
    }

    private func parse(_ features: String...) throws -> FeedDocument<ZonesDocument> {
        let document = """
            {"last_updated":1769860800,"ttl":60,"version":"2.3","data":{"geofencing_zones":
            {"type":"FeatureCollection","features":[\(features.joined(separator: ","))]}}}
            """
        return try ZonesDocument.parse(Array(document.utf8), at: "x")
    }

    private func position(_ latitude: Double, _ longitude: Double) throws -> Position {
        try #require(Position(latitude: latitude, longitude: longitude))
    }

    @Test("names are texts or localized, and a zone without one has its number")
    func names() throws {
        let parsed = try parse(
            feature(#""name":"Harbor""#), feature(""),
            feature(#""name":[{"text":"Port","language":"fr"},{"text":"Dock","language":"en"}]"#))
        #expect(parsed.content.zones.map(\.name) == ["Harbor", "zone 2", "Dock"])
        #expect(parsed.header.version == "2.3" && parsed.warnings.isEmpty)
    }

    @Test("each polygon of a MultiPolygon counts, with its holes; a Polygon is accepted, too")
    func shapes() throws {
        let hole = "[[2.4,48.4],[2.6,48.4],[2.6,48.6],[2.4,48.6],[2.4,48.4]]"
        let outline = "[[2,48,0],[3,48,0],[3,49,0],[2,49,0],[2,48,0]]"
        let far = "[[[12,48],[13,48],[13,49],[12,49],[12,48]]]"
        let zones = try parse(
            feature("", "MultiPolygon", "[[\(outline),\(hole)],\(far)]"),
            feature("", "Polygon", Self.square)
        ).content.zones
        #expect(try zones.map { $0.contains(try position(48.5, 2.5)) } == [false, true])
        #expect(try zones.map { $0.contains(try position(48.1, 2.1)) } == [true, true])
        #expect(try zones.map { $0.contains(try position(48.1, 12.1)) } == [true, false])
    }

    @Test("times are POSIX times or RFC 3339")
    func times() throws {
        let zones = try parse(
            feature(#""start":1769860800,"end":1769864400"#),
            feature(#""start":"2026-01-31T12:00:00Z""#)
        ).content.zones
        #expect(zones[0].start == zones[1].start && zones[0].end?.seconds == 1_769_864_400)
        #expect(zones[1].end == nil)
    }

    @Test(
        "a zone with a broken area is skipped and reported, the others are read",
        arguments: [
            #"{"type":"Feature"}"#, "5", "null",
            #"{"geometry":{"type":"Point","coordinates":[2,48]}}"#,
            #"{"geometry":{"type":"Polygon","coordinates":"none"}}"#,
            #"{"geometry":{"type":"Polygon","coordinates":[]}}"#,
            #"{"geometry":{"type":"Polygon","coordinates":[[[2,48],[2,49]]]}}"#,
            #"{"geometry":{"type":"Polygon","coordinates":[[[2,48],[3,"x"],[3,49]]]}}"#,
            #"{"geometry":{"type":"Polygon","coordinates":[[[2,48],[3,95],[3,49]]]}}"#,
            #"{"geometry":{"type":"Polygon","coordinates":[[[2,48],[3,1e999],[3,49]]]}}"#,
            #"{"geometry":{"type":"MultiPolygon","coordinates":[[[[[[[[2]]]]]]]]}}"#,
        ])
    func broken(feature broken: String) throws {
        let parsed = try parse(broken, feature(#""name":"good""#))
        #expect(parsed.content.zones.map(\.name) == ["good"])
        #expect(
            parsed.warnings == ["1 zones without a readable area are skipped"])
    }

    @Test("a document with too many points is read up to the limit")
    func limit() throws {
        let features = (0..<5).map { _ in feature("") }.joined(separator: ",")
        let parsed = try ZonesDocument.parse(
            Array(#"{"geofencing_zones":{"features":[\#(features)]}}"#.utf8), at: "x",
            maxPoints: 15)
        #expect(parsed.content.zones.count == 3)
    }

    @Test("another document has no zones")
    func other() {
        #expect(throws: FeedFailure(.noZones, at: "x")) {
            try ZonesDocument.parse(Array(#"{"data":{"vehicles":[]}}"#.utf8), at: "x")
        }
    }
}
