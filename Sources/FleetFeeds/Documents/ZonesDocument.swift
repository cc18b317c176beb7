import FleetCore
import JSON

/// Reader of `geofencing_zones.json` (GBFS 2.1 and later): a GeoJSON FeatureCollection (RFC 7946)
/// in `data.geofencing_zones`, whose features are polygons with properties.
///
/// The document may be large and is rarely needed, so it is read on demand and not stored.
struct ZonesDocument {
    /// Maximum number of zones.
    private static let maxZones = 10_000
    /// Maximum size of one zone in bytes, values and depth.
    private static let (maxZoneBytes, maxZoneNodes, maxZoneDepth) = (32 << 20, 2_000_000, 6)

    private static let scan = ListScan(
        lists: ["data.geofencing_zones.features", "geofencing_zones.features", "features"],
        fields: [
            "properties.name", "properties.start", "properties.end", "geometry.type",
            "geometry.coordinates",
        ])

    /// Zones, in the order of the document.
    private(set) var zones: [Zone] = []
    private var pointsLeft: Int
    private var skipped = 0

    /// Warnings for the user.
    var warnings: [String] {
        skipped == 0
            ? [] : ["\(skipped) zones without a readable area are skipped"]
    }

    private init(maxPoints: Int) {
        pointsLeft = maxPoints
    }

    /// Parses a document.
    ///
    /// - Parameter maxPoints: Maximum number of points of all zones; a large city has a tenth of
    ///   it.
    /// - Throws: A failure at `location`; `noZones` if the document has no list of zones.
    static func parse(
        _ bytes: consuming [UInt8], at location: String, maxPoints: Int = 500_000
    ) throws(FeedFailure) -> FeedDocument<ZonesDocument> {
        var document = JSONDocument(bytes)
        var zones = ZonesDocument(maxPoints: maxPoints)
        let (header, list, _) = try scan.read(&document, at: location, row: { zones.read($0) })
        guard list != nil else { throw FeedFailure(.noZones, at: location) }
        return FeedDocument(header: header, content: zones, warnings: zones.warnings)
    }

    private mutating func read(_ row: JSONRow) {
        let polygons = zones.count < Self.maxZones ? self.polygons(row[3], row[4]) : []
        guard !polygons.isEmpty else {
            skipped += 1
            return
        }
        let name = String(localized: row[0])
        var zone = Zone(name: name ?? "zone \(row.index + 1)", polygons: polygons)
        zone.start = Timestamp(lenient: row[1])
        zone.end = Timestamp(lenient: row[2])
        zones.append(zone)
    }

    /// Reads a geometry; returns none if it is not a polygon, or if a part of it is broken.
    private mutating func polygons(_ type: JSONField, _ coordinates: JSONField) -> [ZonePolygon] {
        guard coordinates.kind == .container, coordinates.bytes.count <= Self.maxZoneBytes else {
            return []
        }
        let document = JSONDocument(Array(coordinates.bytes))
        guard
            let tree = try? document.value(
                maxNodes: Self.maxZoneNodes, maxDepth: Self.maxZoneDepth)
        else { return [] }
        let isSingle = type.string.map { ASCIICase.equal($0, "Polygon") } ?? false
        var polygons: [ZonePolygon] = []
        for polygon in isSingle ? [tree] : tree.array ?? [] {
            guard let rings = polygon.array?.compactMap(\.ring), !rings.isEmpty,
                rings.count == polygon.array?.count
            else { return [] }
            pointsLeft -= rings.reduce(0) { $0 + $1.count }
            guard pointsLeft >= 0 else { return [] }
            if let polygon = ZonePolygon(rings: rings) { polygons.append(polygon) }
        }
        return polygons
    }
}

/// The zones of a system, as a document of a refresh.
struct ZonesFeed: PlannedDocument {
    let name = DocumentName<ZonesDocument>("geofencing_zones")

    func parse(
        _ bytes: consuming [UInt8], at location: String, after _: JoinedFeed
    ) throws(FeedFailure) -> FeedDocument<ZonesDocument> {
        try ZonesDocument.parse(bytes, at: location)
    }

    func add(_ zones: ZonesDocument, to snapshot: inout Snapshot) {
        snapshot.zones = zones.zones
    }
}

extension FeedDocument<FeedContent> {
    /// Parses a document that leads to the zones of a system.
    ///
    /// - Throws: A failure at `location` if the document is not JSON or has no links.
    init(zones bytes: consuming [UInt8], at location: String) throws(FeedFailure) {
        var document = JSONDocument(bytes)
        header = try ListScan().read(&document, at: location).header
        content = try FeedContent(links: document, at: location, unknown: .noZones)
    }
}

extension JSONValue {
    /// The points of a ring; `nil` if one is not on the map.
    fileprivate var ring: [ZonePolygon.Point]? {
        guard let positions = array else { return nil }
        var points: [ZonePolygon.Point] = []
        points.reserveCapacity(positions.count)
        for position in positions {
            guard let numbers = position.array, numbers.count >= 2,
                let longitude = numbers[0].double, let latitude = numbers[1].double,
                let point = ZonePolygon.Point(longitude: longitude, latitude: latitude)
            else { return nil }
            points.append(point)
        }
        return points
    }
}
