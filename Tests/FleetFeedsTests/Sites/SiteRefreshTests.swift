import FleetCore
import Testing

@testable import FleetFeeds

@Suite("The sites of a system are asked for as little as its vehicles are")
struct SiteRefreshTests {
    static func document(_ stations: String, ttl: Int) -> String {
        #"{"last_updated": 1763640000, "ttl": \#(ttl), "version": "2.3", "data": {"stations": "#
            + #"\#(stations)}}"#
    }

    static let discovery = #"""
        {"last_updated": 1763640000, "ttl": 3600, "data": {"en": {"feeds": [
        {"name": "station_information", "url": "info.json"},
        {"name": "station_status", "url": "status.json"}]}}}
        """#
    static let information = document(#"[{"station_id": "a", "name": "Quay"}]"#, ttl: 600)
    static func status(_ count: Int) -> String {
        document(#"[{"station_id": "a", "num_bikes_available": \#(count)}]"#, ttl: 30)
    }

    static func shelf() -> Shelf {
        Shelf([
            "gbfs.json": .text(discovery, entityTag: "d1"),
            "info.json": .text(information, entityTag: "i1"),
            "status.json": .text(status(3), entityTag: "s1"),
        ])
    }

    private func load(
        _ shelf: Shelf, _ memory: FeedMemory? = nil, after seconds: Int = 0
    ) async throws -> FeedAnswer {
        let now = noon + .seconds(seconds)
        return try await shelf.loader("gbfs.json", feed: .sites, at: now).load(memory)
    }

    @Test("a system of stations alone is read, and polled by its status alone")
    func poll() async throws {
        let shelf = Self.shelf()
        let first = try await load(shelf)
        #expect(shelf.takeRequests() == ["gbfs.json", "info.json", "status.json"])
        #expect(first.sites?.map(\.name) == ["Quay"])
        #expect(first.sites?.map(\.vehiclesAvailable) == [3])
        #expect(first.schedule == FeedSchedule(floor: .seconds(5), goodFor: .seconds(30)))
        let same = try await load(shelf, first.memory, after: 30)
        #expect(shelf.takeRequests() == ["status.json?"])
        #expect(same.snapshot == nil)
        #expect(same.schedule.goodFor == .seconds(30))
        shelf["status.json"] = .text(Self.status(4), entityTag: "s2")
        let changed = try await load(shelf, same.memory, after: 60)
        #expect(shelf.takeRequests() == ["status.json?"])
        #expect(changed.sites?.map(\.name) == ["Quay"])
        #expect(changed.sites?.map(\.vehiclesAvailable) == [4])
    }

    @Test("what is due is asked whether it changed; a new name alone is a new snapshot")
    func due() async throws {
        let shelf = Self.shelf()
        let first = try await load(shelf)
        _ = shelf.takeRequests()
        let same = try await load(shelf, first.memory, after: 700)
        #expect(shelf.takeRequests() == ["info.json?", "status.json?"])
        #expect(same.snapshot == nil)
        shelf["info.json"] = .text(
            Self.document(#"[{"station_id": "a", "name": "Pier"}]"#, ttl: 600), entityTag: "i2")
        let renamed = try await load(shelf, same.memory, after: 1400)
        #expect(renamed.sites?.map(\.name) == ["Pier"])
        #expect(renamed.sites?.map(\.vehiclesAvailable) == [3])
        let last = try await load(shelf, renamed.memory, after: 3700)
        #expect(shelf.takeRequests().suffix(3) == ["gbfs.json?", "info.json?", "status.json?"])
        #expect(last.snapshot == nil)
    }

    @Test("one of the two that fails costs what it would have added, and is told")
    func oneFails() async throws {
        let shelf = Self.shelf()
        shelf["info.json"] = .failure(.status(500))
        let first = try await load(shelf)
        #expect(first.sites?.map(\.vehiclesAvailable) == [3])
        #expect(
            first.snapshot?.reading.notes
                == ["station_information: HTTP status 500; read without it"])
        shelf["info.json"] = .text(Self.information)
        let second = try await load(shelf, first.memory, after: 30)
        #expect(second.sites?.map(\.name) == ["Quay"])
        shelf["info.json"] = .failure(.connectionReset)
        let third = try await load(shelf, second.memory, after: 700)
        #expect(third.sites?.map(\.name) == ["Quay"])
        #expect(third.snapshot?.reading.notes.first?.hasSuffix("the last known is used") == true)
        let broken = Self.shelf()
        broken["status.json"] = .text("<html>")
        let bare = try await load(broken)
        #expect(bare.sites?.map(\.name) == ["Quay"])
        #expect(bare.sites?.map(\.vehiclesAvailable) == [nil])
        #expect(bare.snapshot?.reading.warnings.count == 1)
        #expect(bare.schedule.goodFor == .seconds(60))
    }

    @Test(
        "a status that fails is the failure, whether the information is read as well or not",
        arguments: [30, 700, 4000])
    func statusFails(after seconds: Int) async throws {
        let shelf = Self.shelf()
        let first = try await load(shelf)
        shelf["status.json"] = .failure(.status(503))
        let alone = await #expect(throws: FeedFailure.self) {
            try await load(shelf, first.memory, after: seconds)
        }
        #expect(alone?.reason == .status(503))
        #expect(alone?.place.hasSuffix("status.json") == true)
    }

    @Test("the sites are as old as their status, even if the information alone is new")
    func age() async throws {
        let shelf = Self.shelf()
        let first = try await load(shelf)
        shelf["info.json"] = .text(
            Self.document(#"[{"station_id": "a", "name": "Pier"}]"#, ttl: 600)
                .replacing("1763640000", with: "1763640600"))
        let second = try await load(shelf, first.memory, after: 700)
        #expect(second.sites?.map(\.name) == ["Pier"])
        #expect(second.snapshot?.feed.lastUpdated == first.snapshot?.feed.lastUpdated)
        #expect(second.snapshot?.feed.ttlSeconds == 30)
    }

    @Test("both that fail are the failure")
    func bothFail() async throws {
        let shelf = Self.shelf()
        shelf["status.json"] = .failure(.status(503))
        shelf["info.json"] = nil
        let both = await #expect(throws: FeedFailure.self) { try await load(shelf) }
        #expect(both?.reason == .status(503))
    }

    @Test("documents that moved are found by asking discovery again")
    func moved() async throws {
        let shelf = Self.shelf()
        let first = try await load(shelf)
        shelf["gbfs.json"] = .text(Self.discovery.replacing("status.json", with: "new.json"))
        shelf["new.json"] = .text(Self.status(9))
        shelf["status.json"] = nil
        let second = try await load(shelf, first.memory, after: 30)
        #expect(second.sites?.map(\.vehiclesAvailable) == [9])
    }

    @Test("a system without stations has none, and is asked about it no more than is due")
    func none() async throws {
        let shelf = Self.shelf()
        shelf["gbfs.json"] = .text(
            #"{"ttl": 600, "data": {"feeds": [{"name": "vehicle_status", "url": "v.json"}]}}"#,
            entityTag: "d")
        let first = try await load(shelf)
        #expect(first.sites == [] && first.schedule.goodFor == .seconds(600))
        #expect(shelf.takeRequests() == ["gbfs.json"])
        let second = try await load(shelf, first.memory, after: 60)
        #expect(shelf.takeRequests() == [] && second.snapshot == nil)
        let third = try await load(shelf, second.memory, after: 700)
        #expect(shelf.takeRequests() == ["gbfs.json?"] && third.snapshot == nil)
        shelf["gbfs.json"] = .text(Self.discovery)
        #expect(try await load(shelf, third.memory, after: 1400).sites?.count == 1)
    }

    @Test(
        "a service that has vehicles alone is asked for sites now and then only",
        arguments: [#"{"ttl": 5, "data": {"bikes": [ID]}}"#, #"{"vehicles": [ID]}"#, "[ID]"])
    func vehiclesAlone(text: String) async throws {
        let shelf = Self.shelf()
        shelf["gbfs.json"] = .text(
            text.replacing("ID", with: #"{"bike_id": "a"}"#), entityTag: "v")
        let first = try await load(shelf)
        #expect(first.sites == [])
        #expect(first.schedule == FeedSchedule(floor: .seconds(5), goodFor: .seconds(600)))
        let same = try await load(shelf, first.memory, after: 700)
        #expect(same.snapshot == nil && same.schedule.goodFor == .seconds(600))
    }

    @Test("sites beside the vehicles are asked for as often as the document says")
    func sitesBeside() async throws {
        let shelf = Self.shelf()
        shelf["gbfs.json"] = .text(
            #"{"ttl": 30, "vehicles": [{"id": "a"}], "sites": [{"id": "s", "name": "Quay"}]}"#)
        let first = try await load(shelf)
        #expect(first.sites?.map(\.name) == ["Quay"])
        #expect(first.schedule == FeedSchedule(floor: .seconds(5), goodFor: .seconds(30)))
    }

    @Test("a list of stations too long to be remembered is read in full each time")
    func tooMany() async throws {
        let shelf = Self.shelf()
        let rows = (0..<5001).map { #"{"station_id": \#($0), "name": "n"}"# }
        shelf["info.json"] = .text(
            Self.document("[" + rows.joined(separator: ",") + "]", ttl: 600), entityTag: "i")
        let first = try await load(shelf)
        #expect(first.memory.stationInformation?.content == [])
        _ = shelf.takeRequests()
        let second = try await load(shelf, first.memory, after: 1)
        #expect(shelf.takeRequests() == ["info.json", "status.json?"])
        #expect(second.sites?.count == 5002)
    }

    @Test("what an older program remembered is still understood")
    func oldMemory() async throws {
        let shelf = Self.shelf()
        var old = FeedMemory(
            location: Shelf.root + "gbfs.json", vehicles: .init(address: Shelf.root + "b.json"))
        old.discovery = .init(address: Shelf.root + "gbfs.json", entityTag: "d0")
        #expect(try await load(shelf, old).sites?.count == 1)
        #expect(
            try await load(shelf, FeedMemory(location: "x", vehicles: old.vehicles)).sites != nil)
    }
}
