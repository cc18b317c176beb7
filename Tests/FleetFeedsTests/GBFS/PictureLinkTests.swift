import FleetCore
import Foundation
import Testing

@testable import FleetFeeds

@Suite("Picture links are read with vehicle types and system information")
struct PictureLinkTests {
    private static let types = #"""
        {"last_updated": 1763640000, "ttl": 3600, "version": "2.3", "data": {"vehicle_types": [
        {"vehicle_type_id": "a", "vehicle_image": "https://h/a.png",
         "vehicle_assets": {"icon_url": "https://h/a.svg", "icon_last_modified": "2021-06-15"}},
        {"vehicle_type_id": "b", "vehicle_assets": {"icon_url": "b.svg"}},
        {"vehicle_type_id": "c", "vehicle_image": 7, "vehicle_assets": "none"},
        {"vehicle_type_id": "d", "vehicle_image": "", "vehicle_assets": {"icon_url": null}},
        {"vehicle_type_id": "e", "vehicle_image": "https://h/LONG"}
        ]}}
        """#.replacing("LONG", with: String(repeating: "x", count: 9000))

    @Test("A vehicle type has an image link and an icon link; invalid ones are omitted")
    func links() throws {
        let types = try VehicleTypesDocument().parse(Array(Self.types.utf8), at: "t").content
        #expect(types.map(\.imageLink) == ["https://h/a.png", nil, nil, nil, nil])
        #expect(types.map(\.iconLink) == ["https://h/a.svg", "b.svg", nil, nil, nil])
    }

    @Test("System information has the link of the brand image")
    func brand() throws {
        let text =
            #"{"data": {"name": "Quay", "brand_assets": {"brand_image_url": "https://h/q"}}}"#
        let system = try SystemInformationDocument().parse(Array(text.utf8), at: "s").content
        #expect(system == SystemInformation(name: "Quay", brandImageLink: "https://h/q"))
    }

    @Test("The cache state of an older version is read, and then updated by one full request")
    func olderCacheState() async throws {
        let web = StubWeb([
            "gbfs.json": .text(
                #"""
                {"ttl": 3600, "data": {"en": {"feeds": [
                {"name": "free_bike_status", "url": "bikes.json"},
                {"name": "vehicle_types", "url": "types.json"}]}}}
                """#, entityTag: "d1"),
            "bikes.json": .text(#"{"data": {"bikes": [{"bike_id": "1"}]}}"#, entityTag: "v1"),
            "types.json": .text(Self.types, entityTag: "t1"),
        ])
        let first = try await web.loader("gbfs.json").load(nil)
        let json = try JSONEncoder().encode(first.cacheState)
        var old = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
        var documents = try #require(old["documents"] as? [String: [String: Any]])
        documents["vehicle_types"]?["edition"] = nil
        documents["vehicle_types"]?["content"] = #"[{"id": "a"}]"#
        old["documents"] = documents
        let cacheState = try JSONDecoder().decode(
            FeedCacheState.self, from: JSONSerialization.data(withJSONObject: old))
        #expect(cacheState.content(of: .vehicleTypes) == [VehicleType(id: "a")])
        _ = web.takeRequests()
        let second = try await web.loader("gbfs.json").load(cacheState)
        #expect(web.takeRequests() == ["types.json", "bikes.json"])
        #expect(second.cacheState.documents == first.cacheState.documents)
        _ = try await web.loader("gbfs.json").load(second.cacheState)
        #expect(web.takeRequests() == ["bikes.json?"])
    }
}
