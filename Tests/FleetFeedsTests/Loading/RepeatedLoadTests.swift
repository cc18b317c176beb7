import FleetCore
import Testing

@testable import FleetFeeds

@Suite("A feed that is asked again is asked for no more than is due")
struct RepeatedLoadTests {
    private static let later = noon + .seconds(120)

    private static func document(_ data: String, ttl: Int = 3600) -> String {
        #"{"last_updated": 1763640000, "ttl": \#(ttl), "version": "2.3", "data": \#(data)}"#
    }

    private static func types(_ color: String) -> String {
        document(#"{"vehicle_types": [{"vehicle_type_id": "s", "color": "\#(color)"}]}"#, ttl: 60)
    }

    private static let discovery = document(
        #"""
        {"en": {"feeds": [{"name": "free_bike_status", "url": "bikes.json"},
        {"name": "vehicle_types", "url": "types.json"},
        {"name": "system_information", "url": "system.json"}]}}
        """#)

    private static let bikes = document(
        #"{"bikes": [{"bike_id": "b1", "vehicle_type_id": "s"}]}"#, ttl: 30)

    private func shelf() -> Shelf {
        Shelf([
            "gbfs.json": .text(Self.discovery, entityTag: "d1"),
            "bikes.json": .text(Self.bikes, entityTag: "v1"),
            "types.json": .text(Self.types("red"), entityTag: "t1"),
            "system.json": .text(Self.document(#"{"name": "Quay"}"#), entityTag: "s1"),
        ])
    }

    @Test("a poll asks the vehicle feed alone while the rest is good, and only for the change")
    func poll() async throws {
        let shelf = shelf()
        let first = try await shelf.loader("gbfs.json").load(nil)
        #expect(shelf.takeRequests() == ["gbfs.json", "types.json", "system.json", "bikes.json"])
        #expect(first.vehicles?.first?.color?.label == "red")
        #expect(first.schedule == FeedSchedule(floor: .seconds(5), goodFor: .seconds(30)))
        let second = try await shelf.loader("gbfs.json", at: noon + .seconds(30)).load(first.memory)
        #expect(shelf.takeRequests() == ["bikes.json?"])
        #expect(second.vehicles == nil)
        #expect(second.schedule == FeedSchedule(floor: .seconds(5), goodFor: .seconds(30)))
        var expected = first.memory
        expected.vehicles.goodUntil = noon + .seconds(60)
        #expect(second.memory == expected)
    }

    @Test("a side feed that is due is asked for its change; the same one leaves the vehicles alone")
    func dueSideFeed() async throws {
        let shelf = shelf()
        let first = try await shelf.loader("gbfs.json").load(nil)
        _ = shelf.takeRequests()
        let second = try await shelf.loader("gbfs.json", at: Self.later).load(first.memory)
        #expect(shelf.takeRequests() == ["types.json?", "bikes.json?"])
        #expect(second.vehicles == nil)
        _ = try await shelf.loader("gbfs.json", at: Self.later + .seconds(30)).load(second.memory)
        #expect(shelf.takeRequests() == ["bikes.json?"], "the types are good for their ttl again")
    }

    @Test("types that changed make the vehicles be read again in full")
    func changedTypes() async throws {
        let shelf = shelf()
        let first = try await shelf.loader("gbfs.json").load(nil)
        shelf["types.json"] = .text(Self.types("blue"), entityTag: "t2")
        _ = shelf.takeRequests()
        let second = try await shelf.loader("gbfs.json", at: Self.later).load(first.memory)
        #expect(shelf.takeRequests() == ["types.json?", "bikes.json"])
        #expect(second.vehicles?.first?.color?.label == "blue")
    }

    @Test("other colors of the user make the vehicles be read again in full")
    func changedColors() async throws {
        let shelf = shelf()
        let first = try await shelf.loader("gbfs.json").load(nil)
        _ = shelf.takeRequests()
        let green = try ["s": #require(VehicleColor("green"))]
        let second = try await shelf.loader("gbfs.json", colors: green).load(first.memory)
        #expect(shelf.takeRequests() == ["bikes.json"])
        #expect(second.vehicles?.first?.color?.label == "green")
    }

    @Test("types that fail later are used as they were, and are asked for again")
    func failingTypes() async throws {
        let shelf = shelf()
        let first = try await shelf.loader("gbfs.json").load(nil)
        shelf["types.json"] = .failure(.status(503))
        shelf["bikes.json"] = .text(Self.bikes, entityTag: "v2")
        let second = try await shelf.loader("gbfs.json", at: Self.later).load(first.memory)
        #expect(second.vehicles?.first?.color?.label == "red")
        #expect(
            second.snapshot?.reading.warnings
                == ["vehicle_types: HTTP status 503; the last known is used"])
        _ = shelf.takeRequests()
        _ = try await shelf.loader("gbfs.json", at: Self.later).load(second.memory)
        #expect(shelf.takeRequests() == ["types.json?", "bikes.json?"])
    }

    @Test("types that failed from the start are asked for again")
    func lostTypes() async throws {
        let shelf = shelf()
        shelf["types.json"] = nil
        let first = try await shelf.loader("gbfs.json").load(nil)
        #expect(first.vehicles?.first?.color == nil)
        shelf["types.json"] = .text(Self.types("red"))
        _ = shelf.takeRequests()
        let second = try await shelf.loader("gbfs.json").load(first.memory)
        #expect(shelf.takeRequests() == ["types.json", "bikes.json"])
        #expect(second.vehicles?.first?.color?.label == "red")
    }

    @Test("discovery that is due is asked for its change, and its links are kept if there is none")
    func dueDiscovery() async throws {
        let shelf = shelf()
        let first = try await shelf.loader("gbfs.json").load(nil)
        _ = shelf.takeRequests()
        let later = noon + .seconds(4000)
        let second = try await shelf.loader("gbfs.json", at: later).load(first.memory)
        #expect(
            shelf.takeRequests() == ["gbfs.json?", "types.json?", "system.json?", "bikes.json?"])
        #expect(second.vehicles == nil)
        #expect(second.memory.vehicleTypes?.content == first.memory.vehicleTypes?.content)
    }

    @Test("a vehicle feed that moved is found again through discovery")
    func moved() async throws {
        let shelf = shelf()
        let first = try await shelf.loader("gbfs.json").load(nil)
        shelf["bikes.json"] = nil
        shelf["moved.json"] = .text(Self.bikes)
        shelf["gbfs.json"] = .text(
            Self.discovery.replacing("bikes.json", with: "moved.json"), entityTag: "d2")
        _ = shelf.takeRequests()
        let second = try await shelf.loader("gbfs.json").load(first.memory)
        #expect(shelf.takeRequests() == ["bikes.json?", "gbfs.json", "moved.json"])
        #expect(second.vehicles?.count == 1)
        #expect(second.memory.vehicles.address == Shelf.root + "moved.json")
    }

    @Test("a feed that stands alone is asked for its change, with the same colors only")
    func alone() async throws {
        let shelf = shelf()
        let first = try await shelf.loader("bikes.json").load(nil)
        let second = try await shelf.loader("bikes.json").load(first.memory)
        #expect(second.vehicles == nil)
        let green = try ["s": #require(VehicleColor("green"))]
        let third = try await shelf.loader("bikes.json", colors: green).load(first.memory)
        #expect(third.vehicles?.first?.color?.label == "green")
        #expect(shelf.takeRequests() == ["bikes.json", "bikes.json?", "bikes.json"])
    }

    @Test("what is remembered of another location, or good until long from now, is not used")
    func foreignMemory() async throws {
        let shelf = shelf()
        let first = try await shelf.loader("gbfs.json").load(nil)
        var foreign = first.memory
        foreign.location = Shelf.root + "other.json"
        _ = shelf.takeRequests()
        _ = try await shelf.loader("gbfs.json").load(foreign)
        #expect(shelf.takeRequests() == ["gbfs.json", "types.json", "system.json", "bikes.json"])
        _ = try await shelf.loader("gbfs.json", at: noon - .seconds(7200)).load(first.memory)
        #expect(shelf.takeRequests().first == "gbfs.json?")
    }
}
