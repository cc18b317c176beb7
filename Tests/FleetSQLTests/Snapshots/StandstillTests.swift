import FleetCore
import Foundation
import Testing

@testable import FleetSQL

@Suite("The store knows since when a vehicle stands still")
struct StandstillTests {
    /// Commits a snapshot of a vehicle, `north` metres from its first position.
    private func commit(
        north: Double?, at time: Double, battery: Double? = nil, to store: TestStore
    ) async throws {
        var vehicle = Vehicle(id: "a")
        vehicle.position = north.flatMap {
            Position(latitude: 48.85 + $0 / 111_195, longitude: 2.35)
        }
        vehicle.battery = battery.flatMap { Battery(percent: $0) }
        _ = try await store.snapshots.commit(outcome([vehicle], at: time), for: demo)
    }

    private func stillSince(_ store: TestStore) throws -> Double? {
        try store.vehicle("a", of: demo)?.stillSince?.seconds
    }

    @Test(
        "the time of the snapshot counts in which the vehicle was first near its position",
        arguments: StoreAdapter.all)
    func moves(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        let steps: [(time: Double, north: Double, since: Double)] = [
            (10, 0, 11), (20, 0, 11), (30, 49, 11), (40, -49, 11), (50, 51, 51), (60, 2, 51),
            (70, 0, 71), (80, 49, 71),
        ]
        for step in steps {
            try await commit(north: step.north, at: step.time, to: store)
            #expect(try stillSince(store) == step.since, "\(step)")
        }
    }

    @Test("slow drift is a move once it is 50 m from where it began", arguments: StoreAdapter.all)
    func drift(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        for step in 0...10 {
            try await commit(north: Double(step) * 9, at: Double(step), to: store)
        }
        #expect(try stillSince(store) == 7)
    }

    @Test("other changes of the vehicle are no move", arguments: StoreAdapter.all)
    func otherChanges(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        try await commit(north: 0, at: 10, battery: 90, to: store)
        try await commit(north: 0, at: 20, battery: 80, to: store)
        #expect(try stillSince(store) == 11)
        #expect(try store.vehicle("a", of: demo)?.battery?.percent == 80)
    }

    @Test(
        "without a position nothing is known, and the standstill starts again with the next one",
        arguments: StoreAdapter.all)
    func unknownPosition(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        try await commit(north: 0, at: 10, to: store)
        try await commit(north: nil, at: 20, to: store)
        #expect(try stillSince(store) == nil)
        try await commit(north: 0, at: 30, to: store)
        #expect(try stillSince(store) == 31)
    }

    @Test(
        "a vehicle that was not in the feed may have been rented, so its standstill starts again",
        arguments: StoreAdapter.all)
    func returns(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        try await commit(north: 0, at: 10, to: store)
        _ = try await store.snapshots.commit(outcome(fleet(["b"]), at: 20), for: demo)
        try await commit(north: 0, at: 30, to: store)
        #expect(try stillSince(store) == 31)
    }

    @Test("a snapshot writes no row of a vehicle that is unchanged", arguments: StoreAdapter.all)
    func unchanged(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var vehicles = fleet(["a", "b"])
        for index in vehicles.indices {
            vehicles[index].position = Position(latitude: 48, longitude: 2)
        }
        _ = try await store.snapshots.commit(outcome(vehicles, at: 10), for: demo)
        try await store.execute(Self.refusal(store.dialect))
        vehicles[1].position = Position(latitude: 49, longitude: 2)
        _ = try await store.snapshots.commit(outcome(vehicles, at: 20), for: demo)
        #expect(try store.vehicle("a", of: demo)?.stillSince == Timestamp(seconds: 11))
        #expect(try store.vehicle("b", of: demo)?.stillSince == Timestamp(seconds: 21))
    }

    /// Returns a statement that makes each write of a vehicle's row fail.
    private static func refusal(_ dialect: SQLDialect) -> String {
        let trigger = """
            CREATE TRIGGER unchanged BEFORE UPDATE ON vehicle
            """
        return switch dialect {
        case .sqlite:
            "\(trigger) WHEN old.vehicle_id = 'a' BEGIN SELECT raise(ABORT, 'rewritten'); END"
        case .postgres:
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE 'rewritten'; END $$;
            \(trigger) FOR EACH ROW WHEN (old.vehicle_id = 'a') EXECUTE FUNCTION refuse()
            """
        }
    }
}
