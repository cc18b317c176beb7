/// Map tiles in a file, read tile by tile.
package struct TileArchive: Sendable {
    /// Description of the tiles.
    package var info: TileArchiveInfo
    /// Returns the picture of a tile; `nil` if there is none.
    package var tile: @Sendable (TileCoordinate) async throws -> [UInt8]?

    package init(
        info: TileArchiveInfo, tile: @escaping @Sendable (TileCoordinate) async throws -> [UInt8]?
    ) {
        (self.info, self.tile) = (info, tile)
    }
}

/// Description of the tiles of a file.
package struct TileArchiveInfo: Equatable, Sendable {
    /// Text that differs once the file is another one.
    package var version: String
    /// Name of the map.
    package var name: String?
    /// Attribution of the map's data, as HTML from the file, which is not trusted.
    package var attribution: String?
    /// Zooms at which there are tiles.
    package var zooms: ClosedRange<Int>
    /// West, south, east and north in degrees; `nil` if the file does not limit the area.
    package var bounds: [Double]?

    package init(version: String, zooms: ClosedRange<Int>) {
        (self.version, self.zooms) = (version, zooms)
    }
}

/// Position of a tile: zoom, column from the west, and row from the north (XYZ).
package struct TileCoordinate: Equatable, Sendable {
    /// The highest zoom of a tile.
    package static let maxZoom = 30

    package let zoom: Int
    package let column: Int
    package let row: Int

    /// Creates a position; `nil` if no map has it.
    package init?(zoom: Int, column: Int, row: Int) {
        guard (0...Self.maxZoom).contains(zoom) else { return nil }
        let count = 1 << zoom
        guard (0..<count).contains(column), (0..<count).contains(row) else { return nil }
        (self.zoom, self.column, self.row) = (zoom, column, row)
    }

    /// The row from the south, as MBTiles counts (TMS).
    package var rowFromSouth: Int { (1 << zoom) - 1 - row }
}

/// Format of the picture of a tile.
package enum TileFormat: Sendable {
    case png
    case jpeg
    case webP

    /// Recognizes a picture by its first bytes; `nil` for anything else.
    package init?(of bytes: [UInt8]) {
        switch bytes {
        case _ where bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]): self = .png
        case _ where bytes.starts(with: [0xFF, 0xD8, 0xFF]): self = .jpeg
        case _
        where bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8):
            self = .webP
        default: return nil
        }
    }

    /// Media type of the picture.
    package var mediaType: String {
        switch self {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        case .webP: "image/webp"
        }
    }
}
