import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Names of documents that are nearly right")
struct MisspeltNameTests {
    private func web(_ name: String, besides: [String] = []) -> StubWeb {
        let names = [name, "free_bike_status"] + besides
        let feeds = names.map { #"{"name":"\#($0)","url":"\#($0).json"}"# }
        let types = #"{"data":{"vehicle_types":[{"vehicle_type_id":"t","name":"Tandem"}]}}"#
        return StubWeb([
            "gbfs.json": .text(#"{"data":{"en":{"feeds":[\#(feeds.joined(separator: ","))]}}}"#),
            "free_bike_status.json": .text(
                #"{"data":{"bikes":[{"bike_id":"a","vehicle_type_id":"t"}]}}"#),
            name + ".json": .text(types), "vehicle_types.json": .text(types),
        ])
    }

    @Test(
        "are read as those of the specification, with a notice",
        arguments: ["vehicles_types", "vehicle-types", "vehicletypes", "vehicle_type"])
    func near(name: String) async throws {
        let loaded = try await web(name).loader("gbfs.json").load(nil)
        let snapshot = try #require(loaded.snapshot)
        #expect(snapshot.feed.typeNames == ["t": "Tandem"])
        #expect(
            snapshot.parseReport.notices(of: "vehicle")
                == ["gbfs.json: \(name) is read as vehicle_types"])
    }

    @Test("are ignored if they are another name, or beside the right one")
    func other() async throws {
        for web in [web("kickbike_types"), web("vehicles_types", besides: ["vehicle_types"])] {
            let snapshot = try #require(try await web.loader("gbfs.json").load(nil).snapshot)
            #expect(snapshot.parseReport.notices(of: "vehicle") == [])
        }
    }

    @Test("UTF-16 is named as such", arguments: [true, false])
    func utf16(hasMark: Bool) async throws {
        let text = #"{"data":{"bikes":[{"bike_id":"a"}]}}"#
        let mark: [UInt8] = hasMark ? [0xFF, 0xFE] : []
        let bytes = mark + text.utf8.flatMap { [$0, UInt8(0)] as [UInt8] }
        #expect(throws: FeedFailure(.content(.notJSON("UTF-16 instead of UTF-8")), at: "x")) {
            _ = try FeedDocument<FeedContent>(vehicles: bytes, at: "x")
        }
    }
}
