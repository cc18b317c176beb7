import FleetCore
package import FleetSQL
import Foundation
import GRDB
import POSIX
import SystemPackage

/// A file of raster tiles, opened for reading only
/// (MBTiles 1.3, https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md).
package final class MBTilesFile: Sendable {
    /// Length in bytes beyond which a tile is left out.
    private static let maxTileLength = 4 << 20
    /// Length in characters up to which a value of the metadata is read.
    private static let maxValueLength = 2000

    /// Description of the tiles.
    package let info: TileArchiveInfo
    private let path: String
    private let queue: DatabaseQueue
    /// Reads block, though each only for microseconds.
    private let thread = BlockingThreads(count: 1)

    /// Opens a file and checks that it has raster tiles.
    /// - Throws: `TileFileError`.
    package init(_ path: String) throws(TileFileError) {
        self.path = path
        // The errors of the content are not those of a database, which `openReadOnly` translates.
        var found = Result<TileArchiveInfo, TileFileError>.failure(.notTiles(path: path))
        do {
            queue = try SQLiteConnection.openReadOnly(path) { database in
                do {
                    found = .success(try Self.info(in: database, at: path))
                } catch let error as TileFileError {
                    found = .failure(error)
                }
            }
        } catch {
            throw TileFileError(error, at: path)
        }
        info = try found.get()
    }

    /// The tiles, for a server.
    package var archive: TileArchive { TileArchive(info: info) { try await self.tile($0) } }

    /// Returns the picture of a tile; `nil` if there is none.
    /// - Throws: `StoreError` for a file that was damaged since it was opened.
    func tile(_ coordinate: TileCoordinate) async throws -> [UInt8]? {
        guard info.zooms.contains(coordinate.zoom) else { return nil }
        return try await thread.run { [queue, path] in
            try SQLiteConnection.throwingStoreError(at: path) {
                try queue.inDatabase { try Self.tile(coordinate, in: $0) }
            }
        }
    }

    private static func tile(_ coordinate: TileCoordinate, in database: Database) throws -> [UInt8]?
    {
        let statement = try database.cachedStatement(
            sql: """
                SELECT CASE WHEN length(tile_data) <= \(maxTileLength) THEN tile_data END FROM tiles
                WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? LIMIT 1
                """)
        let data = try Data.fetchOne(
            statement, arguments: [coordinate.zoom, coordinate.column, coordinate.rowFromSouth])
        return data.map(Array.init)
    }

    // MARK: - Description

    private static func info(in database: Database, at path: String) throws -> TileArchiveInfo {
        do {
            guard try database.tableExists("tiles") || database.viewExists("tiles") else {
                throw TileFileError.notTiles(path: path)
            }
            guard
                let first = try Data.fetchOne(database, sql: "SELECT tile_data FROM tiles LIMIT 1"),
                let least = try zoom("min", database), let most = try zoom("max", database)
            else { throw TileFileError.empty(path: path) }
            guard TileFormat(of: Array(first.prefix(16))) != nil else {
                throw TileFileError.notPictures(path: path)
            }
            let limits = 0...TileCoordinate.maxZoom
            guard limits.contains(least), limits.contains(most) else {
                throw TileFileError.notTiles(path: path)
            }
            var info = TileArchiveInfo(version: try version(of: path), zooms: least...most)
            let metadata = try metadata(database)
            (info.name, info.attribution) = (metadata["name"], metadata["attribution"])
            info.bounds = metadata["bounds"].flatMap(bounds)
            return info
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            // Columns are missing, or a view is of no use.
            throw TileFileError.notTiles(path: path)
        }
    }

    /// Returns the lowest or highest zoom of the tiles; each is a look at the index.
    private static func zoom(_ function: String, _ database: Database) throws -> Int? {
        try Int.fetchOne(database, sql: "SELECT \(function)(zoom_level) FROM tiles")
    }

    private static func metadata(_ database: Database) throws -> [String: String] {
        guard try database.tableExists("metadata") || database.viewExists("metadata") else {
            return [:]
        }
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT name, substr(CAST(value AS TEXT), 1, \(maxValueLength)) FROM metadata
                WHERE name IN ('name', 'attribution', 'bounds') LIMIT 10
                """)
        var values: [String: String] = [:]
        for row in rows {
            guard let name = String.fromDatabaseValue(row[0]),
                let value = String.fromDatabaseValue(row[1]), !value.isEmpty
            else { continue }
            values[name] = value
        }
        return values
    }

    /// Reads `left,bottom,right,top` in degrees; `nil` if it is not an area of the world.
    private static func bounds(_ text: String) -> [Double]? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0.trimmingCharacters(in: .whitespaces)) ?? .nan
        }
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[0] < numbers[2],
            numbers[1] < numbers[3], abs(numbers[0]) <= 180, abs(numbers[2]) <= 180,
            abs(numbers[1]) <= 90, abs(numbers[3]) <= 90
        else { return nil }
        return numbers
    }

    private static func version(of path: String) throws -> String {
        let file = try FileManager.default.attributesOfItem(atPath: path)
        let time = (file[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        let size = (file[.size] as? NSNumber)?.int64Value ?? 0
        return StableHash.digits(of: StableHash.hash("\(path)\n\(size)\n\(time)"))
    }
}

extension TileFileError {
    /// Translates the error of a database that is not the program's own.
    fileprivate init(_ error: StoreError, at path: String) {
        switch error {
        case .corrupt, .foreign: self = .notTiles(path: path)
        case .missing:
            self = .unreadable(path: path, reason: Errno.noSuchFileOrDirectory.description)
        case .unreadable(_, let reason), .unwritable(_, let reason):
            self = .unreadable(path: path, reason: reason)
        default: self = .unreadable(path: path, reason: error.cause)
        }
    }
}
