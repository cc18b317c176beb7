public import FleetCore
import JSON

/// A person's file of areas: GeoJSON (RFC 7946) with polygons, as a collection of features, one
/// feature or one geometry.
public struct GeoJSONFile: Sendable {
    private static let (maxBytes, maxPoints): (Int64, Int) = (64 << 20, 2_000_000)
    private static let scan = ListScan(
        lists: ["features"], fields: ZoneReader.fields,
        values: ["geometry.coordinates", "coordinates"])

    private let path: String

    /// Creates a file at a path.
    public init(path: String) { self.path = path }

    /// Reads the areas.
    ///
    /// - Throws: `FeedFailure` at the path, with the reason `noList` without a polygon.
    public func areas() async throws -> [ZoneArea] {
        let file = FileReader(path: path, location: path, limit: ByteLimit(bytes: Self.maxBytes))
        let bytes = try await file.read(timeout: .seconds(30))
        var document = JSONDocument(bytes)
        var reader = ZoneReader(maxPoints: Self.maxPoints)
        var single: [ZonePolygon] = []
        _ = try Self.scan.read(
            &document, at: path,
            value: { single += reader.polygons($1, type: nil) }, row: { reader.read($0) })
        let areas = reader.zones.map(\.area) + [ZoneArea(single)].compactMap(\.self)
        guard !areas.isEmpty else { throw FeedFailure(.content(.noList(of: "polygons")), at: path) }
        return areas
    }
}
