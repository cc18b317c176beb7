package import FleetSQL
import FleetSQLite
import POSIX
import SystemPackage

/// The files of the maps on web pages.
package enum MapFiles {
    /// Path of the map library: of the installation, or of the folder of a build; `nil` if it is in
    /// neither.
    package static var library: String? {
        guard let folder = CurrentProcess.program?.removingLastComponent() else { return nil }
        return ["../share/fleet", "../../share/fleet", "../../web"]
            .map { folder.appending($0 + "/maplibre-gl.js") }
            .first(where: FileSystem.exists)?.string
    }

    /// Opens a file of map tiles.
    /// - Throws: `TileFileError`.
    package static func tiles(at path: String) throws -> TileArchive {
        try MBTilesFile(path).archive
    }
}
