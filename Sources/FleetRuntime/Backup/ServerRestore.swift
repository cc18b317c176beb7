import FleetCore
import FleetPostgres
import FleetSQL
import FleetSQLite
package import FleetSettings
import Foundation
import POSIX
import SystemPackage

/// Restore of a backup into a home, or into a database and the photos in a home.
package struct ServerRestore {
    private let context: CommandContext
    private let home: Home
    private let isReplacing: Bool

    /// Prepares a restore.
    /// - Parameter isReplacing: Whether it replaces data that is there already.
    /// - Throws: `HomeError`.
    package init(in context: CommandContext, isReplacing: Bool) throws {
        (self.context, self.isReplacing) = (context, isReplacing)
        home = try context.home()
    }

    /// Restores a backup.
    ///
    /// A process that is killed leaves the data from before or that of the backup.
    /// - Returns: The description of the backup.
    /// - Throws: `BackupError`, `StoreError`, `HomeError`; nothing is changed, unless it is a
    ///   `HomeError` of the last step, which the next command repeats.
    package func run(from path: String) async throws -> BackupManifest {
        let backup = try BackupReader(FilePath(path))
        guard (backup.manifest.content == .database) == context.usesDatabase else {
            throw BackupError.otherContent(
                path: path, isDatabase: backup.manifest.content == .database)
        }
        try home.createFolders()
        guard let lock = try FileLock.tryAcquire(home.backupLockPath) else {
            throw BackupError.busy(home: home.dataFolder)
        }
        defer { lock.release() }
        switch backup.manifest.content {
        case .home: try replaceHome(by: backup, path)
        case .database: try await replaceDatabase(by: backup, path, holding: lock)
        }
        return backup.manifest
    }

    private func replaceHome(by backup: BackupReader, _ path: String) throws {
        guard let server = try FileLock.tryAcquire(home.serverLockPath) else {
            throw BackupError.served(home: home.dataFolder)
        }
        defer { server.release() }
        guard isReplacing || !home.hasContent else {
            throw BackupError.notEmpty(path: home.dataFolder, isDatabase: false)
        }
        let folder = try home.makeUnpackedFolder()
        do {
            try backup.unpack(into: folder)
            for (part, database) in [(BackupPart.store, HomeDatabase.store), (.team, .team)] {
                let file = folder.appending(part.rawValue)
                guard FileSystem.exists(file) else { continue }
                try checkingVersion(of: backup, path) {
                    try SQLiteCopy.prepareRestored(database, at: file.string)
                }
            }
            try removeCopies(in: folder)
        } catch {
            home.removeUnpackedFolder()
            throw error
        }
        try home.commitRestore(backup.manifest)
    }

    /// Removes the files that SQLite left beside the databases, and those of an upgrade.
    private func removeCopies(in folder: FilePath) throws {
        let parts = Set(BackupPart.allCases.map(\.rawValue))
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.string)
        where !parts.contains(name) {
            FileSystem.removeFile(folder.appending(name))
        }
    }

    private func replaceDatabase(
        by backup: BackupReader, _ path: String, holding lock: FileLock
    ) async throws {
        guard let address = context.database?.address else { return }
        guard DatabaseTables.isKnown(digest: backup.manifest.schema ?? "") else {
            throw BackupError.otherVersion(path: path, version: backup.manifest.version)
        }
        let programs = try DatabasePrograms(address, in: context, holding: lock)
        if !isReplacing, try await programs.hasTables() {
            throw BackupError.notEmpty(path: address.shown, isDatabase: true)
        }
        let folder = try home.makeUnpackedFolder()
        defer { home.removeUnpackedFolder() }
        try backup.unpack(into: folder)
        // More photos than rows do no harm.
        do {
            try home.movePhotos(from: folder.appending(BackupPart.photos.rawValue))
        } catch {
            throw BackupError.unwritable(path: home.path(of: .photos), reason: "\(error)")
        }
        try await programs.restore(from: folder)
    }

    /// Turns the refusal of unpacked tables, whose path says nothing, into one of the backup.
    private func checkingVersion(
        of backup: BackupReader, _ path: String, _ body: () throws -> Void
    ) throws {
        do {
            try body()
        } catch StoreError.otherSchema {
            throw BackupError.otherVersion(path: path, version: backup.manifest.version)
        } catch StoreError.corrupt, StoreError.foreign {
            throw BackupError.damaged(path: path, reason: "a database in it is damaged")
        }
    }
}
