import FleetCore
import FleetSQL
import Testing

@Suite struct CommitTests {
    @Test(
        "after any sequence of snapshots the store holds the last one, byte for byte",
        arguments: StoreAdapter.all, 0..<5)
    func randomSnapshots(adapter: StoreAdapter, seed: UInt64) async throws {
        let store = try adapter.make()
        var hostile = HostileFleet(seed: seed, store.dialect)
        var before: [Vehicle] = []
        for time in 1...12 {
            let pool = hostile.vehicles(80)
            let kept = before.filter { old in !pool.contains { same($0, old) } }
            let now = (pool.prefix(40) + kept.prefix(40)).shuffled(using: &hostile.numbers)
            let info = try await store.snapshots.commit(outcome(now, at: Double(time)), for: demo)
            #expect(info.total == now.count)
            #expect(info.changes == changes(from: before, to: now))
            let indices = VehicleQuery.everything.selection(in: snapshot(now)).indices
            #expect(isExactly(try store.all().map(\.asInFeed), indices.map { now[$0] }))
            before = now
        }
    }

    private func same(_ left: Vehicle, _ right: Vehicle) -> Bool {
        ByteOrder.equal(left.id, right.id)
    }

    /// Counts the changes naively, as an oracle.
    private func changes(from old: [Vehicle], to new: [Vehicle]) -> SnapshotChanges {
        var changes = SnapshotChanges.none
        changes.gone = old.count { gone in !new.contains { same($0, gone) } }
        for vehicle in new {
            guard let earlier = old.first(where: { same($0, vehicle) }) else {
                changes.added += 1
                continue
            }
            if !isExactly([earlier], [vehicle]) { changes.changed += 1 }
        }
        return changes
    }

    @Test("a snapshot without changes keeps its revision", arguments: StoreAdapter.all)
    func identical(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        _ = try await store.snapshots.commit(outcome(fleet(["a"]), at: 1), for: demo)
        var feed = FeedDescription(format: "GBFS 2.3")
        feed.lastUpdated = Timestamp(seconds: 2)
        let second = try await store.snapshots.commit(
            outcome(fleet(["a"]), at: 2, feed: feed), for: demo)
        #expect(second.revision == 1)
        #expect(second.changes == .none)
        #expect(second.fetchedAt == Timestamp(seconds: 3))
        #expect(second.feed.lastUpdated == Timestamp(seconds: 2))
        let third = try await store.snapshots.commit(outcome(fleet(["a", "b"]), at: 3), for: demo)
        #expect(third.revision == 2)
    }

    @Test(
        "the apps of the system are stored, and a change of them is one",
        arguments: StoreAdapter.all)
    func rentalApps(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        _ = try await store.snapshots.commit(outcome(fleet(["a"]), at: 1), for: demo)
        var feed = FeedDescription(format: "GBFS 2.3")
        feed.rentalApps = RentalApps(
            android: RentalApps.App(storeURI: "https://a", discoveryURI: "quay://"), ios: nil)
        let second = try await store.snapshots.commit(
            outcome(fleet(["a"]), at: 2, feed: feed), for: demo)
        #expect(second.revision == 2)
        let stored = try store.snapshots.read { try $0.info(of: demo) }
        #expect(stored?.feed == feed)
    }

    @Test(
        "a not-modified response keeps the snapshot and updates its times and cache state",
        arguments: StoreAdapter.all)
    func notModifiedKeeps(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        _ = try await store.snapshots.commit(outcome(fleet(["a", "b"]), at: 1), for: demo)
        let info = try await store.snapshots.commit(notModified(at: 20), for: demo)
        #expect(info.revision == 1)
        #expect(info.total == 2)
        #expect(info.changes == .none)
        #expect(info.fetchedAt == Timestamp(seconds: 21))
        let record = try await store.snapshots.record(of: demo)
        #expect(record.cacheState?.main.address == "304")
        #expect(record.dueAt == Timestamp(seconds: 26))
        #expect(try store.all().map(\.id) == ["a", "b"])
    }

    @Test("a not-modified response is an error if nothing is stored", arguments: StoreAdapter.all)
    func notModifiedOfNothing(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        await #expect(throws: StoreError.nothingStored) {
            try await store.snapshots.commit(notModified(at: 1), for: demo)
        }
    }

    @Test("an older snapshot never replaces a newer one", arguments: StoreAdapter.all)
    func olderIsDropped(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        let newer = try await store.snapshots.commit(outcome(fleet(["new"]), at: 100), for: demo)
        #expect(
            try await store.snapshots.commit(outcome(fleet(["old"]), at: 99), for: demo) == newer)
        #expect(try await store.snapshots.commit(notModified(at: 99), for: demo) == newer)
        #expect(try store.all().map(\.id) == ["new"])
    }

    @Test(
        "a stored time more than five minutes in the future does not block newer snapshots",
        arguments: StoreAdapter.all)
    func wrongClock(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        _ = try await store.snapshots.commit(outcome(fleet(["future"]), at: 10_000), for: demo)
        _ = try await store.snapshots.commit(outcome(fleet(["now"]), at: 10_000 - 3601), for: demo)
        #expect(try store.all().map(\.id) == ["now"])
    }

    @Test(
        "a failure keeps the snapshot, and the next success clears the back-off",
        arguments: StoreAdapter.all)
    func failure(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        _ = try await store.snapshots.commit(outcome(fleet(["a"]), at: 1), for: demo)
        try await store.snapshots.recordFailure(
            backOff(at: 3), request: requestID(2), shownAt: Timestamp(seconds: 3), for: demo,
            recording: nil)
        let failed = try await store.snapshots.record(of: demo)
        #expect(failed.backOff == backOff(at: 3))
        #expect(failed.lastRequest == requestID(2))
        #expect(failed.info?.total == 1)
        _ = try await store.snapshots.commit(outcome(fleet(["a"]), at: 4), for: demo)
        #expect(try await store.snapshots.record(of: demo).backOff == nil)
    }

    @Test(
        "the failure of an older request does not hide a later success", arguments: StoreAdapter.all
    )
    func lateFailure(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        _ = try await store.snapshots.commit(outcome(fleet(["a"]), at: 5), for: demo)
        try await store.snapshots.recordFailure(
            backOff(at: 6), request: requestID(4), shownAt: Timestamp(seconds: 6), for: demo,
            recording: nil)
        let record = try await store.snapshots.record(of: demo)
        #expect(record.backOff == nil)
        #expect(record.lastRequest == requestID(5))
    }

    @Test("of two vehicles with the same ID the last one is stored", arguments: StoreAdapter.all)
    func duplicates(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        for time in [1.0, 2.0] {
            var vehicles = fleet(["a", "b", "a"])
            vehicles[2].stationID = "last"
            let info = try await store.snapshots.commit(outcome(vehicles, at: time), for: demo)
            #expect(info.total == 2)
            #expect(try store.vehicle("a", of: demo)?.stationID == "last")
        }
    }

    @Test(
        "sources are independent of each other and are removed completely",
        arguments: StoreAdapter.all)
    func sources(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        let other = SourceKey(address: "https://example.com")
        _ = try await store.snapshots.commit(outcome(fleet(["a"]), at: 1), for: demo)
        _ = try await store.snapshots.commit(outcome(fleet(["a", "b"]), at: 1), for: other)
        #expect(try store.all().map(\.id) == ["a"])
        try await store.snapshots.remove(demo.uuid)
        #expect(try await store.snapshots.record(of: demo) == SourceRecord())
        #expect(try store.counts(VehicleQuery(), of: other).total == 2)
        #expect(try store.all().isEmpty)
        #expect(try store.colorCounts(of: demo).isEmpty)
    }

    @Test("a commit of a cancelled task is completed", arguments: StoreAdapter.all)
    func cancelled(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await store.snapshots.commit(outcome(fleet(["a"]), at: 1), for: demo)
        }
        #expect(try await task.value.total == 1)
        #expect(try store.all().map(\.id) == ["a"])
    }
}
