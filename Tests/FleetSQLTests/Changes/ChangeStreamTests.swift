import FleetCore
import FleetSQL
import FleetSQLite
import Foundation
import Testing

@Suite("The stream of a source's changes") struct ChangeStreamTests {
    @Test(
        "after any sequence of snapshots, the list with the changes applied is the stored list",
        arguments: StoreAdapter.all, 0..<6)
    func mirror(adapter: StoreAdapter, seed: UInt64) async throws {
        let store = try adapter.make()
        var hostile = HostileFleet(seed: seed, store.dialect)
        var reader = FollowedStore(store)
        try await reader.commit(hostile.vehicles(60), 0)
        try await reader.follow()
        for time in 1...20 {
            let count = Int.random(in: 0...60, using: &hostile.numbers)
            try await reader.commit(hostile.vehicles(count), Double(time))
            guard Bool.random(using: &hostile.numbers) else { continue }
            try await reader.follow()
            #expect(try await reader.cursor == reader.newest())
            #expect(try reader.mirror == reader.list())
        }
        try await reader.follow()
        #expect(try reader.mirror == reader.list())
        // The IDs turn out to rotate: each row has that.
        #expect(reader.resets <= 1)
    }

    @Test(
        "commits are numbered without gaps, and an unchanged response is one without rows",
        arguments: StoreAdapter.all)
    func numbers(adapter: StoreAdapter) async throws {
        var reader = FollowedStore(try adapter.make())
        try await reader.commit(fleet(["a"]), 0)
        try await reader.follow()
        for (time, ids) in [(1.0, ["a", "b"]), (2, ["a", "b"]), (3, nil), (4, ["b"])] {
            if let ids {
                try await reader.commit(fleet(ids), time)
            } else {
                _ = try await reader.store.snapshots.commit(
                    notModified(at: FollowedStore.now + time), for: demo, recording: Recording())
            }
            try await reader.follow()
        }
        #expect(reader.changes.map(\.cursor.sequence) == [2, 3, 4, 5])
        #expect(reader.changes.map(\.revision) == [2, 2, 2, 3])
        #expect(reader.changes.map(\.total) == [2, 2, 2, 1])
        #expect(reader.changes[2].fetchedAt == Timestamp(seconds: FollowedStore.now + 4))
        #expect(
            reader.changes.dropFirst().map {
                String(decoding: $0.vehicles.vehicles, as: UTF8.self)
            } == [
                #"{"upserted":[],"removed":[]}"#, #"{"upserted":[],"removed":[]}"#,
                #"{"upserted":[],"removed":["a"]}"#,
            ])
    }

    @Test(
        "changes of several commits are the newest row of each vehicle, once",
        arguments: StoreAdapter.all)
    func coalesced(adapter: StoreAdapter) async throws {
        var reader = FollowedStore(try adapter.make(), rotation: .no)
        try await reader.commit(fleet(["a", "b", "c"]), 0)
        try await reader.follow()
        var vehicles = fleet(["a", "b", "d"])
        vehicles[0].isReserved = true
        try await reader.commit(vehicles, 1)
        vehicles[0].isReserved = false
        try await reader.commit(vehicles.dropLast(), 2)
        vehicles[0].isDisabled = true
        try await reader.commit(vehicles.dropLast() + fleet(["c"]), 3)
        try await reader.follow()
        let changes = try #require(reader.changes.first)
        let json = try JSONSerialization.jsonObject(with: Data(changes.vehicles.vehicles))
        let rows = try #require((json as? [String: Any])?["upserted"] as? [[String: Any]])
        #expect(Set(rows.map { "\($0["vehicle_id"] ?? "") \($0["state"] ?? "")" }).count == 2)
        #expect(rows.compactMap { $0["vehicle_id"] as? String }.sorted() == ["a", "c"])
        #expect((json as? [String: Any])?["removed"] as? [String] == ["d"])
        #expect(changes.cursor.sequence == 4 && changes.eventCount > 3)
        let events = try JSONSerialization.jsonObject(with: Data(changes.events)) as? [Any]
        #expect(events?.count == changes.eventCount)
        #expect(try Set(reader.mirror.keys) == Set(reader.list().keys))
    }

    @Test(
        "a commit that is not recorded writes nothing, and the next one starts the stream again",
        arguments: StoreAdapter.all)
    func unrecorded(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store)
        reader.recording = nil
        try await reader.commit(fleet(["a"]), 0)
        try await reader.commit(fleet(["a", "b"]), 1)
        let tables = [
            "change_stream", "change_commit", "vehicle_change", "vehicle_touch", "logged_vehicle",
            "vehicle_version", "event", "event_state",
        ]
        let rows =
            "SELECT " + tables.map { "(SELECT count(*) FROM \($0))" }.joined(separator: " + ")
        #expect(try store.texts(rows) == ["0"])
        reader.recording = Recording()
        try await reader.commit(fleet(["b"]), 2)
        try await reader.follow()
        reader.recording = nil
        try await reader.commit(fleet(["c"]), 3)
        #expect(try await reader.newest() == nil)
        reader.recording = Recording()
        try await reader.commit(fleet(["d"]), 4)
        try await reader.follow()
        #expect(reader.resets == 1 && reader.changes.isEmpty)
        #expect(try reader.mirror == reader.list())
        try await reader.commit(fleet(["d", "e"]), 5)
        try await reader.follow()
        #expect(reader.resets == 1 && reader.changes.count == 1)
    }

    @Test("a commit of another store starts the stream again", arguments: StoreAdapter.all)
    func foreignCommit(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store)
        try await reader.commit(fleet(["a"]), 0)
        try await reader.follow()
        let before = reader.cursor
        try await store.execute(
            "UPDATE source SET info = replace(info, '\"revision\":1', '\"revision\":7')")
        try await reader.commit(fleet(["b"]), 1)
        try await reader.follow()
        #expect(reader.resets == 1)
        #expect(reader.cursor?.stream != before?.stream)
        #expect(try reader.mirror == reader.list())
    }

    @Test(
        "a redefined source has another stream, and a removed one leaves no row",
        arguments: StoreAdapter.all)
    func redefined(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        let reader = FollowedStore(store)
        func commit(_ ids: [String], _ definition: String, _ time: Double) async throws {
            _ = try await reader.store.snapshots.commit(
                outcome(fleet(ids), at: FollowedStore.now + time),
                for: SourceKey(demo.uuid, definition: definition), recording: Recording())
        }
        try await commit(["a"], "old", 0)
        try await commit(["b"], "old", 1)
        let first = try #require(try await reader.newest())
        try await commit(["a"], "new", 2)
        let second = try #require(try await reader.newest())
        #expect(second.stream != first.stream)
        let changes = reader.store.changes
        guard
            case .reset = try await changes.changes(
                of: demo.uuid, after: first, maxBytes: 999, as: [])
        else {
            Issue.record("the old stream goes on")
            return
        }
        #expect(try store.texts("SELECT vehicle FROM vehicle_change").isEmpty)
        try await commit(["b"], "new", 3)
        #expect(
            try store.texts("SELECT vehicle_id FROM logged_vehicle ORDER BY 1") == ["a", "b"])
        try await reader.store.snapshots.remove(demo.uuid)
        #expect(try await reader.newest() == nil)
        for table in ["change_commit", "vehicle_change", "logged_vehicle", "vehicle_version"] {
            #expect(try store.texts("SELECT source FROM \(table)").isEmpty)
        }
    }

    @Test(
        "the user's setting of the rotation is in the rows, and a new one starts again",
        arguments: StoreAdapter.all)
    func rotation(adapter: StoreAdapter) async throws {
        var reader = FollowedStore(try adapter.make(), rotation: .yes)
        try await reader.commit(fleet(["a"]), 0)
        try await reader.follow()
        try await reader.commit(fleet(["a", "b"]), 1)
        try await reader.follow()
        let text = String(
            decoding: try #require(reader.changes.last).vehicles.vehicles, as: UTF8.self)
        #expect(text.contains(#""rotating_id":"yes""#))
        let stream = try await reader.newest()?.stream
        reader.recording = Recording()
        try await reader.commit(fleet(["a", "b"]), 2)
        #expect(try await reader.newest()?.stream != stream)
    }

    @Test(
        "a commit that a failover has lost is distinguished from the one with its number",
        arguments: StoreAdapter.all)
    func lostCommits(adapter: StoreAdapter) async throws {
        var reader = FollowedStore(try adapter.make())
        try await reader.commit(fleet(["a"]), 0)
        try await reader.follow()
        for second in 1...3 {
            try await reader.commit(fleet(["a", "b\(second)"]), Double(second))
            try await reader.follow()
        }
        let changes = reader.store.changes
        try #require(reader.changes.count == 3)
        let last = try #require(reader.changes.last).cursor
        func answer(_ sequence: Int64, _ committedAt: Int64?) async throws -> ChangesRead {
            let cursor = ChangeCursor(
                stream: last.stream, sequence: sequence, committedAt: committedAt)
            return try await changes.changes(
                of: demo.uuid, after: cursor, maxBytes: 1 << 20, as: [.english])
        }
        for cursor in reader.changes.map(\.cursor) {
            let (number, time) = (cursor.sequence, try #require(cursor.committedAt))
            guard case .changes = try await answer(number, time),
                case .changes = try await answer(number, nil),
                case .lost = try await answer(number, time - 1),
                case .lost = try await answer(last.sequence + 1, time)
            else {
                Issue.record("commit \(number)")
                continue
            }
        }
        #expect(try await reader.newest() == last)
        let shown = try reader.store.snapshots.read { try $0.changeCursor(of: demo) }
        #expect(shown == last)

        try await changes.renew(UUID(), of: demo.uuid)
        #expect(try await reader.newest() == last)
        try await changes.renew(last.stream, of: demo.uuid)
        let renewed = try #require(try await reader.newest())
        #expect(renewed.stream != last.stream && renewed.sequence == last.sequence)
        guard case .reset = try await answer(last.sequence, last.committedAt) else {
            Issue.record("a reader of the stream before goes on")
            return
        }
    }

    @Test("a cursor of another stream, or from the future, is reset", arguments: StoreAdapter.all)
    func foreignCursors(adapter: StoreAdapter) async throws {
        let reader = FollowedStore(try adapter.make())
        try await reader.commit(fleet(["a"]), 0)
        let cursor = try #require(try await reader.newest())
        let bad = [
            ChangeCursor(stream: UUID(), sequence: 1),
            ChangeCursor(stream: cursor.stream, sequence: 0),
            ChangeCursor(stream: cursor.stream, sequence: 2),
            ChangeCursor(stream: cursor.stream, sequence: .max),
        ]
        for cursor in bad {
            let result = try await reader.store.changes.changes(
                of: demo.uuid, after: cursor, maxBytes: 1 << 20, as: [.english])
            guard case .reset = result else {
                Issue.record("\(cursor.text) is accepted")
                continue
            }
        }
    }

    @Test(
        "changes are kept for the time and number of rows that the settings say",
        arguments: StoreAdapter.all)
    func expiry(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store)
        reader.recording?.changes = .init(.seconds(60), rows: 5)
        for time in [0.0, 10, 20] { try await reader.commit(fleet(["\(time)"]), time) }
        let commits = "SELECT sequence FROM change_commit ORDER BY sequence"
        let changes = """
            SELECT sequence FROM vehicle_change WHERE state_code IS NOT NULL ORDER BY sequence
            """
        let removals = changes.replacing("IS NOT NULL", with: "IS NULL")
        #expect(try store.texts(commits) == ["1", "2", "3"])
        try await reader.follow()
        let first = ChangeCursor(stream: try #require(reader.cursor).stream, sequence: 1)
        try await reader.commit(fleet(["d"]), 75)
        #expect(try store.texts(commits) == ["3", "4"])
        #expect(try store.texts(changes) == ["3", "4"])
        #expect(try store.texts(removals) == ["3", "4"])
        let expired = try await store.changes.changes(
            of: demo.uuid, after: first, maxBytes: 1 << 20, as: [.english])
        guard case .reset = expired else {
            Issue.record("an expired cursor is accepted")
            return
        }
        try await reader.follow()
        #expect(reader.resets == 0)
        for time in [76.0, 77] { try await reader.commit(fleet(["\(time)"]), time) }
        // Each has two rows.
        #expect(try store.texts(commits) == ["4", "5", "6"])
        #expect(try store.texts(changes) == ["4", "5", "6"])
        try await reader.commit(fleet(["e"]), 9999)
        #expect(try store.texts(commits) == ["7"])
        #expect(try reader.list().count == 1)
    }

    @Test(
        "a commit that changes more than the log holds starts the stream again",
        arguments: StoreAdapter.all)
    func hugeCommit(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store)
        reader.recording?.changes.rows = 3
        try await reader.commit(fleet(["a"]), 0)
        try await reader.follow()
        try await reader.commit(fleet(["b", "c", "d"]), 1)
        #expect(try store.texts("SELECT vehicle FROM vehicle_change").isEmpty)
        try await reader.follow()
        #expect(reader.resets == 1 && reader.changes.isEmpty)
        try await reader.commit(fleet(["b", "c"]), 2)
        try await reader.follow()
        #expect(reader.resets == 1 && reader.changes.count == 1)
        #expect(try reader.mirror == reader.list())
    }

    @Test("changes that are too large for a message are reset", arguments: StoreAdapter.all)
    func largeChanges(adapter: StoreAdapter) async throws {
        let reader = FollowedStore(try adapter.make())
        try await reader.commit(fleet(["a"]), 0)
        let cursor = try #require(try await reader.newest())
        try await reader.commit(fleet(["a", "b", "c"]), 1)
        for (maxBytes, isReset) in [(0, true), (100, true), (1 << 20, false)] {
            let read = try await reader.store.changes.changes(
                of: demo.uuid, after: cursor, maxBytes: maxBytes, as: [.english])
            if case .reset = read {
                #expect(isReset, "\(maxBytes)")
            } else {
                #expect(!isReset, "\(maxBytes)")
            }
        }
    }

    @Test("the signal notices the commits of other connections, and nothing else")
    func signal() async throws {
        let folder = try StoreFolder()
        let reader = FollowedStore(try HomeStore(path: folder.file))
        let signal = try reader.store.changes.signal()
        #expect(try await signal.changedSources() == .all)
        #expect(try await signal.changedSources() == .none)
        try await reader.commit(fleet(["a"]), 0)
        #expect(try await signal.changedSources() == .all)
        _ = try reader.list()
        #expect(try await signal.changedSources() == .none)
        try FileManager.default.removeItem(atPath: folder.file)
        try await reader.commit(fleet(["a"]), 1)
        #expect(try await signal.changedSources() == .all)
    }
}

@Suite("The text of a cursor") struct ChangeCursorTests {
    @Test("is parsed as it is written")
    func roundTrip() throws {
        let cursor = ChangeCursor(stream: UUID(), sequence: 17)
        #expect(cursor.text.hasSuffix(":17") && cursor.text == cursor.text.lowercased())
        #expect(ChangeCursor(cursor.text) == cursor)
    }

    @Test(
        "is refused in any other form",
        arguments: [
            "", ":", "1", "0192a5c4-7c0e-8000-9d3c-5f0e6d3c2b1a",
            "0192a5c4-7c0e-8000-9d3c-5f0e6d3c2b1a:", "0192a5c4-7c0e-8000-9d3c-5f0e6d3c2b1a:-1",
            "0192a5c4-7c0e-8000-9d3c-5f0e6d3c2b1a:+1", "0192a5c4-7c0e-8000-9d3c-5f0e6d3c2b1a: 1",
            "0192a5c4-7c0e-8000-9d3c-5f0e6d3c2b1a:1:2", "0192a5c47c0e80009d3c5f0e6d3c2b1aaaaa:1",
            "0192a5c4-7c0e-8000-9d3c-5f0e6d3c2b1a:1\n", "0192a5c4-7c0e-8000-9d3c-5f0e6d3c2b1a:１",
            "0192a5c4-7c0e-8000-9d3c-5f0e6d3c2b1a:99999999999999999999",
        ])
    func refused(text: String) {
        #expect(ChangeCursor(text) == nil)
    }
}
