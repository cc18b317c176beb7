import FleetCore
import JSON
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

    private func parse(_ features: String...) throws -> FeedDocument<ZoneMap> {
        let document = """
            {"last_updated":1769860800,"ttl":60,"version":"2.3","data":{"geofencing_zones":
            {"type":"FeatureCollection","features":[\(features.joined(separator: ","))]}}}
            """
        return try ZonesDocument().parse(Array(document.utf8), at: "x")
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
        let hostile = try parse(
            feature(#""name":"a\u0000b""#),
            feature("\"name\":\"\(String(repeating: "x", count: 300))\""))
        #expect(hostile.content.zones.map(\.name) == ["a\u{FFFD}b", "zone 2"])
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

    @Test("rules have the names of each version, and rides of 2.x start and end alike")
    func rules() throws {
        let rules = try parse(
            feature(
                """
                "rules":[{"vehicle_type_id":["a","b"],"ride_allowed":false,
                "ride_through_allowed":true,"maximum_speed_kph":10},
                {"vehicle_type_ids":["c"],"ride_start_allowed":true,"ride_end_allowed":0,
                "ride_through_allowed":"false","station_parking":true},{},5]
                """)
        ).content.zones[0].rules
        #expect(rules.map(\.typeIDs) == [["a", "b"], ["c"], []])
        #expect(rules.map(\.allowsStart) == [false, true, nil])
        #expect(rules.map(\.allowsEnd) == [false, false, nil])
        #expect(rules.map(\.allowsThrough) == [true, false, nil])
        #expect(rules.map(\.maxSpeed) == [10, nil, nil])
        #expect(rules.map(\.needsStation) == [nil, true, nil])
    }

    @Test("the rules outside of all zones are read (3.0)")
    func globalRules() throws {
        let document = """
            {"data":{"global_rules":[{"ride_start_allowed":false}],
            "geofencing_zones":{"features":[]}}}
            """
        let map = try ZonesDocument().parse(Array(document.utf8), at: "x").content
        #expect(map.globalRules.map(\.allowsStart) == [false] && map.zones.isEmpty)
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

    @Test("a document with more points than the budget fails with their number")
    func limit() throws {
        let features = (0..<5).map { _ in feature("") }.joined(separator: ",")
        var document = ZonesDocument()
        let bytes = Array(#"{"geofencing_zones":{"features":[\#(features)]}}"#.utf8)
        document.maxPoints = 25
        #expect(try document.parse(bytes, at: "x").content.zones.count == 5)
        document.maxPoints = 15
        #expect(throws: FeedFailure(.size(.overBudget(.points, limit: 15, size: 25)), at: "x")) {
            try document.parse(bytes, at: "x")
        }
    }

    @Test(
        "coordinates that are read as they come have the polygons of their tree",
        arguments: [
            "[[[2,48],[3,48],[3,49],[2,48]]]", "[[[[2,48],[3,48],[3,49],[2,48]]]]",
            "[[[2,48,7],[3,48,[1]],[3,49,{}],[2,48,\"x\"]]]", "[]", "[[]]", "[[[]]]", "[[[[]]]]",
            "[[[2,48],[3,48],[3,49],[2,48]],[]]", "[[[[2,48],[3,48],[3,49]]],[]]",
            "[[[2],[3,48],[3,49]]]", "[[[2,[48]],[3,48],[3,49]]]", "[[[2,\"48\"],[3,48],[3,49]]]",
            "[[2,48],[3,48],[3,49]]", "[[[2,48],7,[3,49]]]", "[[{},[3,48],[3,49]]]",
            "[[[2,99],[3,9]]]",
            "[[[1e1,48.5],[11,4.85e1],[11,49]]]",
            "[[[[2,48],[3,48],[3,49]]],[[[5,5],[6,5],[6,6]]]]",
            "[[[2,null],[3,48],[3,49]]]", "[[[[[2,48],[3,48]]]]]", "[[[2,48],[3,48],[3,true]]]",
        ])
    func streamed(coordinates: String) throws {
        let scan = RowScan(arrays: [], fields: [], headers: ["c"])
        let tree = try JSONDocument(Array(coordinates.utf8)).value(maxNodes: 100, maxDepth: 6)
        for type in ["Polygon", "multipolygon", nil] {
            var (streamed, whole) = (ZoneReader(maxPoints: 100), ZoneReader(maxPoints: 100))
            let expected = whole.polygons(of: tree, type: type)
            var polygons: [ZonePolygon] = []
            _ = try JSONDocument(Array(#"{"c":\#(coordinates)}"#.utf8)).scan(
                scan, header: { polygons = streamed.polygons($1, type: type) }, row: { _ in })
            #expect(polygons == expected, "\(type ?? "no type")")
            if !expected.isEmpty { #expect(streamed.points == whole.points) }
        }
    }

    @Test("another document has no zones")
    func other() {
        #expect(throws: FeedFailure(.content(.noZones), at: "x")) {
            try ZonesDocument().parse(Array(#"{"data":{"vehicles":[]}}"#.utf8), at: "x")
        }
    }
}
