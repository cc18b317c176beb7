import FleetCore
import FleetSQL
import FleetTeam
import HTTPTypes
import Hummingbird

/// The tiles of `--tiles FILE`, for everybody who may see the map.
struct TileHandlers {
    func add(to routes: Routes) {
        routes.page(.get, "/tiles/:z/:x/:y", .fleet) { try await tile($0) }
    }

    /// Returns a tile.
    ///
    /// A missing tile is an answer without content, not an error: maps then show the tile of a lower
    /// zoom.
    private func tile(_ request: UserRequest) async throws -> Response {
        guard let archive = request.environment.options.tiles.archive,
            let coordinate = TileCoordinate(
                zoom: try number("z", request), column: try number("x", request),
                row: try number("y", request))
        else { throw Problem.notFound }
        // The address has the version of the file.
        var fields: HTTPFields = [.cacheControl: "private, max-age=86400"]
        guard let bytes = try await archive.tile(coordinate), let format = TileFormat(of: bytes)
        else { return Response(status: .noContent, headers: fields) }
        let tag = "\"\(SHA256.hex(bytes).prefix(32))\""
        fields[.eTag] = tag
        if request.headers[.ifNoneMatch] == tag {
            return Response(status: .notModified, headers: fields)
        }
        return Response(bytes, format.mediaType, fields: fields)
    }

    /// Returns a part of the path as a number.
    /// - Throws: `Problem` (404) for anything but a few digits.
    private func number(_ name: String, _ request: UserRequest) throws -> Int {
        let text = try request.parameter(name)
        guard (1...10).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text)
        else { throw Problem.notFound }
        return number
    }
}
