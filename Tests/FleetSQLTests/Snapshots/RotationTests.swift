import FleetCore
import Testing

@Suite struct RotationTests {
    private static let day = 86_400.0

    private func rotation(
        _ snapshots: [(ids: [String], at: Double)], on adapter: StoreAdapter
    ) async throws -> IDRotation? {
        let store = try adapter.make()
        var last: SnapshotInfo?
        for snapshot in snapshots {
            last = try await store.snapshots.commit(
                outcome(fleet(snapshot.ids), at: snapshot.at), for: demo)
        }
        return last?.rotation
    }

    private func ids(_ range: Range<Int>) -> [String] { range.map { "v\($0)" } }

    @Test(
        "IDs that are replaced within a day rotate, and the result is final",
        arguments: StoreAdapter.all)
    func rotating(adapter: StoreAdapter) async throws {
        #expect(try await rotation([(ids(0..<100), 1)], on: adapter) == .unknown)
        #expect(
            try await rotation([(ids(0..<100), 1), (ids(80..<180), 1800)], on: adapter) == .yes)
        let later = [
            (ids(0..<100), 1), (ids(80..<180), 1800), (ids(80..<180), 1800 + 2 * Self.day),
        ]
        #expect(try await rotation(later, on: adapter) == .yes)
    }

    @Test("IDs that are still there after a day are stable", arguments: StoreAdapter.all)
    func staying(adapter: StoreAdapter) async throws {
        #expect(
            try await rotation([(ids(0..<100), 1), (ids(10..<110), 1 + Self.day)], on: adapter)
                == .no)
    }

    @Test(
        "vehicles that leave and return with the same ID are not a sign of rotation",
        arguments: StoreAdapter.all)
    func comingBack(adapter: StoreAdapter) async throws {
        var snapshots: [(ids: [String], at: Double)] = [(ids(0..<100), 1)]
        for hour in 1...24 {
            let taken = Set(ids(hour * 4 - 4..<hour * 4))
            snapshots.append((ids(0..<100).filter { !taken.contains($0) }, 1 + Double(hour) * 3600))
        }
        #expect(try await rotation(snapshots, on: adapter) == .no)
    }

    @Test(
        "an empty response of a broken feed is not a sign of rotation", arguments: StoreAdapter.all)
    func outage(adapter: StoreAdapter) async throws {
        let snapshots = [(ids(0..<100), 1), ([], 100.0), (ids(0..<100), 200)]
        #expect(try await rotation(snapshots, on: adapter) == .unknown)
    }

    @Test("the detection restarts if it has no result after a day", arguments: StoreAdapter.all)
    func restart(adapter: StoreAdapter) async throws {
        let snapshots = [
            (ids(0..<100), 1), (ids(50..<150), 1 + 3 * Self.day),
            (ids(140..<240), 60 + 3 * Self.day),
        ]
        #expect(try await rotation(snapshots, on: adapter) == .yes)
    }

    @Test("the feed's own declaration takes precedence", arguments: StoreAdapter.all)
    func declaredByFeed(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var feed = FeedDescription(format: "GBFS 2.3")
        feed.rotation = .no
        _ = try await store.snapshots.commit(
            outcome(fleet(ids(0..<100)), at: 1, feed: feed), for: demo)
        let info = try await store.snapshots.commit(
            outcome(fleet(ids(100..<200)), at: 2, feed: feed), for: demo)
        #expect(info.rotation == .no)
    }
}
