import FleetCore
import FleetPostgres
package import FleetSQL
import FleetSQLite
import FleetSettings
import FleetTeam
import POSIX
import SystemPackage

/// Copy of the data of a server's home into the database of the context.
package struct HomeCopy {
    private let context: CommandContext
    private let home: Home

    /// Prepares a copy.
    /// - Throws: `HomeError`.
    package init(in context: CommandContext) throws {
        self.context = context
        home = try context.home()
    }

    /// Copies everything and compares both sides.
    ///
    /// No server of the home starts meanwhile; one that runs already is a warning.
    /// - Throws: `HomeCopyError`, `SealingError`, `StoreError`, `PreferencesError`; the database is
    ///   unchanged.
    package func run() async throws -> HomeCopyReport {
        try home.createFolders()
        let lock = try FileLock.tryAcquire(home.serverLockPath)
        defer { lock?.release() }
        let content = try HomeContent(of: home, team: try await team())
        guard let database = context.database else {
            throw StoreError.invalidAddress(reason: "is missing")
        }
        let report = try await database.open().copy(content)
        if lock == nil {
            context.output.warn(
                "a server runs on this home; what changes from now on is not copied, so stop it and "
                    + "copy again before you start one on the database")
        }
        for source in content.fileSources {
            context.output.warn(
                "the source \(source.name) is a file, which each server needs: \(source.path)")
        }
        try await checkPhotos()
        return report
    }

    /// Reads the users of the home and their data in one transaction.
    private func team() async throws -> TeamContent {
        guard FileSystem.exists(FilePath(home.teamDatabasePath)) else { return TeamContent() }
        let database = try SQLiteTeamDatabase(path: home.teamDatabasePath)
        let team = try await database.read(as: .server) { try TeamContent(reading: $0) }
        try database.close()
        return team
    }

    /// Compares the files of all photos with their rows, and names their folder, which is not
    /// copied.
    private func checkPhotos() async throws {
        guard FileSystem.exists(FilePath(home.teamDatabasePath)) else { return }
        let database = try SQLiteTeamDatabase(path: home.teamDatabasePath)
        let files = try await PhotoFile.all(in: database)
        try database.close()
        guard !files.isEmpty else { return }
        let folder = TeamPhotoFolder(path: home.teamPhotosPath)
        let damaged = files.filter { file in
            guard let bytes = folder.bytes(of: file.path, limit: Photo.maxFileBytes),
                folder.bytes(of: file.thumbnailPath, limit: Photo.maxFileBytes) != nil
            else { return true }
            return SHA256.hex(bytes) != file.hash
        }
        context.output.log(
            "\(ShortText.count(files.count, "photo")) in \(folder.path): mount or copy this folder "
                + "as team-photos into the home of each server")
        for file in damaged.prefix(Self.maxWarnings) {
            context.output.warn("missing or damaged: \(file.path), or its thumbnail")
        }
        if damaged.count > Self.maxWarnings {
            context.output.warn("\(damaged.count) photos are missing or damaged in all")
        }
    }

    private static let maxWarnings = 10
}
