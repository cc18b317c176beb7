import FleetCore
import FleetTestSupport
import Foundation
import Testing

@testable import FleetStore

@Suite("The store knows since when a vehicle stands still")
struct StandstillTests {
    private let store: FleetStore

    init() throws { store = try FleetStore.inMemory() }

    /// Commits a snapshot of a vehicle, `north` metres from its first position.
    private func commit(north: Double?, at time: Double, battery: Double? = nil) async throws {
        var vehicle = Vehicle(id: "a")
        vehicle.position = north.flatMap {
            Position(latitude: 48.85 + $0 / 111_195, longitude: 2.35)
        }
        vehicle.battery = battery.flatMap { Battery(percent: $0) }
        _ = try await store.snapshots.commit(outcome([vehicle], at: time), for: demo)
    }

    private func stillSince() throws -> Double? {
        try store.vehicle("a", of: demo)?.stillSince?.seconds
    }

    @Test("the time of the snapshot counts in which the vehicle was first near its position")
    func moves() async throws {
        let steps: [(time: Double, north: Double, since: Double)] = [
            (10, 0, 11), (20, 0, 11), (30, 49, 11), (40, -49, 11), (50, 51, 51), (60, 2, 51),
            (70, 0, 71), (80, 49, 71),
        ]
        for step in steps {
            try await commit(north: step.north, at: step.time)
            #expect(try stillSince() == step.since, "\(step)")
        }
    }

    @Test("slow drift is a move once it is 50 m from where it began")
    func drift() async throws {
        for step in 0...10 { try await commit(north: Double(step) * 9, at: Double(step)) }
        #expect(try stillSince() == 7)
    }

    @Test("other changes of the vehicle are no move")
    func otherChanges() async throws {
        try await commit(north: 0, at: 10, battery: 90)
        try await commit(north: 0, at: 20, battery: 80)
        #expect(try stillSince() == 11)
        #expect(try store.vehicle("a", of: demo)?.battery?.percent == 80)
    }

    @Test("without a position nothing is known, and it begins anew with the next one")
    func unknownPosition() async throws {
        try await commit(north: 0, at: 10)
        try await commit(north: nil, at: 20)
        #expect(try stillSince() == nil)
        try await commit(north: 0, at: 30)
        #expect(try stillSince() == 31)
    }

    @Test("a vehicle that was not in the feed may have been rented, so it begins anew")
    func returns() async throws {
        try await commit(north: 0, at: 10)
        _ = try await store.snapshots.commit(outcome(fleet(["b"]), at: 20), for: demo)
        try await commit(north: 0, at: 30)
        #expect(try stillSince() == 31)
    }

    @Test("a snapshot writes no row of a vehicle that is unchanged")
    func unchanged() async throws {
        let folder = try StoreFolder()
        let store = try FleetStore(path: folder.file)
        var vehicles = fleet(["a", "b"])
        for index in vehicles.indices {
            vehicles[index].position = Position(latitude: 48, longitude: 2)
        }
        _ = try await store.snapshots.commit(outcome(vehicles, at: 10), for: demo)
        _ = try folder.sqlite3(
            "CREATE TRIGGER unchanged BEFORE UPDATE ON vehicle WHEN old.vehicle_id = 'a' "
                + "BEGIN SELECT raise(ABORT, 'rewritten'); END")
        vehicles[1].position = Position(latitude: 49, longitude: 2)
        _ = try await store.snapshots.commit(outcome(vehicles, at: 20), for: demo)
        #expect(try store.vehicle("a", of: demo)?.stillSince == Timestamp(seconds: 11))
        #expect(try store.vehicle("b", of: demo)?.stillSince == Timestamp(seconds: 21))
    }
}
