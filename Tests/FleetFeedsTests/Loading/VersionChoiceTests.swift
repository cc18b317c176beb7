import FleetCore
import Testing

@testable import FleetFeeds

@Suite("The highest version that works is chosen")
struct VersionChoiceTests {
    private static let versions = #"""
        {"data": {"versions": [{"version": "2.3", "url": "2/gbfs.json"},
        {"version": 3.0, "url": "3/gbfs.json"}]}}
        """#

    private static func discovery(_ feed: String) -> Shelf.Reply {
        .text(
            #"""
            {"last_updated": 1763640000, "ttl": 600,
            "data": {"feeds": [{"name": "\#(feed)", "url": "v.json"}]}}
            """#)
    }

    private func shelf() -> Shelf {
        Shelf([
            "versions.json": .text(Self.versions),
            "2/gbfs.json": Self.discovery("free_bike_status"),
            "2/v.json": .text(#"{"data": {"bikes": [{"bike_id": "old"}]}}"#),
            "3/gbfs.json": Self.discovery("vehicle_status"),
            "3/v.json": .text(#"{"data": {"vehicles": [{"vehicle_id": "new"}]}}"#),
        ])
    }

    @Test("it is remembered while its discovery is good")
    func remembered() async throws {
        let shelf = shelf()
        let first = try await shelf.loader("versions.json").load(nil)
        #expect(first.vehicles?.map(\.id) == ["new"])
        #expect(first.memory.version == "3.0")
        _ = shelf.takeRequests()
        let second = try await shelf.loader("versions.json").load(first.memory)
        #expect(shelf.takeRequests() == ["3/v.json"])
        #expect(second.memory.version == "3.0")
    }

    @Test(
        "404, 410 and what cannot be read lead to a lower one",
        arguments: ["3/gbfs.json", "3/v.json"],
        [.failure(.status(404)), .failure(.status(410)), .text(""), .text("<html>"), .text("{}")]
            as [Shelf.Reply])
    func lower(name: String, reply: Shelf.Reply) async throws {
        let shelf = shelf()
        shelf[name] = reply
        let answer = try await shelf.loader("versions.json").load(nil)
        #expect(answer.vehicles?.map(\.id) == ["old"])
        #expect(answer.memory.version == "2.3")
    }

    @Test(
        "a failing service or connection does not",
        arguments: [
            .status(500), .status(429), .accessDenied(401), .connectionRefused,
            .requestLimit(20), .tooLarge(limit: 1),
        ] as [FeedFailure.Reason])
    func fails(reason: FeedFailure.Reason) async throws {
        let shelf = shelf()
        shelf["3/gbfs.json"] = .failure(reason)
        await #expect(throws: FeedFailure(reason, at: Shelf.root + "3/gbfs.json")) {
            try await shelf.loader("versions.json").load(nil)
        }
        #expect(shelf.takeRequests() == ["versions.json", "3/gbfs.json"])
    }

    @Test("if none works, the highest one's failure is told")
    func noneWorks() async throws {
        let shelf = shelf()
        shelf["3/gbfs.json"] = .text("<html>")
        shelf["2/gbfs.json"] = nil
        await #expect(throws: FeedFailure(.html, at: Shelf.root + "3/gbfs.json")) {
            try await shelf.loader("versions.json").load(nil)
        }
    }
}
