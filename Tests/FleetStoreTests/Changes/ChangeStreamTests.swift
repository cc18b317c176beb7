import FleetCore
import FleetStore
import Foundation
import Testing

@Suite("The stream of a source's changes", .serialized) struct ChangeStreamTests {
    @Test(
        "after any sequence of snapshots, the list with the batches applied is the stored list",
        arguments: StoreAdapter.all, 0..<6)
    func mirror(adapter: StoreAdapter, seed: UInt64) async throws {
        let store = try adapter.make()
        var hostile = HostileFleet(seed: seed, store.dialect)
        var reader = FollowedStore(store)
        try await reader.commit(hostile.vehicles(60), 0)
        try await reader.want()
        try await reader.follow()
        for time in 1...20 {
            let count = Int.random(in: 0...60, using: &hostile.numbers)
            try await reader.commit(hostile.vehicles(count), Double(time))
            guard Bool.random(using: &hostile.numbers) else { continue }
            try await reader.follow(limit: 2)
            while try await reader.cursor
                != reader.store.changes.cursors(of: [demo.uuid])[demo.uuid]
            { try await reader.follow(limit: 2) }
            #expect(try reader.mirror == reader.list())
        }
        try await reader.follow()
        #expect(try reader.mirror == reader.list())
        // The IDs turn out to rotate: each row has that.
        #expect(reader.resets <= 1)
    }

    @Test(
        "batches are numbered without gaps, and an unchanged response appends an empty one",
        arguments: StoreAdapter.all)
    func numbers(adapter: StoreAdapter) async throws {
        var reader = FollowedStore(try adapter.make())
        try await reader.commit(fleet(["a"]), 0)
        try await reader.want()
        try await reader.follow()
        try await reader.commit(fleet(["a", "b"]), 1)
        try await reader.commit(fleet(["a", "b"]), 2)
        _ = try await reader.store.snapshots.commit(
            notModified(at: FollowedStore.now + 3), for: demo)
        try await reader.commit(fleet(["b"]), 4)
        try await reader.follow()
        #expect(reader.batches.map(\.cursor.sequence) == [1, 2, 3, 4])
        #expect(reader.batches.map(\.rows) == [1, 0, 0, 1])
        #expect(reader.batches.map(\.revision) == [2, 2, 2, 3])
        #expect(reader.batches.map(\.total) == [2, 2, 2, 1])
        #expect(reader.batches[2].fetchedAt == Timestamp(seconds: FollowedStore.now + 4))
        #expect(
            String(decoding: reader.batches[3].changes, as: UTF8.self)
                == #"{"upserted":[],"removed":["a"]}"#)
    }

    @Test(
        "a commit that nobody wants writes no batch, and starts the stream again",
        arguments: StoreAdapter.all)
    func unwanted(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store)
        try await reader.commit(fleet(["a"]), 0)
        try await reader.commit(fleet(["a", "b"]), 1)
        let rows = "SELECT count(*) FROM change_stream, change_batch, event, event_state"
        #expect(try store.texts(rows) == ["0"])
        try await reader.want(2)
        try await reader.follow()
        try await reader.commit(fleet(["c"]), 62)
        try await reader.commit(fleet(["d"]), 63)
        #expect(try store.texts("SELECT count(*) FROM change_batch") == ["1"])
        #expect(try await reader.store.changes.cursors(of: [demo.uuid]).isEmpty)
        try await reader.want(64)
        try await reader.follow()
        #expect(reader.resets == 1)
        #expect(try reader.mirror == reader.list())
        #expect(reader.cursor != nil)
    }

    @Test(
        "a stream that nobody wanted for a time goes on, unless something was committed",
        arguments: StoreAdapter.all)
    func pause(adapter: StoreAdapter) async throws {
        var reader = FollowedStore(try adapter.make())
        try await reader.commit(fleet(["a"]), 0)
        try await reader.want()
        try await reader.follow()
        try await reader.want(600)
        try await reader.commit(fleet(["a", "b"]), 601)
        try await reader.follow()
        #expect(reader.resets == 0)
        #expect(reader.batches.map(\.cursor.sequence) == [1])
        #expect(try reader.mirror == reader.list())
    }

    @Test(
        "a commit of a version without streams, or of another store, starts the stream again",
        arguments: StoreAdapter.all)
    func foreignCommit(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store)
        try await reader.commit(fleet(["a"]), 0)
        try await reader.want()
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
        "a redefined or removed source has no stream until somebody wants it again",
        arguments: StoreAdapter.all)
    func redefined(adapter: StoreAdapter) async throws {
        let reader = FollowedStore(try adapter.make())
        func commit(_ definition: String, _ time: Double) async throws {
            _ = try await reader.store.snapshots.commit(
                outcome(fleet(["a"]), at: FollowedStore.now + time),
                for: SourceKey(demo.uuid, definition: definition))
        }
        try await commit("old", 0)
        let first = try #require(try await reader.want())
        try await commit("new", 1)
        let changes = reader.store.changes
        #expect(try await changes.cursors(of: [demo.uuid]).isEmpty)
        guard case .reset = try await changes.batches(of: demo.uuid, after: first, limit: 9) else {
            Issue.record("the old stream goes on")
            return
        }
        let second = try #require(try await reader.want(2))
        #expect(second.stream != first.stream)
        try await reader.store.snapshots.remove(demo.uuid)
        #expect(try await changes.cursors(of: [demo.uuid]).isEmpty)
        #expect(try await reader.want(3) == nil)
    }

    @Test(
        "the user's setting of the rotation is in the rows, and a new one starts again",
        arguments: StoreAdapter.all)
    func rotation(adapter: StoreAdapter) async throws {
        var reader = FollowedStore(try adapter.make())
        try await reader.commit(fleet(["a"]), 0)
        let first = try await reader.want(rotation: .yes)
        #expect(try await reader.want(1, rotation: .yes) == first)
        try await reader.follow()
        try await reader.commit(fleet(["a", "b"]), 1)
        try await reader.follow()
        let text = String(decoding: try #require(reader.batches.last).changes, as: UTF8.self)
        #expect(text.contains(#""rotating_id":"yes""#))
        #expect(try await reader.want(2)?.stream != first?.stream)
    }

    @Test(
        "a batch that a failover has lost is distinguished from the one with its number",
        arguments: StoreAdapter.all)
    func lostBatches(adapter: StoreAdapter) async throws {
        var reader = FollowedStore(try adapter.make())
        try await reader.commit(fleet(["a"]), 0)
        _ = try await reader.want()
        try await reader.follow()
        for second in 1...3 { try await reader.commit(fleet(["a", "b\(second)"]), Double(second)) }
        try await reader.follow()
        let changes = reader.store.changes
        try #require(reader.batches.count == 3)
        let last = try #require(reader.batches.last).cursor
        func answer(_ sequence: Int64, _ committedAt: Int64?) async throws -> ChangeBatches {
            let cursor = ChangeCursor(
                stream: last.stream, sequence: sequence, committedAt: committedAt)
            return try await changes.batches(of: demo.uuid, after: cursor, limit: 9)
        }
        for batch in reader.batches {
            let (number, time) = (batch.cursor.sequence, try #require(batch.cursor.committedAt))
            guard case .batches = try await answer(number, time),
                case .batches = try await answer(number, nil),
                case .lost = try await answer(number, time - 1),
                case .lost = try await answer(last.sequence + 1, time)
            else {
                Issue.record("batch \(number)")
                continue
            }
        }
        #expect(try await changes.cursors(of: [demo.uuid]) == [demo.uuid: last])
        let shown = try reader.store.snapshots.read { try $0.changeCursor(of: demo) }
        #expect(shown == last)

        try await changes.renew(UUID(), of: demo.uuid)
        #expect(try await changes.cursors(of: [demo.uuid]) == [demo.uuid: last])
        try await changes.renew(last.stream, of: demo.uuid)
        let renewed = try #require(try await changes.cursors(of: [demo.uuid])[demo.uuid])
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
        let cursor = try #require(try await reader.want())
        let bad = [
            ChangeCursor(stream: UUID(), sequence: 0),
            ChangeCursor(stream: cursor.stream, sequence: 1),
            ChangeCursor(stream: cursor.stream, sequence: .max),
        ]
        for cursor in bad {
            let result = try await reader.store.changes.batches(
                of: demo.uuid, after: cursor, limit: 1)
            guard case .reset = result else {
                Issue.record("\(cursor.text) is accepted")
                continue
            }
        }
    }

    @Test("batches are kept for an hour, and at most 100,000 rows", arguments: StoreAdapter.all)
    func expiry(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var reader = FollowedStore(store)
        try await reader.commit(fleet(["a"]), 0)
        for time in [0.0, 50, 100] { try await reader.want(time) }
        try await reader.follow()
        try await reader.commit(fleet(["b"]), 110)
        try await reader.commit(fleet(["c"]), 111)
        let numbers = "SELECT sequence FROM change_batch ORDER BY sequence"
        #expect(try store.texts(numbers) == ["1", "2"])
        try await reader.want(150)
        try await store.execute("UPDATE change_stream SET wanted_until = wanted_until + 3600000")
        try await reader.commit(fleet(["d"]), 3710.5)
        #expect(try store.texts(numbers) == ["2", "3"])
        try await reader.follow()
        #expect(reader.resets == 1)
        try await store.execute("UPDATE change_stream SET row_end = row_end + 99997")
        try await reader.commit(fleet(["e"]), 3711)
        #expect(try store.texts(numbers) == ["4"])
        #expect(try reader.list().count == 1)
    }

    @Test(
        "a commit that changes more than a batch may hold starts the stream again",
        arguments: StoreAdapter.all)
    func hugeCommit(adapter: StoreAdapter) async throws {
        var reader = FollowedStore(try adapter.make())
        try await reader.commit(fleet(["a"]), 0)
        try await reader.want()
        try await reader.follow()
        var vehicle = Vehicle(id: "long")
        vehicle.stationID = String(repeating: "x", count: 9 << 20)
        try await reader.commit([vehicle], 1)
        try await reader.follow()
        #expect(reader.resets == 1 && reader.batches.isEmpty)
        try await reader.commit(fleet(["b"]), 2)
        try await reader.follow()
        #expect(reader.resets == 1 && reader.batches.count == 1)
        #expect(try reader.mirror == reader.list())
    }

    @Test("the signal notices the commits of other connections, and nothing else")
    func signal() async throws {
        let folder = try StoreFolder()
        let reader = FollowedStore(try FleetStore(path: folder.file))
        let signal = try reader.store.changes.signal()
        #expect(try await signal.hasChanged())
        #expect(try await !signal.hasChanged())
        try await reader.commit(fleet(["a"]), 0)
        #expect(try await signal.hasChanged())
        _ = try reader.list()
        #expect(try await !signal.hasChanged())
        try FileManager.default.removeItem(atPath: folder.file)
        try await reader.commit(fleet(["a"]), 1)
        #expect(try await signal.hasChanged())
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
