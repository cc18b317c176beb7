import FleetCore
import FleetTestSupport
import Foundation
import Synchronization
import Testing

@testable import FleetPostgres
@testable import FleetSQL

@Suite("The snapshots in PostgreSQL") struct PostgresSnapshotTests {
    private let home: PostgresStore
    private let store: TestStore

    init() throws {
        home = try PostgresStore()
        store = TestStore(home)
    }

    @Test("a commit of a process that has lost its lease stores nothing")
    func lostLease() async throws {
        let lease = Mutex<Lease?>(Lease(leader: "first", epoch: 1))
        let leader = PostgresSnapshotStore(database: home.database) { _ in
            lease.withLock(\.self)
        }
        try await store.execute(
            """
            INSERT INTO lease (source, feed, definition, leader, epoch)
            VALUES ('\(demo.uuidText)', 'vehicles', '', 'first', 1)
            """)
        _ = try await leader.commit(outcome(fleet(["a"]), at: 1), for: demo)
        try await store.execute("UPDATE lease SET leader = 'second', epoch = 2")
        let lost = LostLease(feed: demo.text)
        await #expect(throws: lost) {
            try await leader.commit(outcome(fleet(["b"]), at: 2), for: demo)
        }
        await #expect(throws: lost) {
            try await leader.recordFailure(
                backOff(at: 3), request: requestID(3), shownAt: Timestamp(seconds: 3), for: demo,
                recording: nil)
        }
        // A failover has lost the takeover of the first, and another process took over.
        try await store.execute("UPDATE lease SET epoch = 1")
        await #expect(throws: lost) {
            try await leader.commit(outcome(fleet(["b"]), at: 2), for: demo)
        }
        lease.withLock { $0 = nil }
        await #expect(throws: lost) {
            try await leader.commit(outcome(fleet(["b"]), at: 2), for: demo)
        }
        #expect(try store.all().map(\.id) == ["a"])
        #expect(try await store.snapshots.record(of: demo).backOff == nil)
        lease.withLock { $0 = Lease(leader: "second", epoch: 1) }
        _ = try await leader.commit(outcome(fleet(["b"]), at: 4), for: demo)
        #expect(try store.all().map(\.id) == ["b"])
    }

    @Test("while several processes commit, a reader that follows its cursor misses no change")
    func concurrentCommits() async throws {
        var reader = FollowedStore(store)
        try await reader.commit(fleet(["a"]), 0)
        try await reader.follow()
        let others = try (0..<3).map { _ in
            PostgresSnapshotStore(
                database: try PostgresDatabase(
                    home.database.address, connections: 1, limits: .extended))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, other) in others.enumerated() {
                group.addTask {
                    for time in 1...15 {
                        let time = Double(time) + Double(number) / 10
                        _ = try await other.commit(
                            outcome(fleet(["v\(number)-\(time)"]), at: FollowedStore.now + time),
                            for: demo, recording: Recording())
                    }
                }
            }
            let deadline = Deadline("the last commit")
            while reader.mirror.keys.allSatisfy({ !$0.starts(with: Array("v2-15".utf8)) }) {
                try deadline.check()
                try await reader.follow()
            }
            try await group.waitForAll()
        }
        try await reader.follow()
        #expect(reader.resets == 0)
        let commits = try store.texts("SELECT sequence FROM change_commit ORDER BY sequence")
        #expect(commits == (1...commits.count).map { "\($0)" })
        let events = try store.texts("SELECT count(*) FROM event")
        #expect(events == ["\(reader.changes.map(\.eventCount).reduce(0, +))"])
        #expect(try reader.mirror == reader.list())
    }

    @Test("two processes may store the first snapshot of a source at the same time")
    func firstCommits() async throws {
        let other = PostgresSnapshotStore(
            database: try PostgresDatabase(
                home.database.address, connections: 1, limits: .extended))
        for number in 0..<10 {
            let key = SourceKey(UUID(), definition: "\(number)")
            async let first = store.snapshots.commit(outcome(fleet(["a"]), at: 1), for: key)
            async let second = other.commit(outcome(fleet(["a", "b"]), at: 2), for: key)
            _ = try await (first, second)
            #expect(try store.counts(VehicleQuery(), of: key).total == 2)
        }
    }

    @Test("the signal notices the commits of other processes, and knows their sources")
    func signal() async throws {
        let receiver = ChangeNotification.Receiver(
            of: home.database, interval: .seconds(3600))
        let listening = """
            SELECT 1 FROM pg_stat_activity
            WHERE query LIKE 'LISTEN%' AND datname = current_database()
            """
        try await waitUntil("the signal listens") { try !store.texts(listening).isEmpty }
        // The connection that listens is a change of all sources, which comes at some time before the
        // first notification.
        let other = SourceKey(UUID(), definition: "other")
        var time = 1.0
        try await waitUntil("a notification of another source") {
            _ = try await store.snapshots.commit(outcome(fleet(["a"]), at: time), for: other)
            time += 1
            return receiver.changedSources() == .only([other.uuid])
        }
        _ = try await store.snapshots.commit(outcome(fleet(["a"]), at: 1), for: demo)
        var changed: Set<UUID> = []
        try await waitUntil("the notification") {
            switch receiver.changedSources() {
            case .only(let sources): changed.formUnion(sources)
            case .all: Issue.record("all sources may have changed")
            }
            return changed.contains(demo.uuid)
        }
        #expect(changed.subtracting([other.uuid]) == [demo.uuid])
    }

    @Test("a vehicle that does not fit into an index does not keep the others from being stored")
    func longID() async throws {
        let long = (0..<400).map { _ in UUID().uuidString }.joined()
        let info = try await store.snapshots.commit(
            outcome(fleet(["a", long, "b"]), at: 1), for: demo)
        #expect(info.total == 2)
        #expect(try store.all().map(\.id) == ["a", "b"])
    }

    @Test("a NUL in a text becomes a replacement character, and the counts stay right")
    func nul() async throws {
        var vehicles = fleet(["a", "b"])
        vehicles[0].typeID = "x\0"
        vehicles[1].typeID = "x\u{FFFD}"
        _ = try await store.snapshots.commit(outcome(vehicles, at: 1), for: demo)
        #expect(try store.all().map(\.typeID) == ["x\u{FFFD}", "x\u{FFFD}"])
        vehicles[0].typeID = "y"
        _ = try await store.snapshots.commit(outcome(vehicles, at: 2), for: demo)
        let counts = try store.snapshots.read { try $0.facetCounts(of: demo) }
        #expect(Set(counts.map { "\($0.typeID ?? "") \($0.count)" }) == ["y 1", "x\u{FFFD} 1"])
        _ = try await store.snapshots.commit(outcome([], at: 3), for: demo)
        #expect(try store.snapshots.read { try $0.facetCounts(of: demo) }.isEmpty)
    }

    @Test("every key begins with the source, and every table is described")
    func keys() throws {
        let tables = """
            'source', 'vehicle', 'gone_vehicle', 'kept_vehicle', 'facet_count', 'site', 'sample',
            'change_stream', 'change_commit', 'vehicle_change', 'vehicle_touch',
            'logged_vehicle', 'vehicle_version', 'vehicle_base', 'site_change', 'logged_site',
            'coverage', 'event', 'event_state'
            """
        #expect(
            try store.texts(
                """
                SELECT relname || ': ' || attname FROM pg_index
                JOIN pg_class ON pg_class.oid = indrelid
                JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
                WHERE relname IN (\(tables)) AND attname <> 'source'
                ORDER BY 1
                """) == ["source: id", "source: uuid"])
        #expect(
            try store.texts(
                """
                SELECT relname FROM pg_class WHERE relnamespace = 'fleet'::regnamespace
                AND relname IN (\(tables)) AND obj_description(oid, 'pg_class') IS NOT NULL
                """
            ).count == 19)
    }

    @Test("a short list is read from an index, whatever the colors", arguments: [0, 1, 3])
    func plans(colors: Int) async throws {
        let vehicles = (0..<5_000).map { number in
            var vehicle = Vehicle(id: "v\(number)")
            vehicle.color = VehicleColor(number % 4 < colors ? "red \(number % 4)" : "blue")
            return vehicle
        }
        _ = try await store.snapshots.commit(outcome(vehicles, at: 1), for: demo)
        try await store.execute("ANALYZE vehicle")
        var query = VehicleQuery()
        query.limit = 20
        query.filter.color = colors == 0 ? .all : try #require(ColorFilter(["red"]))
        try await store.write { [query] transaction in
            let selection = try StoredSnapshotReader(transaction).selection(query, of: demo)
            var statement = try #require(selection).statement()
            statement.sql = "EXPLAIN (ANALYZE) " + statement.sql
            let plan = try transaction.rows(statement) { $0.text(0) }.joined(separator: "\n")
            #expect(plan.contains("Index Scan") && !plan.contains("Seq Scan"), "\(plan)")
            #expect(!plan.contains("Sort Method"), "\(plan)")
        }
    }
}
