import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Counts of stations by vehicle type")
struct TypedCountTests {
    private static func site(_ members: String) throws -> Site {
        try SitesDocumentTests.sites(#"{"stations":[{"station_id":"a",\#(members)}]}"#)[0]
    }

    @Test("are read with the types that docks fit, in the order of the feed")
    func counts() throws {
        let site = try Self.site(
            #""vehicle_types_available":[{"vehicle_type_id":"hopper","count":3},"#
                + #"{"vehicle_type_id":7,"count":"0"}],"vehicle_docks_available":["#
                + #"{"vehicle_type_ids":["hopper","cargo"],"count":4},{"vehicle_type_ids":["x"],"count":2}]"#
        )
        #expect(
            site.vehiclesByType
                == [TypedCount(["hopper"], count: 3), TypedCount(["7"], count: 0)])
        #expect(
            site.docksByType
                == [TypedCount(["hopper", "cargo"], count: 4), TypedCount(["x"], count: 2)])
        #expect(try Self.site(#""name":"A""#).vehiclesByType == nil)
        #expect(try Self.site(#""vehicle_types_available":[]"#).vehiclesByType == [])
    }

    @Test(
        "leave out elements that are none",
        arguments: [
            "1", "null", "{}", #"{"vehicle_type_id":"b"}"#, #"{"count":1}"#,
            #"{"vehicle_type_id":"","count":1}"#, #"{"vehicle_type_id":"b","count":-1}"#,
            #"{"vehicle_type_id":"b","count":1e10}"#, #"{"vehicle_type_id":"b\u0000","count":1}"#,
            #"{"vehicle_type_ids":[],"count":1}"#, #"{"vehicle_type_ids":{},"count":1}"#,
            #"{"vehicle_type_id":"\#(String(repeating: "b", count: 201))","count":1}"#,
        ])
    func invalid(element: String) throws {
        let site = try Self.site(
            #""vehicle_types_available":[\#(element),{"vehicle_type_id":"a","count":1}]"#)
        #expect(site.vehiclesByType == [TypedCount(["a"], count: 1)])
    }

    @Test("are bounded, and ignored unless they are an array")
    func bounds() throws {
        let many = (0..<500).map { #"{"vehicle_type_id":"t\#($0)","count":1}"# }
        let site = try Self.site(
            #""vehicle_types_available":[\#(many.joined(separator: ","))],"#
                + #""vehicle_docks_available":{"a":1}"#)
        #expect(site.vehiclesByType?.count == 50)
        #expect(site.docksByType == nil)
    }

    @Test("are those of the status, and types have the names of vehicle_types")
    func refresh() async throws {
        func counts(_ id: String) -> String {
            SiteRefreshTests.document(
                #"[{"station_id":"a","vehicle_types_available":[{"vehicle_type_id":"\#(id)","count":2}]}]"#,
                ttl: 600)
        }
        let web = SiteRefreshTests.web()
        let types = #"{"name": "vehicle_types", "url": "types.json"}, "#
        web["gbfs.json"] = .text(
            SiteRefreshTests.discovery.replacing(
                #"{"name": "station_information""#,
                with: types + #"{"name": "station_information""#))
        web["types.json"] = .text(
            #"{"ttl": 600, "data": {"vehicle_types": [{"vehicle_type_id": "b", "#
                + #""form_factor": "bicycle", "propulsion_type": "human", "name": "Hopper"}]}}"#)
        (web["info.json"], web["status.json"]) = (.text(counts("a")), .text(counts("b")))
        let response = try await web.loader("gbfs.json", feed: .sites, at: noon).load(nil)
        let snapshot = try #require(response.snapshot)
        #expect(snapshot.sites.map(\.vehiclesByType) == [[TypedCount(["b"], count: 2)]])
        #expect(snapshot.feed.hasTypeCounts == true)
        #expect(snapshot.feed.text(of: snapshot.sites[0].vehiclesByType) == "2 Hopper")
        web["types.json"] = .failure(.service(.status(404)))
        let alone = try await web.loader("gbfs.json", feed: .sites, at: noon).load(nil)
        #expect(alone.sites?.count == 1)
    }
}
