package import FleetSQL
import FleetSQLite
import FleetSettings
package import POSIX
import SystemPackage

extension CommandContext {
    /// Returns the folder of the photos of a team's notes.
    package func teamPhotoFolder() throws -> String { try home().teamPhotosPath }

    /// Takes the lock that the servers of a home share, so that a copy of the home knows of them,
    /// and every process records the changes of the sources; waits while the home is copied.
    /// - Returns: The lock; `nil` with a database.
    /// - Throws: `HomeError`, `FileLockError`.
    package func serverLock() async throws -> FileLock? {
        guard !usesDatabase else { return nil }
        let home = try home()
        try home.createFolders()
        return try await FileLock.acquire(home.serverLockPath, isShared: true)
    }

    /// Whether a server uses this home, or the sources are in a database, which servers share.
    var isServed: Bool {
        if usesDatabase { return true }
        guard let home = try? home() else { return false }
        return (try? FileLock.isHeld(home.serverLockPath, orShared: true)) ?? false
    }

    /// Returns the path of the map library of the web pages: of the installation, or of the folder
    /// of a build; `nil` if it is in neither.
    package static func mapLibraryPath() -> String? {
        guard let folder = CurrentProcess.program?.removingLastComponent() else { return nil }
        return ["../share/fleet", "../../share/fleet", "../../web"]
            .map { folder.appending($0 + "/maplibre-gl.js") }
            .first(where: FileSystem.exists)?.string
    }

    /// Opens a file of map tiles.
    /// - Throws: `TileFileError`.
    package static func tileArchive(at path: String) throws -> TileArchive {
        try MBTilesFile(path).archive
    }

    /// Opens the store several times, for reads at the same time.
    package func snapshotStores(count: Int) throws -> [any FleetStore] {
        try (0..<count).map { _ in try openStore() }
    }
}
