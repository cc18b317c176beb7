import Foundation

/// Files of map tiles that Python's sqlite3 and Pillow write, not our own code.
package enum TileFile {
    /// Writes an MBTiles file with the tile 1/1/0 (XYZ), a red picture, and the tile 0/0/0, a green one.
    /// - Parameters:
    ///   - format: Format of the pictures: `PNG`, `JPEG` or `WEBP`; anything else is gzipped text, as
    ///     of vector tiles.
    ///   - metadata: Rows of the metadata.
    package static func write(
        to path: String, format: String = "PNG", metadata: [String: String] = [:],
        extraSQL: String = ""
    ) async throws {
        let input: [String: Any] = [
            "path": path, "format": format, "metadata": metadata, "sql": extraSQL,
        ]
        let json = try JSONSerialization.data(withJSONObject: input)
        _ = try await Tool.python(script, Array(json))
    }

    private static let script = """
        import gzip, io, json, sqlite3, sys
        from PIL import Image
        given = json.load(sys.stdin)
        def tile(color):
            if given["format"] not in ("PNG", "JPEG", "WEBP"):
                return gzip.compress(b"not a picture")
            file = io.BytesIO()
            Image.new("RGB", (256, 256), color).save(file, given["format"])
            return file.getvalue()
        database = sqlite3.connect(given["path"])
        database.execute("CREATE TABLE metadata (name text, value text)")
        database.execute("CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)")
        database.execute("CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)")
        database.executemany("INSERT INTO metadata VALUES (?, ?)", given["metadata"].items())
        # Rows count from the south (TMS).
        database.execute("INSERT INTO tiles VALUES (0, 0, 0, ?)", (tile("lime"),))
        database.execute("INSERT INTO tiles VALUES (1, 1, 1, ?)", (tile("red"),))
        database.executescript(given["sql"])
        database.commit()
        database.close()
        """
}
