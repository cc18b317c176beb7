import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetSQLite

@Suite("Files of map tiles")
struct MBTilesFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/city.mbtiles" }

    private func color(of tile: [UInt8]) async throws -> String {
        try await Tool.python(
            """
            import io, sys
            from PIL import Image
            picture = Image.open(io.BytesIO(sys.stdin.buffer.read())).convert("RGB")
            print(picture.size, ["red" if r > 200 else "green" for r, g, b in [picture.getpixel((128, 128))]][0], end="")
            """, tile)
    }

    @Test(
        "A tile is found by its row from the north, in every format",
        arguments: [("PNG", TileFormat.png), ("JPEG", .jpeg), ("WEBP", .webP)])
    func tiles(format: String, expected: TileFormat) async throws {
        try await TileFile.write(to: path, format: format)
        let file = try MBTilesFile(path)
        #expect(file.info.zooms == 0...1)
        func tile(_ zoom: Int, _ column: Int, _ row: Int) async throws -> [UInt8]? {
            let place = try #require(TileCoordinate(zoom: zoom, column: column, row: row))
            return try await file.tile(place)
        }
        let northEast = try #require(try await tile(1, 1, 0))
        #expect(TileFormat(of: northEast) == expected)
        #expect(try await color(of: northEast) == "(256, 256) red")
        let world = try #require(try await tile(0, 0, 0))
        #expect(try await color(of: world) == "(256, 256) green")
        #expect(try await tile(1, 1, 1) == nil)
        #expect(try await tile(7, 100, 3) == nil)
    }

    @Test("The description has the name, the attribution and the bounds of the file")
    func description() async throws {
        let metadata = [
            "name": "City", "attribution": "<b>x</b>", "bounds": "10.5, 59.8,11,60",
            "format": "png", "json": "{}",
        ]
        try await TileFile.write(to: path, metadata: metadata)
        let info = try MBTilesFile(path).info
        #expect(info.name == "City" && info.attribution == "<b>x</b>")
        #expect(info.bounds == [10.5, 59.8, 11, 60])
    }

    @Test(
        "Bounds that are no area of the world are left out",
        arguments: [
            "", "1,2,3", "1,2,3,4,5", "a,b,c,d", "3,2,1,4", "0,0,nan,1", "-181,0,0,1", "0,0,1,91",
        ])
    func bounds(text: String) async throws {
        try await TileFile.write(to: path, metadata: ["bounds": text])
        #expect(try MBTilesFile(path).info.bounds == nil)
    }

    @Test("The tiles may be a view, and the file is only read")
    func view() async throws {
        try await TileFile.write(
            to: path,
            extraSQL:
                "ALTER TABLE tiles RENAME TO map; CREATE VIEW tiles AS SELECT * FROM map; DROP TABLE metadata"
        )
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        let before = FileManager.default.contents(atPath: path)
        let file = try MBTilesFile(path)
        let place = try #require(TileCoordinate(zoom: 0, column: 0, row: 0))
        #expect(try await file.tile(place) != nil)
        #expect(FileManager.default.contents(atPath: path) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names == ["city.mbtiles"])
    }

    @Test("A file that has no raster tiles is refused, and the error names it")
    func refused() async throws {
        func error(_ body: (String) async throws -> Void) async throws -> TileFileError? {
            try? FileManager.default.removeItem(atPath: path)
            try await body(path)
            return #expect(throws: TileFileError.self) { try MBTilesFile(path) }
        }
        let missing = try await error { _ in }
        #expect(missing == .unreadable(path: path, reason: "No such file or directory"))
        let text = try await error {
            try Data("no database, but text of some length".utf8).write(to: URL(filePath: $0))
        }
        #expect(text == .notTiles(path: path))
        let vector = try await error { try await TileFile.write(to: $0, format: "pbf") }
        #expect(vector == .notPictures(path: path))
        let empty = try await error {
            try await TileFile.write(to: $0, extraSQL: "DELETE FROM tiles")
        }
        #expect(empty == .empty(path: path))
        let other = try await error {
            try await TileFile.write(to: $0, extraSQL: "DROP TABLE tiles")
        }
        #expect(other == .notTiles(path: path))
        let columns = try await error {
            try await TileFile.write(
                to: $0,
                extraSQL: "DROP TABLE tiles; CREATE TABLE tiles (a); INSERT INTO tiles VALUES (1)")
        }
        #expect(columns == .notTiles(path: path))
        let zoom = try await error {
            try await TileFile.write(to: $0, extraSQL: "UPDATE tiles SET zoom_level = 99")
        }
        #expect(zoom == .notTiles(path: path))
        let cut = try await error { path in
            try await TileFile.write(to: path)
            let bytes = try #require(FileManager.default.contents(atPath: path))
            try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
        }
        #expect(cut == .notTiles(path: path))
    }

    @Test("Positions outside of the world do not exist")
    func positions() {
        #expect(TileCoordinate(zoom: 31, column: 0, row: 0) == nil)
        #expect(TileCoordinate(zoom: -1, column: 0, row: 0) == nil)
        #expect(TileCoordinate(zoom: 2, column: 4, row: 0) == nil)
        #expect(TileCoordinate(zoom: 2, column: 0, row: -1) == nil)
        #expect(TileCoordinate(zoom: 2, column: 3, row: 0)?.rowFromSouth == 3)
        #expect(TileCoordinate(zoom: 30, column: (1 << 30) - 1, row: 0) != nil)
    }
}
