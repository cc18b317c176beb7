package import FleetStore
import Foundation
import POSIX
import SystemPackage

extension CommandContext {
    /// Returns the folder of the photos of a team's notes.
    package func teamPhotoFolder() throws -> String { try home().teamPhotosPath }

    /// Returns the path of the map library of the web pages: of the installation, or of the folder of
    /// a build; nil if it is in neither.
    package static func mapLibraryPath() -> String? {
        let program = Bundle.main.executableURL?.resolvingSymlinksInPath()
        guard let folder = program?.deletingLastPathComponent().path else { return nil }
        return ["/../share/fleet", "/../../web"].map { folder + $0 + "/maplibre-gl.js" }
            .first { FileSystem.exists(FilePath($0)) }
    }

    /// Opens the store of the home several times, for reads at the same time.
    package func snapshotStores(count: Int) throws -> [FleetStore] {
        let home = try home()
        try home.createFolders()
        return try (0..<count).map { _ in try FleetStore(path: home.databasePath) }
    }
}
