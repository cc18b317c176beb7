import FleetCore
import FleetSQL
import Foundation
import Testing

@Suite("The stored alarms of a source's sites") struct StoredAlarmTests {
    private let now = FollowedStore.now

    /// Commits a depot of one temperature, which is in alarm above 35 °C.
    private func commit(
        _ store: any StoreUnderTest, _ celsius: Double, _ seconds: Double,
        recording: Recording? = Recording()
    ) async throws {
        var site = depot("a", celsius: celsius, measuredAt: now + seconds)
        site.measurements[0].state = celsius > 35 ? .alarm : .normal
        _ = try await store.snapshots.commit(
            outcome(of: [site], at: now + seconds), for: depots, recording: recording)
    }

    private func events(
        _ store: any StoreUnderTest, _ query: EventQuery = EventQuery(limit: 9)
    ) async throws -> [StoredEvent] {
        try await store.changes.events(of: demo.uuid, query)
    }

    @Test(
        "are events beside those of the vehicles, in the order of time",
        arguments: StoreAdapter.all)
    func order(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        let reader = FollowedStore(store, rotation: .no)
        try await reader.commit(fleet(["a"]), 0)
        try await commit(store, 20, 0)
        try await commit(store, 40, 1)
        try await reader.commit(fleet(["a", "b"]), 2)
        try await commit(store, 41, 3)
        try await commit(store, 21, 4)
        let all = try await events(store)
        #expect(all.map(\.kind) == [.alarmEnded, .vehicle(.appeared), .alarmBegan])
        #expect(all.map(\.vehicleID) == [nil, "b", nil])
        let json = try JSONSerialization.jsonObject(with: Data(all[2].json)) as? [String: Any]
        #expect(json?["site_id"] as? String == "a" && json?["value"] as? Double == 40)
        for index in all.indices {
            var query = EventQuery(limit: 9)
            query.before = EventPosition(all[index].position.text)
            #expect(try await events(store, query) == Array(all[(index + 1)...]))
        }
        var query = EventQuery(limit: 9)
        query.kinds = [.alarmBegan]
        #expect(try await events(store, query) == [all[2]])
    }

    @Test("are stored of a source without vehicles", arguments: StoreAdapter.all)
    func sitesOnly(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        try await commit(store, 20, 0)
        try await commit(store, 40, 1)
        #expect(try await events(store).map(\.kind) == [.alarmBegan])
    }

    @Test("are not stored of commits that are not recorded", arguments: StoreAdapter.all)
    func unrecorded(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        try await commit(store, 20, 0, recording: nil)
        try await commit(store, 40, 1, recording: nil)
        #expect(try await events(store).isEmpty)
        #expect(try store.texts("SELECT count(*) FROM change_stream") == ["0"])
        try await commit(store, 41, 2)
        #expect(try await events(store).isEmpty)
    }

    @Test("The text of a position is that of an event, and no other text is one")
    func position() {
        #expect(EventPosition("12-s-3")?.text == "12-s-3")
        for text in ["", "12", "12-s", "12-x-3", "12-s-3-4", "a-v-1", "1-v-"] {
            #expect(EventPosition(text) == nil)
        }
    }
}
