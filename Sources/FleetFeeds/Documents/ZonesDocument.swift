import FleetCore
import JSON

/// Reader of `geofencing_zones.json` (GBFS 2.1 and later): a GeoJSON FeatureCollection (RFC 7946)
/// in `data.geofencing_zones`, whose features are polygons with properties, and the rules outside
/// of them in `data.global_rules`.
struct ZonesDocument: SideDocument {
    let name = DocumentName.zones
    var content: WritableKeyPath<SideDocuments, ZoneMap?> { \.zones }
    // Some feeds have a ttl of seconds for megabytes that change a few times in a year.
    let minFreshness = Duration.seconds(600)

    /// Maximum number of points of all zones, which take some six bytes each; a large city has a
    /// tenth of it.
    var maxPoints = Int(SourceBudget.Measure.points.standard)

    func stored(_ zones: ZoneMap) -> String? { zones.digest }

    private static let scan = ListScan(
        lists: ["data.geofencing_zones.features", "geofencing_zones.features", "features"],
        fields: ZoneReader.fields, values: ["data.global_rules", "global_rules"])

    /// Parses the document; skips zones without a readable area, with a warning.
    ///
    /// - Throws: A failure at `location`; `noZones` if the document has no list of zones, `overBudget`
    ///   if they have too many points.
    func parse(
        _ bytes: consuming [UInt8], at location: String
    ) throws(FeedFailure) -> FeedDocument<ZoneMap> {
        var document = JSONDocument(bytes)
        var reader = ZoneReader(maxPoints: maxPoints)
        var globalRules: [ZoneRule] = []
        let (header, list, _) = try Self.scan.read(
            &document, at: location, value: { globalRules = [ZoneRule](lenient: $1) },
            row: { reader.read($0) })
        guard list != nil else { throw FeedFailure(.content(.noZones), at: location) }
        guard reader.points <= maxPoints else {
            throw FeedFailure(
                .size(.overBudget(.points, limit: Int64(maxPoints), size: Int64(reader.points))),
                at: location)
        }
        return FeedDocument(
            header: header, content: ZoneMap(zones: reader.zones, globalRules: globalRules),
            warnings: reader.warnings)
    }
}

/// Reader of the features of a document.
struct ZoneReader {
    static let fields = [
        "properties.name", "properties.start", "properties.end", "geometry.type",
        "geometry.coordinates", "properties.rules",
    ]
    /// Maximum number of zones.
    private static let maxZones = 20_000
    /// Maximum size of one zone in bytes, and depth of its coordinates.
    private static let (maxZoneBytes, maxZoneDepth) = (16 << 20, 6)
    /// Maximum length of a name in bytes.
    private static let maxNameLength = 200

    /// Zones, in the order of the document.
    private(set) var zones: [Zone] = []
    /// Number of points of all polygons, also of those that were too many to be read.
    private(set) var points = 0
    private let maxPoints: Int
    /// Number of rules that further zones may have, which take some hundred bytes each.
    private var rulesLeft = 200_000
    private var skipped = 0

    init(maxPoints: Int) { self.maxPoints = maxPoints }

    /// Warnings for the user.
    var warnings: [String] {
        skipped == 0 ? [] : ["\(skipped) zones without a readable area are skipped"]
    }

    mutating func read(_ row: JSONRow) {
        let polygons = zones.count < Self.maxZones ? self.polygons(row[4], type: row[3].string) : []
        guard let area = ZoneArea(polygons) else {
            skipped += 1
            return
        }
        // PostgreSQL stores no NUL.
        let name = String(localized: row[0]).flatMap {
            $0.utf8.count <= Self.maxNameLength ? $0.replacing("\0", with: "\u{FFFD}") : nil
        }
        var zone = Zone(name: name ?? "zone \(row.index + 1)", area: area)
        zone.start = Timestamp(lenient: row[1])
        zone.end = Timestamp(lenient: row[2])
        zone.rules = Array([ZoneRule](lenient: row[5]).prefix(rulesLeft))
        rulesLeft -= zone.rules.count
        zones.append(zone)
    }

    /// Reads the coordinates of a geometry; returns none if it is not a polygon, or if a part of it
    /// is broken.
    ///
    /// - Parameter type: The type of the geometry; `nil` to take it from the depth of the
    ///   coordinates.
    mutating func polygons(_ coordinates: JSONField, type: String?) -> [ZonePolygon] {
        guard coordinates.kind == .container, coordinates.bytes.count <= Self.maxZoneBytes else {
            return []
        }
        let document = JSONDocument(Array(coordinates.bytes))
        let isSingle = type.map { ASCIICase.equal($0, "Polygon") } ?? document.isPolygon
        var collector = PolygonCollector(isSingle: isSingle, pointsLeft: maxPoints - points)
        do {
            try document.visit(maxDepth: Self.maxZoneDepth) { collector.handle($0, $1) }
        } catch {
            collector.isBroken = true
        }
        points += collector.points
        return collector.isBroken || points > maxPoints ? [] : collector.polygons
    }

    /// Reads parsed coordinates of a geometry.
    mutating func polygons(of tree: JSONValue, type: String?) -> [ZonePolygon] {
        let isSingle =
            type.map { ASCIICase.equal($0, "Polygon") }
            ?? (tree.array?.first?.array?.first?.array?.first?.double != nil)
        var polygons: [ZonePolygon] = []
        for polygon in isSingle ? [tree] : tree.array ?? [] {
            guard let rings = polygon.array?.compactMap(\.ring), !rings.isEmpty,
                rings.count == polygon.array?.count
            else { return [] }
            points += rings.reduce(0) { $0 + $1.count }
            guard points <= maxPoints else { return [] }
            if let polygon = ZonePolygon(rings: rings) { polygons.append(polygon) }
        }
        return polygons
    }
}

extension JSONDocument {
    /// Whether its arrays are nested as the coordinates of one polygon: `[[[13.1,52.4]]]`.
    fileprivate var isPolygon: Bool {
        withBytes { $0.lazy.filter { $0 > 0x20 }.prefix(4).map { $0 == UInt8(ascii: "[") } }
            == [true, true, true, false]
    }
}

/// Collector of the polygons of coordinates while these are read, so that no tree of them is built.
private struct PolygonCollector {
    private(set) var polygons: [ZonePolygon] = []
    /// Number of points; those beyond `pointsLeft` are not kept.
    private(set) var points = 0
    var isBroken = false

    /// Depth of the array of a polygon.
    private let polygonDepth: Int
    private let pointsLeft: Int
    private var depth = 0
    private var rings: [[ZonePolygon.Point]] = []
    private var ring: [ZonePolygon.Point] = []
    /// The first two values of a position, and the number of all.
    private var position: (longitude: Double, latitude: Double, count: Int) = (0, 0, 0)

    init(isSingle: Bool, pointsLeft: Int) {
        (polygonDepth, self.pointsLeft) = (isSingle ? 1 : 2, pointsLeft)
    }

    /// Reads the next part of the coordinates; returns false once they are known to be broken.
    mutating func handle(_ event: JSONEvent, _ field: JSONField?) -> Bool {
        // A polygon, a ring and a position are at the levels 0, 1 and 2; more is inside of positions.
        switch event {
        case .array, .object:
            depth += 1
            let level = depth - polygonDepth
            if event == .object || level > 2 {
                isBroken = level < 3 || position.count < 2
                if level == 3 { position.count += 1 }
            } else if level == 2 {
                position = (0, 0, 0)
            }
        case .key: break
        case .scalar: read(field)
        case .end:
            finish(depth - polygonDepth)
            depth -= 1
        }
        return !isBroken
    }

    private mutating func read(_ field: JSONField?) {
        let level = depth - polygonDepth
        if level > 2 { return }
        guard level == 2 else { return isBroken = true }
        position.count += 1
        guard position.count <= 2 else { return }
        guard let number = field.flatMap(\.number) else { return isBroken = true }
        if position.count == 1 { position.longitude = number } else { position.latitude = number }
    }

    private mutating func finish(_ level: Int) {
        switch level {
        case 2:
            let point = ZonePolygon.Point(
                longitude: position.longitude, latitude: position.latitude)
            guard position.count >= 2, let point else { return isBroken = true }
            points += 1
            if points <= pointsLeft { ring.append(point) }
        case 1:
            rings.append(ring)
            ring = []
        case 0:
            if rings.isEmpty { isBroken = true }
            if let polygon = ZonePolygon(rings: rings) { polygons.append(polygon) }
            rings = []
        default: break
        }
    }
}

extension JSONField {
    /// The number, as ``JSONValue/double`` has it.
    fileprivate var number: Double? {
        switch kind {
        case .integer: integer.map(Double.init)
        case .double: double
        case .missing, .null, .bool, .string, .container, .invalid: nil
        }
    }
}

extension [ZoneRule] {
    /// Maximum number of rules of a zone; real zones have as many as there are types, at most.
    private static let maxRules = 100

    /// Reads a list of rules; skips elements that are none.
    fileprivate init(lenient field: JSONField) {
        let elements = JSONValue(field)?.array?.prefix(Self.maxRules) ?? []
        self = elements.compactMap { $0.object == nil ? nil : ZoneRule($0) }
    }
}

extension ZoneRule {
    /// Maximum number of types of a rule.
    private static let maxTypes = 200

    fileprivate init(_ rule: JSONValue) {
        self.init()
        let types = rule.first(of: ["vehicle_type_ids", "vehicle_type_id"])
        let elements = types?.array?.prefix(Self.maxTypes).map(Optional.init) ?? [types]
        typeIDs = elements.compactMap(String.init(lenient:))
        let ride = Bool(lenient: rule["ride_allowed"])
        allowsStart = Bool(lenient: rule["ride_start_allowed"]) ?? ride
        allowsEnd = Bool(lenient: rule["ride_end_allowed"]) ?? ride
        allowsThrough = Bool(lenient: rule["ride_through_allowed"])
        maxSpeed = Double(lenient: rule["maximum_speed_kph"]).flatMap {
            (0...1000).contains($0) ? $0 : nil
        }
        needsStation = Bool(lenient: rule["station_parking"])
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
