import FleetCore
import FleetSQL
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("The zones of a source in the API")
struct ZoneAPITests {
    private static func zone(_ name: String, _ west: Double, corners: Int) throws -> Zone {
        let points = (0..<corners).compactMap { corner -> ZonePolygon.Point? in
            let angle = 2 * .pi * Double(corner) / Double(corners)
            return ZonePolygon.Point(
                longitude: west + 0.1 * cos(angle), latitude: 48 + 0.1 * sin(angle))
        }
        let polygon = try #require(ZonePolygon(rings: [points]))
        var zone = Zone(name: name, area: try #require(ZoneArea([polygon])))
        var rule = ZoneRule()
        rule.allowsThrough = false
        zone.rules = [rule]
        return zone
    }

    private static func path(_ query: String = "") -> String {
        "/api/v1/sources/demo/zones" + query
    }

    @Test("are GeoJSON for everybody who may see its vehicles, sent again only after a change")
    func revisions() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "A")])])
        let ana = try await server.visitor("ana", .viewer)
        let none = try await ana.get(Self.path())
        #expect(none.status == 200)
        #expect((try none.json()["features"] as? [Any])?.isEmpty == true)

        var documents = SideDocuments()
        documents.zones = ZoneMap(zones: [try Self.zone("Quai <b>", 2, corners: 500)])
        let source = server.sources.all[0]
        try await server.load([Vehicle(id: "B")], source, documents: documents, at: 1_800_000_000)
        let answer = try await ana.get(Self.path())
        #expect(answer.status == 200 && answer.fields[.contentType] == "application/geo+json")
        let features = try #require(try answer.json()["features"] as? [[String: Any]])
        let properties = try #require(features[0]["properties"] as? [String: Any])
        #expect(properties["name"] as? String == "Quai <b>")
        #expect(properties["restriction"] as? String == "no_riding")
        let tag = try #require(answer.fields[.eTag])
        #expect(tag != none.fields[.eTag])

        // A change of the vehicles is none of the zones.
        try await server.load([Vehicle(id: "C")], source, documents: documents, at: 1_800_000_060)
        let again = try await ana.get(Self.path(), fields: [.ifNoneMatch: tag])
        #expect(again.status == 304 && again.bytes.isEmpty)
        documents.zones?.zones.append(try Self.zone("East", 3, corners: 50))
        try await server.load([Vehicle(id: "C")], source, documents: documents, at: 1_800_000_120)
        let changed = try await ana.get(Self.path(), fields: [.ifNoneMatch: tag])
        #expect(changed.status == 200 && changed.text.contains("\"East\""))
        #expect(try await ana.get("/api/v1/sources/demo/feed").text.contains("geofencing_zones"))

        #expect(try await server.stranger.get(Self.path()).status == 401)
        #expect(try await ana.get("/api/v1/sources/none/zones").status == 404)
    }

    @Test("have the points that a map can show, of the zones in its part of the world")
    func detail() async throws {
        let server = try await ServedTeam([("demo", [])])
        let ana = try await server.visitor("ana", .viewer)
        var documents = SideDocuments()
        documents.zones = ZoneMap(zones: [
            try Self.zone("West", 2, corners: 5000), try Self.zone("East", 9, corners: 5000),
        ])
        try await server.load([], server.sources.all[0], documents: documents, at: 1_800_000_000)
        func zones(_ query: String) async throws -> (names: [String], bytes: Int) {
            let answer = try await ana.get(Self.path(query))
            #expect(answer.status == 200)
            let features = try #require(try answer.json()["features"] as? [[String: Any]])
            let names = features.compactMap {
                ($0["properties"] as? [String: Any])?["name"] as? String
            }
            return (names, answer.bytes.count)
        }
        let all = try await zones("")
        #expect(all.names == ["West", "East"] && all.bytes > 200_000)
        let map = try await zones("?zoom=10")
        #expect(map.names == ["West", "East"] && map.bytes < 10_000)
        #expect(try await zones("?zoom=0").names == [])
        let west = try await zones("?zoom=14&bbox=47.5,1.5,48.5,2.5")
        #expect(west.names == ["West"] && west.bytes < all.bytes / 2)
        #expect(try await zones("?bbox=47.5,2.05,48.5,2.5").bytes < all.bytes / 3)

        for (query, parameter) in [
            ("?zoom=23", "zoom"), ("?bbox=1,2,3", "bbox"), ("?bbox=5,0,4,1", "bbox"), ("?x=1", "x"),
        ] {
            let answer = try await ana.get(Self.path(query))
            #expect(answer.status == 400, "\(query)")
            #expect(try answer.json()["parameter"] as? String == parameter)
        }
    }

    @Test("are not there before the source was read")
    func unread() async throws {
        let server = try await ServedTeam(isRead: false, [("demo", [])])
        let ana = try await server.visitor("ana", .viewer)
        #expect(try await ana.get(Self.path()).status == 503)
    }
}
