import FleetCore
import FleetSQL
public import FleetSettings
import POSIX
import Synchronization
import SystemPackage

/// Place for the snapshots that the store of a home cannot take: a small database in the first
/// fallback folder that can be written, otherwise in memory.
///
/// The memory of this process is lost at its end. What the next one then still needs to know, until
/// when the service is not asked, is the modification time of an empty file beside the locks:
/// setting it needs neither space nor a higher file size limit.
public final class FallbackFile: Sendable {
    private struct State {
        var file: SQLiteFile?
        var hasWarned = false
        var writeError: StoreError?
        var lastLook: (time: ContinuousClock.Instant, isUsed: Bool)?
    }

    /// Maximum size of the database in pages of 4 KiB: 128 MiB, about 400,000 vehicles.
    private static let pageLimit = 32_768

    private let home: Home
    private let paths: [String]
    private let warn: @Sendable (String) -> Void
    private let state: Mutex<State>

    /// Creates a reference to the fallback of a home.
    ///
    /// - Parameter warn: Shows that the store cannot be written; called at most once.
    public init(of home: Home, warn: @escaping @Sendable (String) -> Void) {
        self.home = home
        self.warn = warn
        paths = home.fallbackFolders.map { Home.join($0, home.fallbackName) }
        state = Mutex(State())
    }

    /// Warns that the store cannot be written.
    public func reportUnwritable(_ cause: String) {
        let isFirst = state.withLock { state in
            defer { state.hasWarned = true }
            return !state.hasWarned
        }
        if isFirst { warn(cause) }
    }

    /// Warns that the store could not take an outcome.
    func report(_ error: StoreError) {
        state.withLock { $0.writeError = error }
        reportUnwritable(error.cause)
    }

    /// Error of the last outcome that the store could not take.
    var writeError: StoreError? { state.withLock(\.writeError) }

    /// Whether snapshots are kept here, by this process or, as of the last second, by another.
    var isUsed: Bool {
        state.withLock { state in
            if state.file != nil { return true }
            let now = ContinuousClock.now
            if let look = state.lastLook, now - look.time < .seconds(1) { return look.isUsed }
            let isUsed = path != nil
            state.lastLook = (now, isUsed)
            return isUsed
        }
    }

    /// Returns the database; `nil` if nothing is kept.
    func existing() -> SQLiteSnapshotStore? {
        state.withLock { state -> SQLiteFile? in
            // The memory is newer than a file that could not be written.
            if let file = state.file, file.path == nil { return file }
            guard let path = path else {
                state.file = nil
                return nil
            }
            if state.file?.path != path {
                state.file = try? SQLiteFile.open(path, pageLimit: Self.pageLimit)
            }
            return state.file
        }.map { SQLiteSnapshotStore(file: $0) }
    }

    /// Runs `body` with the database, or with one in memory if it cannot be written; then a time is
    /// noted until which the service is not asked.
    func writing<T>(
        _ key: SourceKey, until time: Timestamp, _ body: (SQLiteSnapshotStore) async throws -> T
    ) async throws -> T {
        if let store = existing() ?? create() {
            do {
                return try await body(store)
            } catch let error as StoreError where error != .nothingStored {
                removeFiles()
            }
        }
        setBackOff(of: key, until: time)
        let memory = try SQLiteFile.inMemory()
        state.withLock { $0.file = memory }
        return try await body(SQLiteSnapshotStore(file: memory))
    }

    /// Removes everything, once the store can be written again.
    func remove(_ key: SourceKey) {
        FileSystem.removeFile(FilePath(home.backOffPath(for: key)))
        removeFiles()
    }

    private func removeFiles() {
        state.withLock { $0.file = nil }
        if let path { Self.removeDatabase(path) }
    }

    private static func removeDatabase(_ path: String) {
        for suffix in ["", "-wal", "-shm"] { FileSystem.removeFile(FilePath(path + suffix)) }
    }

    /// Path of the existing database.
    private var path: String? {
        paths.first { path in
            FileSystem.exists(FilePath(path))
                && (try? home.checkPrivateFolder(Self.folder(of: path))) == true
        }
    }

    private func create() -> SQLiteSnapshotStore? {
        for path in paths where (try? home.createPrivateFolder(Self.folder(of: path))) != nil {
            guard let file = try? SQLiteFile.open(path, pageLimit: Self.pageLimit) else {
                Self.removeDatabase(path)
                continue
            }
            state.withLock { $0.file = file }
            return SQLiteSnapshotStore(file: file)
        }
        return nil
    }

    private static func folder(of path: String) -> String {
        FilePath(path).removingLastComponent().string
    }
}

extension FallbackFile {
    /// Notes a time until which the service of a source is not asked.
    private func setBackOff(of key: SourceKey, until time: Timestamp) {
        let path = FilePath(home.backOffPath(for: key))
        try? home.createFolders()
        _ = try? OpenFile(path, .readWrite, options: .create, permissions: .ownerReadWrite)
        try? FileSystem.setModified(path, seconds: Int((time.milliseconds + 999) / 1000))
    }

    /// Returns the time until which the service of a source is not asked; `nil` if none is noted.
    func backOffEnd(of key: SourceKey) -> Timestamp? {
        guard let status = try? FilePath(home.backOffPath(for: key)).stat() else { return nil }
        return Timestamp(milliseconds: Int64(status.modified / 1_000_000))
    }
}
