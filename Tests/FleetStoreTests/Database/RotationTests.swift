import FleetCore
import FleetStore
import Testing

@Suite struct RotationTests {
    private static let day = 86_400.0

    private func rotation(_ snapshots: [(ids: [String], at: Double)]) async throws -> IDRotation? {
        let store = try FleetStore.inMemory()
        var last: SnapshotInfo?
        for snapshot in snapshots {
            last = try await store.snapshots.commit(
                outcome(fleet(snapshot.ids), at: snapshot.at), for: demo)
        }
        return last?.rotation
    }

    private func ids(_ range: Range<Int>) -> [String] { range.map { "v\($0)" } }

    @Test("IDs that are replaced within a day rotate, and the result is final")
    func rotating() async throws {
        #expect(try await rotation([(ids(0..<100), 1)]) == .unknown)
        #expect(try await rotation([(ids(0..<100), 1), (ids(80..<180), 1800)]) == .yes)
        let later = [
            (ids(0..<100), 1), (ids(80..<180), 1800), (ids(80..<180), 1800 + 2 * Self.day),
        ]
        #expect(try await rotation(later) == .yes)
    }

    @Test("IDs that are still there after a day are stable")
    func staying() async throws {
        #expect(try await rotation([(ids(0..<100), 1), (ids(10..<110), 1 + Self.day)]) == .no)
    }

    @Test("vehicles that leave and return with the same ID are not a sign of rotation")
    func comingBack() async throws {
        var snapshots: [(ids: [String], at: Double)] = [(ids(0..<100), 1)]
        for hour in 1...24 {
            let taken = Set(ids(hour * 4 - 4..<hour * 4))
            snapshots.append((ids(0..<100).filter { !taken.contains($0) }, 1 + Double(hour) * 3600))
        }
        #expect(try await rotation(snapshots) == .no)
    }

    @Test("an empty response of a broken feed is not a sign of rotation")
    func outage() async throws {
        let snapshots = [(ids(0..<100), 1), ([], 100.0), (ids(0..<100), 200)]
        #expect(try await rotation(snapshots) == .unknown)
    }

    @Test("the detection restarts if it has no result after a day")
    func restart() async throws {
        let snapshots = [
            (ids(0..<100), 1), (ids(50..<150), 1 + 3 * Self.day),
            (ids(140..<240), 60 + 3 * Self.day),
        ]
        #expect(try await rotation(snapshots) == .yes)
    }

    @Test("the feed's own declaration takes precedence")
    func declaredByFeed() async throws {
        let store = try FleetStore.inMemory()
        var feed = FeedDescription(format: "GBFS 2.3")
        feed.rotation = .no
        _ = try await store.snapshots.commit(
            outcome(fleet(ids(0..<100)), at: 1, feed: feed), for: demo)
        let info = try await store.snapshots.commit(
            outcome(fleet(ids(100..<200)), at: 2, feed: feed), for: demo)
        #expect(info.rotation == .no)
    }
}
