import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird
import NIOCore

/// The zones of a source in the API: all of them with all points, or those of a part of a map with
/// the points that it can show.
struct ZoneAPI {
    private static let parameters = [
        QueryParameter(
            "zoom",
            .number(Int64(ZoneDetail.zooms.lowerBound)...Int64(ZoneDetail.zooms.upperBound)),
            """
            Zoom of the map that shows them, whose world is 512 · 2^zoom pixels wide: outlines \
            are off by a pixel at most, and zones of up to two pixels are left out. Without it \
            they have all points.
            """),
        QueryParameter(
            "bbox", .text,
            """
            SOUTH,WEST,NORTH,EAST in decimal degrees: only the zones in this part of the map, \
            whose outlines are not exact outside of it.
            """),
    ]

    private let documents = RevisionCache<SharedDocument>(limit: 64, maxBytes: 64 << 20) { $0 }

    func add(to routes: Routes) {
        routes.api(.get, "/sources/:source/zones", .fleet, query: Self.parameters) {
            try await zones($0)
        }
    }

    private func zones(_ request: UserRequest) async throws -> Response {
        let source = try request.source()
        let key = source.vehicles
        let detail = try Self.detail(request.query)
        let fields: HTTPFields = [.cacheControl: "private, no-cache"]
        let snapshots = request.environment.snapshots
        let name = key.text + "\n" + request.query.query
        let newest = try await snapshots.read { reader in
            guard try reader.info(of: key) != nil else { throw Problem.notRead(source) }
            return try Self.revision(of: key, in: reader)
        }
        let tag = SharedDocument.tag(name, of: key, newest)
        if let response = request.notModified(tag, fields: fields) { return response }
        try request.takePlace(isShared: true)
        let document =
            if let known = documents.known(name, revision: newest) {
                known
            } else {
                try await snapshots.readLong { reader in
                    let revision = try Self.revision(of: key, in: reader)
                    return try documents.value(of: name, revision: revision) {
                        let choice = detail.box.map { ZoneChoice.within($0) } ?? .all
                        let map = try reader.zones(choice, of: key) ?? ZoneMap()
                        return SharedDocument(
                            tag: SharedDocument.tag(name, of: key, revision),
                            bytes: ByteBuffer(bytes: map.geoJSON(detail)))
                    }
                }
            }
        return request.response(document, ListFormat.geojson.mediaType, fields: fields)
    }

    /// Returns a number for the zones as they are stored: the snapshot changes much more often.
    private static func revision(
        of key: SourceKey, in reader: any SnapshotReader
    ) throws -> Int64 {
        let digest = try reader.documentDigest(DocumentName.zones.text, of: key) ?? ""
        return Int64(bitPattern: StableHash.hash(digest))
    }

    private static func detail(_ query: QueryItems) throws(Problem) -> ZoneDetail {
        var input = FilterInput()
        input[.bbox] = query["bbox"]
        let box: BoundingBox?
        do throws(FilterInputError) {
            box = try input.filter(savedColors: .all).box
        } catch {
            throw Problem(error)
        }
        let view = box.map(ZoneArea.Box.init)
        guard let zoom = query["zoom"].flatMap({ Int($0) }) else {
            return ZoneDetail(tolerance: 0, box: view)
        }
        return ZoneDetail(zoom: zoom, box: view)
    }
}

extension ZoneArea.Box {
    fileprivate init(_ box: BoundingBox) {
        let (west, east) = (box.southWest.longitude, box.northEast.longitude)
        self.init(
            latitudes: box.southWest.latitude...box.northEast.latitude,
            longitudes: west...(box.crossesAntimeridian ? east + 360 : east))
    }
}
