import FleetCore
import FleetSQL
import Foundation
import Testing

@Suite("A vehicle is removed from a history") struct VehicleRemovalTests {
    private func time(_ seconds: Double) -> Timestamp {
        Timestamp(seconds: FollowedStore.now + seconds + 1)
    }

    /// The vehicles that the history has at a time, as their feed has them.
    private func vehicles(
        _ seconds: Double, _ store: any StoreUnderTest
    ) async throws -> [Vehicle] {
        let time = time(seconds)
        let read = try await store.changes.history(of: demo) { try $0.moment(at: time) }
        guard case .moment(let snapshot, _)? = read else { return [] }
        return snapshot.vehicles.map { vehicle in
            var vehicle = vehicle
            vehicle.stillSince = nil
            return vehicle
        }
    }

    @Test(
        "up to a time, from which on its states stay; and as a whole, until it is read again",
        arguments: StoreAdapter.all)
    func removal(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store, rotation: .no)
        reader.recording?.history = try HistorySetting("30d")
        let series = RandomFleet(60, of: 8, every: 60)
        for fleet in series.fleets { try await reader.commit(fleet.vehicles, fleet.seconds) }
        let early: Set = ["v0", "v1", "v2"]
        for id in early {
            _ = try await store.changes.removeHistory(
                ofVehicle: id, of: demo, before: time(30 * 60))
        }
        _ = try await store.changes.removeHistory(ofVehicle: "v3", of: demo, before: nil)
        for (index, fleet) in series.fleets.enumerated() {
            let expected = fleet.vehicles.filter {
                $0.id != "v3" && (index >= 30 || !early.contains($0.id))
            }
            #expect(try await vehicles(fleet.seconds, store) == expected, "snapshot \(index)")
        }
        let unknown = try await store.changes.removeHistory(ofVehicle: "x", of: demo, before: nil)
        #expect(unknown == false)
        let last = series.fleets[59].vehicles + [Vehicle(id: "v9")]
        try await reader.commit(last, 3600)
        #expect(try await vehicles(3600, store) == last)
    }
}
