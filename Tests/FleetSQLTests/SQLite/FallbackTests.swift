import FleetCore
import FleetTestSupport
import Foundation
import Testing

@testable import FleetSQL
@testable import FleetSQLite
@testable import FleetSettings

@Suite("A store that cannot be written has a fallback")
struct FallbackTests {
    private let folder: TemporaryFolder
    private let warnings = Observed<[String]>([])
    private var home: Home

    init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        home = try Home { $0 == "FLEET_HOME" ? folder.path + "/home" : nil }
        home.fallbackFolders = [folder.path + "/fallback"]
        try home.createFolders()
    }

    /// Opens the store as another process does; one that is full has no page left.
    private func open(full isFull: Bool, writable isWritable: Bool = true) throws
        -> some SnapshotStore
    {
        let path = home.databasePath
        let file = try SQLiteFile.open(path, pageLimit: isFull ? 1 : nil)
        return FallbackSnapshotStore(
            main: SQLiteSnapshotStore(file: file), path: path, isWritable: isWritable,
            fallback: FallbackFile(of: home) { [warnings] text in
                warnings.change { $0.append(text) }
            })
    }

    private let large = fleet((0..<2000).map { "vehicle-\($0)" })

    private func fallbackFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/fallback")
    }

    private func ids(in store: some SnapshotStore) throws -> Int {
        try store.read { try $0.counts(VehicleQuery(), of: demo).total }
    }

    @Test(
        "a snapshot that a full disk does not take is shown, by the next process too",
        arguments: [true, false])
    func full(isWritable: Bool) async throws {
        _ = try await open(full: false).commit(outcome(fleet(["a"]), at: 1), for: demo)
        let store = try open(full: true, writable: isWritable)
        let info = try await store.commit(outcome(large, at: 2), for: demo)
        #expect(info.total == 2000 && info.revision == 2)
        #expect(try ids(in: store) == 2000)
        let next = try open(full: true)
        let record = try await next.record(of: demo)
        #expect(record.cacheState == nil)
        #expect(record.info == info && record.dueAt == outcome([Vehicle](), at: 2).dueAt)
        #expect(try ids(in: next) == 2000)
        let full = "cannot write the store \(home.databasePath): the disk is full"
        let earlier = "the store \(home.databasePath) could not be written at the last fetch"
        #expect(warnings.value == (isWritable ? [full] : []) + [earlier])
    }

    @Test("the store takes the next snapshot when it can, and the fallback is removed")
    func recovered() async throws {
        _ = try await open(full: true).commit(outcome(large, at: 1), for: demo)
        let store = try open(full: false)
        let info = try await store.commit(outcome(fleet(["a", "b"]), at: 2), for: demo)
        #expect(info.revision == 2)
        #expect(try ids(in: store) == 2)
        #expect(try fallbackFiles() == [])
    }

    @Test("an older snapshot in the fallback does not hide a newer one in the store")
    func older() async throws {
        _ = try await open(full: true).commit(outcome(large, at: 1), for: demo)
        let path = home.databasePath
        let other = try HomeStore(path: path).snapshots
        _ = try await other.commit(outcome(fleet(["a"]), at: 2), for: demo)
        let store = try open(full: false)
        #expect(try ids(in: store) == 1)
        #expect(try await store.record(of: demo).lastRequest?.beganAt == Timestamp(seconds: 2))
    }

    @Test("an unchanged response only moves the next request, wherever its snapshot is")
    func unchanged() async throws {
        _ = try await open(full: false).commit(outcome(fleet(["a"]), at: 1), for: demo)
        let store = try open(full: false, writable: false)
        let info = try await store.commit(notModified(at: 2), for: demo)
        #expect(info.total == 1)
        let record = try await open(full: false).record(of: demo)
        #expect(record.info?.total == 1 && record.dueAt == notModified(at: 2).dueAt)
        _ = try await store.commit(outcome(large, at: 3), for: demo)
        #expect(try await open(full: false).commit(notModified(at: 4), for: demo).total == 2000)
        #expect(try ids(in: open(full: false)) == 2000)
    }

    @Test("a failure is kept, so the next process finds the back-off")
    func failure() async throws {
        let failure = FeedFailure(.network(.connectionRefused), at: "feed")
        let backOff = BackOff(
            failure: failure, failedAt: Timestamp(seconds: 2), retryAt: Timestamp(seconds: 7),
            attempt: 1)
        let request = RequestID(beganAt: Timestamp(seconds: 2), process: "p")
        try await open(full: false, writable: false).recordFailure(
            backOff, request: request, shownAt: backOff.failedAt, for: demo, recording: nil)
        #expect(try await open(full: false).record(of: demo).backOff == backOff)
    }

    @Test(
        "if nothing at all can be written, the fleet is shown, and the time of the next request is kept"
    )
    func memory() async throws {
        var home = home
        home.fallbackFolders = []
        let earlier = try HomeStore(
            path: home.databasePath, fallback: FallbackFile(of: home) { _ in })
        _ = try await earlier.snapshots.commit(outcome(fleet(["a"]), at: 1), for: demo)
        func process() throws -> some SnapshotStore {
            let path = home.databasePath
            return FallbackSnapshotStore(
                main: SQLiteSnapshotStore(file: try SQLiteFile.open(path, pageLimit: 1)),
                path: path,
                isWritable: true, fallback: FallbackFile(of: home) { _ in })
        }
        let store = try process()
        #expect(try await store.commit(outcome(large, at: 2), for: demo).total == 2000)
        #expect(try ids(in: store) == 2000)
        let record = try await process().record(of: demo)
        #expect(record.info?.total == 1)
        #expect(record.backOff?.retryAt == outcome([Vehicle](), at: 2).dueAt)
        _ = try await earlier.snapshots.commit(outcome(fleet(["b"]), at: 3), for: demo)
        #expect(try await process().record(of: demo).backOff == nil)
    }

    @Test("a removed source is removed from the fallback too")
    func removal() async throws {
        let store = try open(full: true)
        _ = try await store.commit(outcome(large, at: 1), for: demo)
        try await store.remove(demo.uuid)
        #expect(try await open(full: true).record(of: demo).info == nil)
    }

    @Test("a fallback folder of which others are in control is not used")
    func unsafe() async throws {
        let folder = folder.path + "/fallback"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o777])
        try #require(chmod(folder, 0o777) == 0)
        #expect(try await open(full: true).commit(outcome(large, at: 1), for: demo).total == 2000)
        #expect(try fallbackFiles() == [])
    }
}
