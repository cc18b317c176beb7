import FleetCore
import FleetStore
import Foundation
import Testing

@Suite struct OpeningTests {
    private func failure(_ open: () throws -> FleetStore) -> StoreFailure? {
        do {
            _ = try open()
            return nil
        } catch {
            return error as? StoreFailure
        }
    }

    private func filled(_ folder: StoreFolder) async throws {
        let store = try FleetStore(path: folder.file)
        _ = try await store.commit(delivery(fleet(["a", "b"]), at: 1), for: demo)
        try store.close()
    }

    @Test("what was committed is there after the file is opened anew")
    func reopening() async throws {
        let folder = try StoreFolder()
        try await filled(folder)
        let store = try FleetStore(path: folder.file)
        #expect(try store.all().map(\.id) == ["a", "b"])
        #expect(try await store.record(of: demo).info?.total == 2)
        #expect(try folder.sqlite3("PRAGMA journal_mode") == "wal")
    }

    @Test("a folder in the place of the file is refused")
    func directory() throws {
        let folder = try StoreFolder()
        try FileManager.default.createDirectory(
            atPath: folder.file, withIntermediateDirectories: false)
        let expected = StoreFailure.unreadable(path: folder.file, reason: "Is a directory")
        #expect(failure { try FleetStore(path: folder.file) } == expected)
        #expect(failure { try FleetStore(readingOnly: folder.file) } == expected)
    }

    @Test(
        "a file of something else is refused and left as it is",
        arguments: [
            "no database at all, but long enough to hold a header of one hundred bytes: "
                + String(repeating: "x", count: 5000), "x",
        ])
    func garbage(content: String) throws {
        let folder = try StoreFolder()
        try content.write(toFile: folder.file, atomically: false, encoding: .utf8)
        #expect(failure { try FleetStore(path: folder.file) } == .corrupt(path: folder.file))
        #expect(failure { try FleetStore(readingOnly: folder.file) } == .corrupt(path: folder.file))
        #expect(try String(contentsOfFile: folder.file, encoding: .utf8) == content)
    }

    @Test("a damaged file is refused when the damage is met")
    func damaged() async throws {
        let folder = try StoreFolder()
        let store = try FleetStore(path: folder.file)
        _ = try await store.commit(
            delivery(fleet((0..<5000).map { "vehicle \($0)" }), at: 1), for: demo)
        try store.close()
        let handle = try #require(FileHandle(forWritingAtPath: folder.file))
        try handle.seek(toOffset: 8192)
        try handle.write(contentsOf: Data(repeating: 0xAB, count: 100_000))
        try handle.close()
        #expect(throws: StoreFailure.corrupt(path: folder.file)) {
            _ = try FleetStore(path: folder.file).all()
        }
    }

    @Test("a database of another program is refused and left as it is")
    func foreign() throws {
        let folder = try StoreFolder()
        _ = try folder.sqlite3("CREATE TABLE mine (x); PRAGMA user_version = 1")
        #expect(failure { try FleetStore(path: folder.file) } == .foreign(path: folder.file))
        #expect(failure { try FleetStore(readingOnly: folder.file) } == .foreign(path: folder.file))
        #expect(try folder.sqlite3(".tables") == "mine")
        #expect(try folder.sqlite3("PRAGMA journal_mode") == "delete")
    }

    @Test("a file of a newer version is refused and left as it is")
    func newer() async throws {
        let folder = try StoreFolder()
        try await filled(folder)
        _ = try folder.sqlite3("PRAGMA user_version = 99")
        #expect(failure { try FleetStore(path: folder.file) } == .newer(path: folder.file))
        #expect(failure { try FleetStore(readingOnly: folder.file) } == .newer(path: folder.file))
        #expect(try folder.sqlite3("PRAGMA user_version; SELECT count(*) FROM vehicle") == "99\n2")
    }

    @Test("a file of zero bytes becomes a store")
    func zeroBytes() async throws {
        let folder = try StoreFolder()
        _ = FileManager.default.createFile(atPath: folder.file, contents: nil)
        #expect(
            failure { try FleetStore(readingOnly: folder.file) } == .missing(path: folder.file))
        try await filled(folder)
        #expect(try folder.sqlite3("SELECT count(*) FROM vehicle") == "2")
    }

    @Test("a folder that is missing is not made")
    func missingFolder() throws {
        let folder = try StoreFolder()
        let path = folder.path + "/none/fleet.sqlite"
        let reason = "No such file or directory"
        #expect(
            failure { try FleetStore(path: path) } == .unwritable(path: path, reason: reason))
        #expect(failure { try FleetStore(readingOnly: path) } == .missing(path: path))
        #expect(folder.size(of: folder.path + "/none") == nil)
    }

    @Test("a folder that cannot be written allows reading, whatever its name")
    func readOnlyFolder() async throws {
        let folder = try StoreFolder()
        try await filled(folder)
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
                failure { try FleetStore(path: file) }
                    == .unwritable(path: file, reason: "Permission denied"))
            let store = try FleetStore(readingOnly: file)
            #expect(try store.all().map(\.id) == ["a", "b"])
        }
    }

    @Test("a log that was left in a folder that cannot be written is not passed over")
    func logLeft() async throws {
        let folder = try StoreFolder()
        let store = try FleetStore(path: folder.file)
        _ = try await store.commit(delivery(fleet(["a"]), at: 1), for: demo)
        let copy = try StoreFolder()
        for end in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: folder.file + end, toPath: copy.file + end)
        }
        try store.close()
        try copy.setMode(0o555, of: copy.path)
        let found = withoutPrivileges { failure { try FleetStore(readingOnly: copy.file) } }
        guard case .unreadable(_, let reason) = found else {
            Issue.record("\(String(describing: found))")
            return
        }
        #expect(reason.hasPrefix("the log beside it"))
    }

    @Test("what is written after the file was moved away goes to a new file in its place")
    func movedAway() async throws {
        let folder = try StoreFolder()
        let store = try FleetStore(path: folder.file)
        _ = try await store.commit(delivery(fleet(["a"]), at: 1), for: demo)
        let ends = ["", "-wal", "-shm"]
        for end in ends {
            try FileManager.default.moveItem(
                atPath: folder.file + end, toPath: folder.path + "/moved.sqlite" + end)
        }
        #expect(try await store.record(of: demo).info == nil)
        _ = try await store.commit(delivery(fleet(["b", "c"]), at: 2), for: demo)
        #expect(try FleetStore(path: folder.file).all().map(\.id) == ["b", "c"])
        let moved = try FleetStore(path: folder.path + "/moved.sqlite")
        #expect(try moved.all().map(\.id) == ["a"])
        try store.close()
        #expect(try folder.sqlite3("PRAGMA integrity_check") == "ok")
    }

    @Test("a file that is put in the place of another is read from then on")
    func replaced() async throws {
        let folder = try StoreFolder()
        let other = try StoreFolder()
        try await filled(folder)
        try await filled(other)
        let store = try FleetStore(path: folder.file)
        _ = try await store.commit(delivery(fleet(["x"]), at: 3), for: demo)
        for end in ["", "-wal", "-shm"] {
            try FileManager.default.removeItem(atPath: folder.file + end)
        }
        try FileManager.default.moveItem(atPath: other.file, toPath: folder.file)
        #expect(try store.all().map(\.id) == ["a", "b"])
    }

    @Test("a store for reading refuses to write")
    func writingReadOnly() async throws {
        let folder = try StoreFolder()
        try await filled(folder)
        let store = try FleetStore(readingOnly: folder.file)
        await #expect {
            try await store.commit(delivery(fleet(["c"]), at: 2), for: demo)
        } throws: { error in
            guard case StoreFailure.unwritable = error else { return false }
            return true
        }
    }

    @Test("a file that cannot be read is refused")
    func unreadable() async throws {
        let folder = try StoreFolder()
        try await filled(folder)
        try folder.setMode(0o000, of: folder.file)
        try folder.setMode(0o755, of: folder.path)
        let expected = StoreFailure.unreadable(path: folder.file, reason: "Permission denied")
        withoutPrivileges {
            #expect(failure { try FleetStore(path: folder.file) } == expected)
            #expect(failure { try FleetStore(readingOnly: folder.file) } == expected)
        }
    }

    @Test("many may open a new file at once")
    func openingAtOnce() async throws {
        let folder = try StoreFolder()
        let file = folder.file
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let key = SourceKey(name: "s\(number)")
                    let store = try FleetStore(path: file)
                    _ = try await store.commit(delivery(fleet(["a"]), at: 1), for: key)
                }
            }
            try await group.waitForAll()
        }
        #expect(
            try folder.sqlite3("SELECT count(*) FROM source; PRAGMA integrity_check") == "8\nok")
    }

    @Test("a reader sees one moment while another connection writes")
    func oneMoment() async throws {
        let folder = try StoreFolder()
        try await filled(folder)
        let reader = try FleetStore(path: folder.file)
        let writer = try FleetStore(path: folder.file)
        let written = DispatchSemaphore(value: 0)
        try await onOwnThread {
            try reader.snapshot { snapshot in
                let before = try snapshot.counts(VehicleQuery(), of: demo)
                Task.detached {
                    _ = try? await writer.commit(delivery(fleet(["c"]), at: 2), for: demo)
                    written.signal()
                }
                written.wait()
                #expect(try snapshot.counts(VehicleQuery(), of: demo) == before)
                #expect(try snapshot.vehicle("a", of: demo) != nil)
            }
        }
        #expect(try reader.counts(VehicleQuery(), of: demo).total == 1)
    }

    /// Runs what blocks where it does not take a thread from the tasks that it waits for.
    private func onOwnThread(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
        }
    }
}
