import FleetCore
import FleetSQL
import Foundation
import Testing

@Suite("Vehicles that several systems have") struct SharedVehicleTests {
    private static let other = SourceKey(UUID(sourceName: "other"))

    private func vehicles(_ numbers: Range<Int>, shiftedBy degrees: Double = 0) -> [Vehicle] {
        numbers.map { number in
            var vehicle = Vehicle(id: "V\(number)")
            vehicle.position = Position(
                latitude: 59.9 + Double(number) / 1000 + degrees, longitude: 10.7)
            return vehicle
        }
    }

    /// Stores both fleets, each two times, more than an hour apart; returns the rules that are
    /// broken in the first one, with their counts.
    private func found(
        _ first: [Vehicle], _ second: [Vehicle], in store: TestStore
    ) async throws -> [String] {
        for hour in 0..<2 {
            for (key, vehicles) in [(demo, first), (Self.other, second)] {
                _ = try await store.snapshots.commit(
                    outcome(vehicles, at: Double(hour) * 4000 + 1_700_000_000), for: key,
                    recording: Recording())
            }
        }
        let open = try store.snapshots.read { try $0.openFindings(of: demo) } ?? []
        return
            open
            .filter { $0.rule == .time.inSeveralSystems }.map {
                "\($0.count) \($0.examples.first?.path ?? "")"
            }
    }

    @Test("are found with their IDs", arguments: StoreAdapter.all)
    func some(adapter: StoreAdapter) async throws {
        let found = try await found(vehicles(0..<40), vehicles(30..<70), in: adapter.make())
        #expect(found == ["10 V30"])
    }

    @Test(
        "are no finding if nearly all are the same: it is one system", arguments: StoreAdapter.all)
    func all(adapter: StoreAdapter) async throws {
        #expect(try await found(vehicles(0..<40), vehicles(1..<41), in: adapter.make()).isEmpty)
    }

    @Test("are no finding if only their IDs are the same", arguments: StoreAdapter.all)
    func elsewhere(adapter: StoreAdapter) async throws {
        let moved = vehicles(0..<40, shiftedBy: 0.0025)
        #expect(try await found(vehicles(0..<40), moved, in: adapter.make()).isEmpty)
    }

    @Test("are no finding if there are only two", arguments: StoreAdapter.all)
    func two(adapter: StoreAdapter) async throws {
        #expect(try await found(vehicles(0..<40), vehicles(38..<70), in: adapter.make()).isEmpty)
    }
}
