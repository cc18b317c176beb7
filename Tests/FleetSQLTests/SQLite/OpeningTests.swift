import FleetCore
import FleetSQL
import FleetSQLite
import FleetTestSupport
import Foundation
import Testing

@Suite(.ownThreads) struct OpeningTests {
    /// Longer than any wait for a lock but one that hangs.
    private static let lockLimit = Duration.seconds(Deadline.seconds)

    private func openingError(_ open: () throws -> any FleetStore) -> StoreError? {
        do {
            _ = try open()
            return nil
        } catch {
            return error as? StoreError
        }
    }

    private func fill(_ folder: StoreFolder) async throws {
        let store = try HomeStore(path: folder.file)
        _ = try await store.snapshots.commit(outcome(fleet(["a", "b"]), at: 1), for: demo)
        try store.close()
    }

    @Test("committed data is still there after the file is reopened")
    func reopening() async throws {
        let folder = try StoreFolder()
        try await fill(folder)
        let store = try HomeStore(path: folder.file)
        #expect(try store.all().map(\.id) == ["a", "b"])
        #expect(try await store.snapshots.record(of: demo).info?.total == 2)
        #expect(try folder.sqlite3("PRAGMA journal_mode") == "wal")
    }

    @Test("a folder at the path of the file is an error")
    func directory() throws {
        let folder = try StoreFolder()
        try FileManager.default.createDirectory(
            atPath: folder.file, withIntermediateDirectories: false)
        let expected = StoreError.unreadable(path: folder.file, reason: "Is a directory")
        #expect(openingError { try HomeStore(path: folder.file) } == expected)
        #expect(openingError { try HomeStore(readingOnly: folder.file) } == expected)
    }

    @Test(
        "a file that is not a database is rejected and not changed",
        arguments: [
            "not a database, but long enough to contain a header of one hundred bytes: "
                + String(repeating: "x", count: 5000), "x",
        ])
    func garbage(content: String) throws {
        let folder = try StoreFolder()
        try content.write(toFile: folder.file, atomically: false, encoding: .utf8)
        #expect(openingError { try HomeStore(path: folder.file) } == .corrupt(path: folder.file))
        #expect(
            openingError { try HomeStore(readingOnly: folder.file) } == .corrupt(path: folder.file)
        )
        #expect(try String(contentsOfFile: folder.file, encoding: .utf8) == content)
    }

    @Test("a damaged file is an error when the damage is read")
    func damaged() async throws {
        let folder = try StoreFolder()
        let store = try HomeStore(path: folder.file)
        _ = try await store.snapshots.commit(
            outcome(fleet((0..<5000).map { "vehicle \($0)" }), at: 1), for: demo)
        try store.close()
        let handle = try #require(FileHandle(forWritingAtPath: folder.file))
        try handle.seek(toOffset: 8192)
        try handle.write(contentsOf: Data(repeating: 0xAB, count: 100_000))
        try handle.close()
        #expect(throws: StoreError.corrupt(path: folder.file)) {
            _ = try HomeStore(path: folder.file).all()
        }
    }

    @Test("a database of another program is rejected and not changed")
    func foreign() throws {
        let folder = try StoreFolder()
        _ = try folder.sqlite3("CREATE TABLE mine (x); PRAGMA user_version = 1")
        #expect(openingError { try HomeStore(path: folder.file) } == .foreign(path: folder.file))
        #expect(
            openingError { try HomeStore(readingOnly: folder.file) } == .foreign(path: folder.file)
        )
        #expect(try folder.sqlite3(".tables") == "mine")
        #expect(try folder.sqlite3("PRAGMA journal_mode") == "delete")
    }

    @Test("a file with the schema of another version is rejected and not changed")
    func otherSchema() async throws {
        let folder = try StoreFolder()
        try await fill(folder)
        _ = try folder.sqlite3("PRAGMA user_version = 99")
        #expect(
            openingError { try HomeStore(path: folder.file) } == .otherSchema(path: folder.file))
        #expect(
            openingError { try HomeStore(readingOnly: folder.file) }
                == .otherSchema(path: folder.file))
        #expect(try folder.sqlite3("PRAGMA user_version; SELECT count(*) FROM vehicle") == "99\n2")
    }

    @Test("processes that create a file at once find the same tables")
    func concurrent() async throws {
        for _ in 0..<5 {
            let folder = try StoreFolder()
            let path = folder.file
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try HomeStore(path: path, lockLimit: Self.lockLimit).close()
                    }
                }
                try await group.waitForAll()
            }
            let checks = "PRAGMA integrity_check; SELECT count(*) FROM vehicle"
            #expect(try folder.sqlite3(checks) == "ok\n0")
        }
    }

    @Test("views that other programs added do not keep the file from being opened")
    func additions() async throws {
        let folder = try StoreFolder()
        try await fill(folder)
        _ = try folder.sqlite3("CREATE VIEW red AS SELECT * FROM vehicle WHERE color = 'red'")
        #expect(try HomeStore(path: folder.file).all().count == 2)
    }

    @Test("a file of zero bytes becomes a store")
    func zeroBytes() async throws {
        let folder = try StoreFolder()
        _ = FileManager.default.createFile(atPath: folder.file, contents: nil)
        #expect(
            openingError { try HomeStore(readingOnly: folder.file) } == .missing(path: folder.file)
        )
        try await fill(folder)
        #expect(try folder.sqlite3("SELECT count(*) FROM vehicle") == "2")
    }

    @Test("a missing folder is not created")
    func missingFolder() throws {
        let folder = try StoreFolder()
        let path = folder.path + "/none/fleet.sqlite"
        let reason = "No such file or directory"
        #expect(
            openingError { try HomeStore(path: path) } == .unwritable(path: path, reason: reason))
        #expect(openingError { try HomeStore(readingOnly: path) } == .missing(path: path))
        #expect(folder.size(of: folder.path + "/none") == nil)
    }

    @Test("a store in a read-only folder can be read, whatever the folder's name")
    func readOnlyFolder() async throws {
        let folder = try StoreFolder()
        try await fill(folder)
        let odd = folder.path + "/odd ?#%41&é"
        try FileManager.default.createDirectory(atPath: odd, withIntermediateDirectories: false)
        let file = odd + "/fleet.sqlite"
        try FileManager.default.moveItem(atPath: folder.file, toPath: file)
        try folder.setMode(0o444, of: file)
        try folder.setMode(0o555, of: odd)
        try folder.setMode(0o755, of: folder.path)
        defer { try? folder.setMode(0o755, of: odd) }
        try withoutPrivileges {
            #expect(
                openingError { try HomeStore(path: file) }
                    == .unwritable(path: file, reason: "Permission denied"))
            let store = try HomeStore(readingOnly: file)
            #expect(try store.all().map(\.id) == ["a", "b"])
        }
    }

    @Test("a log that was left in a read-only folder is not ignored")
    func logLeft() async throws {
        let folder = try StoreFolder()
        let store = try HomeStore(path: folder.file)
        _ = try await store.snapshots.commit(outcome(fleet(["a"]), at: 1), for: demo)
        let copy = try StoreFolder()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: folder.file + suffix, toPath: copy.file + suffix)
            try copy.setMode(0o644, of: copy.file + suffix)
        }
        try store.close()
        try copy.setMode(0o555, of: copy.path)
        let found = withoutPrivileges { openingError { try HomeStore(readingOnly: copy.file) } }
        guard case .unreadable(_, let reason) = found else {
            Issue.record("\(String(describing: found))")
            return
        }
        #expect(reason.hasPrefix("its write-ahead log"))
    }

    @Test("after the file was moved away, data is written to a new file in its place")
    func movedAway() async throws {
        let folder = try StoreFolder()
        let store = try HomeStore(path: folder.file)
        _ = try await store.snapshots.commit(outcome(fleet(["a"]), at: 1), for: demo)
        let suffixes = ["", "-wal", "-shm"]
        for suffix in suffixes {
            try FileManager.default.moveItem(
                atPath: folder.file + suffix, toPath: folder.path + "/moved.sqlite" + suffix)
        }
        #expect(try await store.snapshots.record(of: demo).info == nil)
        _ = try await store.snapshots.commit(outcome(fleet(["b", "c"]), at: 2), for: demo)
        #expect(try HomeStore(path: folder.file).all().map(\.id) == ["b", "c"])
        let moved = try HomeStore(path: folder.path + "/moved.sqlite")
        #expect(try moved.all().map(\.id) == ["a"])
        try store.close()
        #expect(try folder.sqlite3("PRAGMA integrity_check") == "ok")
    }

    @Test("a file that replaces the old one is read from then on")
    func replaced() async throws {
        let folder = try StoreFolder()
        let other = try StoreFolder()
        try await fill(folder)
        try await fill(other)
        let store = try HomeStore(path: folder.file)
        _ = try await store.snapshots.commit(outcome(fleet(["x"]), at: 3), for: demo)
        for suffix in ["", "-wal", "-shm"] {
            try FileManager.default.removeItem(atPath: folder.file + suffix)
        }
        try FileManager.default.moveItem(atPath: other.file, toPath: folder.file)
        #expect(try store.all().map(\.id) == ["a", "b"])
    }

    @Test("a read-only store cannot be written")
    func writingReadOnly() async throws {
        let folder = try StoreFolder()
        try await fill(folder)
        let store = try HomeStore(readingOnly: folder.file)
        await #expect {
            try await store.snapshots.commit(outcome(fleet(["c"]), at: 2), for: demo)
        } throws: { error in
            guard case StoreError.unwritable = error else { return false }
            return true
        }
    }

    @Test("an unreadable file is an error")
    func unreadable() async throws {
        let folder = try StoreFolder()
        try await fill(folder)
        try folder.setMode(0o000, of: folder.file)
        try folder.setMode(0o755, of: folder.path)
        let expected = StoreError.unreadable(path: folder.file, reason: "Permission denied")
        withoutPrivileges {
            #expect(openingError { try HomeStore(path: folder.file) } == expected)
            #expect(openingError { try HomeStore(readingOnly: folder.file) } == expected)
        }
    }

    @Test("several stores can open a new file concurrently")
    func openingAtOnce() async throws {
        let folder = try StoreFolder()
        let file = folder.file
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let key = SourceKey(UUID(sourceName: "s\(number)"))
                    let store = try HomeStore(path: file, lockLimit: Self.lockLimit)
                    _ = try await store.snapshots.commit(outcome(fleet(["a"]), at: 1), for: key)
                }
            }
            try await group.waitForAll()
        }
        #expect(
            try folder.sqlite3("SELECT count(*) FROM source; PRAGMA integrity_check") == "8\nok")
    }

    @Test("a reader sees a consistent snapshot while another connection writes")
    func consistentSnapshot() async throws {
        let folder = try StoreFolder()
        try await fill(folder)
        let reader = try HomeStore(path: folder.file)
        let writer = try HomeStore(path: folder.file)
        let written = DispatchSemaphore(value: 0)
        try await onOwnThread {
            try reader.snapshots.read { snapshot in
                let before = try snapshot.counts(VehicleQuery(), of: demo)
                Task.detached {
                    _ = try? await writer.snapshots.commit(outcome(fleet(["c"]), at: 2), for: demo)
                    written.signal()
                }
                written.wait()
                #expect(try snapshot.counts(VehicleQuery(), of: demo) == before)
                #expect(try snapshot.vehicle("a", of: demo) != nil)
            }
        }
        #expect(try reader.counts(VehicleQuery(), of: demo).total == 1)
    }

    /// Runs blocking code on its own thread, so it does not block the tasks that it waits for.
    private func onOwnThread(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
        }
    }
}
