package import FleetCore

/// A file that cannot be the background of maps.
package enum TileFileError: ReportedError, Equatable {
    /// The system refuses to read it; `reason` is its message.
    case unreadable(path: String, reason: String)
    /// It is not an MBTiles file, or a damaged one.
    case notTiles(path: String)
    /// Its tiles are not pictures.
    case notPictures(path: String)
    /// It has no tile.
    case empty(path: String)

    package var exitStatus: ExitStatus { .ioError }

    package var cause: String {
        switch self {
        case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
        case .notTiles(let path): "\(path) is not an MBTiles file, or it is damaged"
        case .notPictures(let path): "the tiles of \(path) are not PNG, JPEG or WebP pictures"
        case .empty(let path): "\(path) has no tiles"
        }
    }

    package var hint: String {
        switch self {
        case .unreadable: "check the path and its permissions"
        case .notTiles: "copy the file again, or give --tiles another one"
        case .notPictures: "vector tiles are not supported; render them to raster tiles first"
        case .empty: "give --tiles a file with tiles"
        }
    }
}
