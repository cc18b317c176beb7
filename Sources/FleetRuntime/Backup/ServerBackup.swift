import FleetCore
import FleetPostgres
import FleetSQLite
import FleetSettings
import Foundation
import POSIX
import SystemPackage

/// Backup of a home, or of a database with the photos in a home, while servers and commands use them.
package struct ServerBackup {
    private let context: CommandContext
    private let home: Home
    private let version: String

    /// A backup that was written.
    package struct Report: Equatable {
        /// The path of the file.
        package let path: String
        package let bytes: Int64
        package let files: Int
    }

    /// Prepares a backup.
    /// - Throws: `HomeError`.
    package init(in context: CommandContext, version: String) throws {
        (self.context, self.version) = (context, version)
        home = try context.home()
    }

    /// Writes a backup.
    /// - Parameters:
    ///   - argument: A file, or an existing folder, in which the file is named by the time.
    ///   - count: How many backups of the folder stay.
    /// - Throws: `BackupError`, `StoreError`, `HomeError`; an existing file is unchanged.
    package func write(to argument: String, keeping count: Int?) async throws -> Report {
        let target = BackupTarget(argument, of: home, at: context.now())
        try target.check(of: home)
        guard count == nil || target.isInFolder else {
            throw CommandError.usage(
                "--keep needs a folder, and \(argument) is none",
                hint: "create it, or leave out --keep")
        }
        try home.createFolders()
        guard let lock = try FileLock.tryAcquire(home.backupLockPath) else {
            throw BackupError.busy(home: home.dataFolder)
        }
        defer { lock.release() }
        target.removeLeftovers()
        let writer = try BackupWriter(target.path, temporary: target.temporaryName)
        let work = target.workFolder
        defer { try? FileManager.default.removeItem(atPath: work.string) }
        try prepare(work)
        let (content, schema) = try await addDatabases(to: writer, work, holding: lock)
        try addPhotos(to: writer)
        var names: [String] = []
        try writer.complete { files in
            names = files.map(\.name)
            return BackupManifest(
                version: version, createdAt: context.now(), content: content, schema: schema,
                files: files)
        }
        if let count { try target.removeOthers(keeping: count) }
        return Report(
            path: target.path.string, bytes: writer.writtenBytes, files: names.count)
    }

    /// Makes an empty folder for copies of databases, beside the backup, which only this user can
    /// write.
    private func prepare(_ work: FilePath) throws(BackupError) {
        do throws(Errno) {
            try FileSystem.createNewFolder(work, permissions: .ownerReadWriteExecute)
        } catch {
            throw .unwritable(path: work.string, reason: error.description)
        }
    }

    /// Adds all but the photos; returns the kind of the backup, and the digest of the tables of a
    /// database.
    private func addDatabases(
        to writer: BackupWriter, _ work: FilePath, holding lock: FileLock
    ) async throws -> (BackupManifest.Content, schema: String?) {
        if let database = context.database {
            let programs = try DatabasePrograms(database.address, in: context, holding: lock)
            let schema = try await programs.schemaDigest()
            try await programs.dump(to: work)
            for name in BackupReader.databaseFiles.sorted() {
                try writer.add(name, from: work.appending(name))
            }
            return (.database, schema)
        }
        // Settings name sources, to which the rows of the databases refer; so they are read later.
        for (part, database) in [(BackupPart.store, HomeDatabase.store), (.team, .team)] {
            let copy = work.appending(part.rawValue)
            if try SQLiteCopy.make(of: database, at: home.path(of: part), to: copy.string) {
                try writer.add(part.rawValue, from: copy)
                FileSystem.removeFile(copy)
            }
        }
        for part in [BackupPart.preferences, .credentials, .login, .printers, .server] {
            let path = try? FileSystem.resolved(FilePath(home.path(of: part)))
            if let path { try writer.add(part.rawValue, from: path) }
        }
        return (.home, nil)
    }

    /// Adds the photos after the rows that name them, so that none of these is missing.
    private func addPhotos(to writer: BackupWriter) throws {
        // Only the folder itself may be a link.
        guard let photos = try? FileSystem.resolved(FilePath(home.path(of: .photos))) else {
            return
        }
        for owner in try entries(of: photos) {
            let folder = photos.appending(owner)
            for name in try entries(of: folder) {
                // One that was removed meanwhile is left out.
                try writer.add(
                    "\(BackupPart.photos.rawValue)/\(owner)/\(name)", from: folder.appending(name))
            }
        }
    }

    private func entries(of folder: FilePath) throws(BackupError) -> [String] {
        do throws(Errno) {
            return try OpenFolder(folder).entryNames.filter { BackupPart.isPhotoName($0) }.sorted()
        } catch {
            throw .unreadable(path: folder.string, reason: error.description)
        }
    }
}
