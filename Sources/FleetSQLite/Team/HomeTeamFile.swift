import FleetCore
public import FleetSQL
public import FleetSettings
import Foundation
import POSIX
import Synchronization
import SystemPackage

/// The file `team.sqlite` of a home, as the command line uses it: one connection, opened on first
/// use.
///
/// Reading never creates the file.
public final class HomeTeamFile: HomeTeamDatabase {
    /// Path of the file.
    public let path: String
    private let isReadOnly: Bool
    private let lockLimit: Duration
    private let opened = Mutex<(file: SQLiteFile, isWritable: Bool)?>(nil)

    /// Creates a reference to the file of a home.
    /// - Parameter isReadOnly: Whether it is opened without writing anything.
    public convenience init(of home: Home, isReadOnly: Bool = false) {
        self.init(of: home, isReadOnly: isReadOnly, lockLimit: SQLiteConnection.lockLimit)
    }

    /// Creates a reference to the file of a home.
    /// - Parameter lockLimit: Time to wait for another process's lock.
    package init(of home: Home, isReadOnly: Bool, lockLimit: Duration) {
        (path, self.isReadOnly) = (home.teamDatabasePath, isReadOnly)
        self.lockLimit = lockLimit
    }

    /// Runs `body` in one read transaction; returns `nil` without a file.
    ///
    /// Calls must not be nested. A file that cannot be written is read.
    /// - Throws: `StoreError`, and the errors of `body`.
    public func read<T>(_ body: (any SQLTransaction) throws -> T) throws -> T? {
        try fileToRead()?.read(body)
    }

    /// Runs `body` in one write transaction, which is rolled back if `body` throws; creates the
    /// file if there is none.
    ///
    /// Cancelling the caller's task does not interrupt it.
    /// - Parameter durably: Whether the changes must survive a power failure.
    /// - Throws: `StoreError`, and the errors of `body`.
    public func write<T: Sendable>(
        durably: Bool, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await fileToWrite().write(durably: durably, body)
    }

    /// Returns the IDs of the vehicles of a source that are a favorite or have a note of anybody;
    /// none without a file.
    func vehicles(of source: UUID) throws -> [String] {
        try read { transaction in
            try transaction.rows(
                """
                SELECT vehicle_id FROM favorite WHERE source = ?1
                UNION SELECT vehicle_id FROM note WHERE source = ?1 AND vehicle_id IS NOT NULL
                """, [.text(SourceKey(source).uuidText)]
            ) { $0.text(0) }
        } ?? []
    }

    /// Whether the file exists.
    public var exists: Bool { FileSystem.exists(FilePath(path)) }

    /// Closes the connection; the next use opens another.
    public func close() throws {
        let opened = opened.withLock { opened in
            defer { opened = nil }
            return opened
        }
        try opened?.file.close()
    }

    private func fileToRead() throws(StoreError) -> SQLiteFile? {
        try opened.withLock { (opened) throws(StoreError) -> SQLiteFile? in
            if let opened { return opened.file }
            guard exists else { return nil }
            opened = try open()
            return opened?.file
        }
    }

    private func fileToWrite() throws(StoreError) -> SQLiteFile {
        try opened.withLock { (opened) throws(StoreError) -> SQLiteFile in
            if let opened, opened.isWritable { return opened.file }
            let file = try SQLiteFile.open(path, schema: .team, lockLimit: lockLimit)
            opened = (file, true)
            return file
        }
    }

    /// Opens the existing file, for writing too if possible; returns `nil` if it is empty or gone.
    private func open() throws(StoreError) -> (file: SQLiteFile, isWritable: Bool)? {
        if !isReadOnly {
            do throws(StoreError) {
                return (try SQLiteFile.open(path, schema: .team, lockLimit: lockLimit), true)
            } catch .unwritable, .diskFull {
                // It may be readable.
            }
        }
        do throws(StoreError) {
            return (try SQLiteFile.openReadOnly(path, schema: .team), false)
        } catch .missing {
            return nil
        }
    }
}
