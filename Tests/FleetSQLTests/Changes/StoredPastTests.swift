import FleetCore
import FleetSQL
import Foundation
import Testing

@Suite("The recorded past of a vehicle") struct StoredPastTests {
    private static let now = FollowedStore.now

    private func vehicle(_ id: String, _ percent: Double?, isDisabled: Bool = false) -> Vehicle {
        var vehicle = Vehicle(id: id)
        vehicle.isDisabled = isDisabled
        vehicle.battery = percent.flatMap { Battery(percent: $0) }
        return vehicle
    }

    /// Returns the time of a snapshot, a second after its request.
    private func time(_ seconds: Double) -> Timestamp { Timestamp(seconds: Self.now + seconds + 1) }

    private func past(
        _ id: String, _ reader: FollowedStore, before position: EventPosition? = nil,
        limit: Int = 100
    ) async throws -> VehiclePast {
        try await reader.store.changes.past(
            ofVehicle: id, of: demo.uuid, before: position, limit: limit)
    }

    @Test(
        "has no period if nothing is recorded, or of an unknown source", arguments: StoreAdapter.all
    )
    func unrecorded(adapter: StoreAdapter) async throws {
        var reader = FollowedStore(try adapter.make(), rotation: .no)
        reader.recording = nil
        try await reader.commit([vehicle("a", 50)], 0)
        try await reader.commit([vehicle("a", 40)], 1)
        #expect(try await past("a", reader) == VehiclePast(vehicleID: "a"))
        let other = try await reader.store.changes.past(
            ofVehicle: "a", of: UUID(), before: nil, limit: 1)
        #expect(other.recordedSince == nil && other.events.isEmpty)
    }

    @Test(
        "has the events from the first recorded snapshot to the last, and each charge once",
        arguments: StoreAdapter.all)
    func recorded(adapter: StoreAdapter) async throws {
        let reader = FollowedStore(try adapter.make(), rotation: .no)
        try await reader.commit([vehicle("a", 50), vehicle("b", 9)], 0)
        // Less than a percentage point is no event, but the log has it.
        try await reader.commit([vehicle("a", 49.4), vehicle("b", 9)], 10)
        try await reader.commit([vehicle("a", 49.4, isDisabled: true), vehicle("b", 9)], 20)
        try await reader.commit([vehicle("a", 18, isDisabled: true), vehicle("b", 9)], 30)
        _ = try await reader.store.snapshots.commit(
            notModified(at: Self.now + 40), for: demo, recording: reader.recording)
        let found = try await past("a", reader)
        #expect(found.recordedSince == time(0) && found.recordedUntil == time(40))
        #expect(found.events.map(\.kind) == [.batteryLow, .disabled])
        #expect(found.events.map(\.at) == [time(30), time(20)])
        #expect(found.next == nil)
        #expect(
            found.charges == [
                Sample(at: time(10), value: 49), Sample(at: time(30), value: 18),
            ])
        let quiet = try await past("b", reader)
        #expect(quiet.events.isEmpty && quiet.recordedSince == time(0))
        #expect(try await past("%", reader).events.isEmpty)
    }

    @Test("has no charge of another vehicle that had its number", arguments: StoreAdapter.all)
    func numbers(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        let reader = FollowedStore(store, rotation: .no)
        let others = fleet((0..<9).map { "other\($0)" })
        try await reader.commit(others + [vehicle("a", 90)], 0)
        try await reader.commit(others + [vehicle("a", 80)], 1)
        try await reader.commit(others + [vehicle("b", 30)], 2)
        try await reader.commit(others + [vehicle("b", 20)], 3)
        #expect(try await past("b", reader).charges.map(\.value) == [30, 20])
        #expect(try await past("a", reader).events.map(\.kind) == [.disappeared, .batteryChanged])
    }

    @Test("begins again after a long pause, and keeps what was before", arguments: StoreAdapter.all)
    func pause(adapter: StoreAdapter) async throws {
        let reader = FollowedStore(try adapter.make(), rotation: .no)
        try await reader.commit([vehicle("a", 50)], 0)
        try await reader.commit([vehicle("a", 40)], 10)
        #expect(try await past("a", reader).recordedSince == time(0))
        try await reader.commit([vehicle("a", 30)], 10 + 7200)
        #expect(try await past("a", reader).recordedSince == time(0))
        try await reader.commit([vehicle("a", 25)], 11 + 14_401)
        let found = try await past("a", reader)
        #expect(found.recordedSince == time(11 + 14_401))
        #expect(found.events.count == 3)
    }

    @Test(
        "ends with the last recorded snapshot, and begins again after one that was not recorded",
        arguments: StoreAdapter.all)
    func unfinished(adapter: StoreAdapter) async throws {
        var reader = FollowedStore(try adapter.make(), rotation: .no)
        let recording = reader.recording
        try await reader.commit([vehicle("a", 50)], 0)
        try await reader.commit([vehicle("a", 40)], 1)
        reader.recording = nil
        try await reader.commit([vehicle("a", 30)], 2)
        let ended = try await past("a", reader)
        #expect(ended.recordedSince == time(0) && ended.recordedUntil == time(1))
        reader.recording = recording
        try await reader.commit([vehicle("a", 20)], 3)
        let again = try await past("a", reader)
        #expect(again.recordedSince == time(3) && again.recordedUntil == time(3))
        #expect(again.events.map(\.kind) == [.batteryChanged])
    }

    @Test(
        "begins with the oldest event of the source if others have expired",
        arguments: StoreAdapter.all)
    func expired(adapter: StoreAdapter) async throws {
        var reader = FollowedStore(try adapter.make(), rotation: .no)
        reader.recording?.events.rows = 2
        for (index, percent) in [50.0, 40, 30, 28].enumerated() {
            try await reader.commit([vehicle("a", percent)], Double(index))
        }
        let found = try await past("a", reader)
        #expect(found.recordedSince == time(2) && found.events.count == 2)
        #expect(try await past("other", reader).recordedSince == time(2))
    }

    @Test("is read in pages, of which the first has the log's charges", arguments: StoreAdapter.all)
    func pages(adapter: StoreAdapter) async throws {
        let reader = FollowedStore(try adapter.make(), rotation: .no)
        for (index, percent) in [80.0, 70, 60, 50].enumerated() {
            try await reader.commit([vehicle("a", percent)], Double(index))
        }
        let first = try await past("a", reader, limit: 2)
        #expect(first.events.map(\.at) == [time(3), time(2)])
        #expect(first.charges.map(\.value) == [70, 60, 50])
        let next = try #require(first.next.flatMap(EventPosition.init))
        let second = try await past("a", reader, before: next, limit: 2)
        #expect(second.events.map(\.at) == [time(1)] && second.next == nil)
        #expect(second.charges.map(\.value) == [70])
    }
}
