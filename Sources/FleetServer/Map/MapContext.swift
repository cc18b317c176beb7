import FleetCore
import FleetSQL
import FleetService

/// A map: the keys of the template `_map`.
///
/// Scripts replace the picture with a live map.
struct MapContext: Sendable {
    struct Tiles: Sendable {
        var url: String
        /// HTML (see ``TileAttribution``).
        var attribution: String
        /// Lowest and highest zoom, separated by a comma; `nil` if they are not known.
        var zooms: String?
        /// West, south, east and north, separated by commas; `nil` for the whole world.
        var bounds: String?

        /// The tiles of a setting; `nil` without.
        init?(_ setting: TileSetting) {
            guard let template = setting.template else { return nil }
            url = template
            attribution = setting.attribution.html
            let info = setting.archive?.info
            zooms = info.map { "\($0.zooms.lowerBound),\($0.zooms.upperBound)" }
            bounds = info?.bounds.map { $0.map { "\($0)" }.joined(separator: ",") }
        }
    }

    var label: String
    /// Document of points (see ``PointsDocument``).
    var pointsUrl: String?
    var sitesUrl: String?
    /// The zones of each source that has any, separated by spaces.
    var zonesUrl: String?
    /// CSS selector of the elements that the map shows instead of points.
    var items: String?
    /// Whether the map shows the points of its picture.
    var isPictured = false
    /// The past time that it shows, as in the address of the page; `nil` for the present.
    var at: String?
    var focusLat: String?
    var focusLon: String?
    var tiles: Tiles?
    var text: String
    var svg: MapPicture?

    init(_ label: String, text: String, svg: MapPicture?, tiles: TileSetting) {
        (self.label, self.text, self.svg, self.tiles) = (label, text, svg, Tiles(tiles))
    }

    /// Shows the zones of some sources, which have any.
    mutating func setZones(of sources: [PolledSource]) {
        zonesUrl =
            sources.isEmpty ? nil : sources.map { $0.apiPath + "/zones" }.joined(separator: " ")
    }
}

/// A map as SVG: vehicles, and cells with counts where there are too many of them.
///
/// `Web/assets/map-legend.js` and `map-shaders.js` draw the same on live maps.
struct MapPicture: Sendable {
    /// A marker, whose left half has another class than its right one.
    struct Point: Sendable {
        var x: String
        var y: String
        var href: String
        var id: String
        var title: String
        var tone: String
        var otherTone: String
        /// Name of the icon: a state, or `note`.
        var shape: String
        var hasAlarm: Bool
        /// Values for a live map of the picture; none or one.
        var values: [Values] = []
        /// Its place along a way; absent without one.
        var number: Number?
    }

    struct Number: Sendable {
        var text: String
        var x: String
        var y: String
    }

    struct Values: Sendable {
        var lat: String
        var lon: String
        var color: String
        var charge: String?
        var type: String?
    }

    struct Cell: Sendable {
        var x: String
        var y: String
        var size: String
        var cx: String
        var cy: String
        var count: String
        /// 1 to 4, the fullest.
        var level: String
    }

    struct SiteMark: Sendable {
        var x: String
        var y: String
        var name: String
        var hasAlarm: Bool
    }

    struct Focus: Sendable {
        var x: String
        var y: String
    }

    /// The outline of a zone.
    struct ZoneLine: Sendable {
        var path: String
        /// The code of what it restricts.
        var restriction: String
    }

    /// An entry of the legend.
    struct Key: Sendable {
        var icon: String
        var text: String
    }

    /// The number of points beyond which cells are drawn.
    static let maxPoints = 500
    /// The number of zones that are drawn, the strictest ones.
    private static let maxZones = 100
    /// The number of zones of a source beyond which none is read for a picture.
    private static let maxReadZones = 200
    /// Side of the icon of a marker.
    private static let markerSize = 16.0
    private static let cellSize = 28.0

    var width: String
    var height: String
    var lines: [String]
    var points: [Point] = []
    var cells: [Cell] = []
    var sites: [SiteMark] = []
    /// The outlines of zones, the strictest last.
    var zones: [ZoneLine] = []
    var focus: Focus?
    /// The outline of a way through the points.
    var way: String?
    /// The ranges of counts that the shades of cells stand for.
    var classes: [CountClasses.Class] = []
    var hasClasses = false
    /// The legend of the markers that are drawn.
    var keys: [Key] = []
    private let projection: MapProjection

    /// Creates a map that shows all positions; `nil` without any.
    init?(of positions: some Collection<Position>, width: Double = 600, height: Double = 420) {
        guard let projection = MapProjection(fitting: positions, width: width, height: height)
        else { return nil }
        self.projection = projection
        (self.width, self.height) = (Self.text(width), Self.text(height))
        lines = projection.graticule
    }

    /// Draws vehicles as points.
    /// - Parameter hasValues: Whether a live map shows the points of the picture.
    mutating func addPoints(
        _ vehicles: [Vehicle], of source: PolledSource, hasValues: Bool = false
    ) {
        points += vehicles.compactMap { vehicle in
            guard let position = vehicle.position else { return nil }
            let tones = vehicle.color?.tones.prefix(2).map(CellContext.swatchClass) ?? []
            let charge = vehicle.battery.map { "\(Int($0.percent.rounded()))" }
            let title = [
                vehicle.id, vehicle.state.name,
                vehicle.color.map { ShortText.color(tones: $0.tones) },
                charge.map { localized("\($0)%") }, vehicle.hasAlarm ? localized("alarm") : nil,
            ]
            var point = point(
                vehicle.id, at: position, href: source.path(of: vehicle.id),
                title: title.compactMap(\.self).joined(separator: " · "))
            (point.tone, point.otherTone) = (tones.first ?? "", tones.last ?? "")
            (point.shape, point.hasAlarm) = (vehicle.state.rawValue, vehicle.hasAlarm)
            if hasValues {
                point.values = [
                    Values(
                        lat: "\(position.latitude)", lon: "\(position.longitude)",
                        color: vehicle.color?.label ?? "unknown", charge: charge,
                        type: vehicle.formFactor)
                ]
            }
            return point
        }
        updateKeys()
    }

    /// Draws something else than a vehicle as a point.
    /// - Parameter number: Its place along a way.
    mutating func addPoint(
        _ id: String, at position: Position, href: String, number: Int? = nil
    ) {
        var new = point(id, at: position, href: href, title: id)
        let (x, y) = projection.point(position)
        new.number = number.map { Number(text: "\($0)", x: Self.text(x), y: Self.text(y - 11)) }
        points.append(new)
    }

    /// Draws a way from position to position.
    mutating func setWay(_ positions: [Position]) {
        guard positions.count > 1 else { return }
        let corners = positions.map { position in
            let (x, y) = projection.point(position)
            return Self.text(x) + " " + Self.text(y)
        }
        way = "M" + corners.joined(separator: "L")
    }

    private func point(
        _ id: String, at position: Position, href: String, title: String
    ) -> Point {
        let (x, y) = projection.point(position)
        return Point(
            x: Self.text(x - Self.markerSize / 2), y: Self.text(y - Self.markerSize / 2),
            href: href, id: id, title: title, tone: "accent", otherTone: "accent", shape: "note",
            hasAlarm: false)
    }

    /// Draws the numbers of positions in cells of a grid.
    /// - Returns: The indices of the positions that are alone in their cell, to be drawn as points.
    mutating func addCells(_ positions: [Position]) -> [Int] {
        let size = Self.cellSize
        var counts: [Square: (count: Int, first: Int)] = [:]
        for (index, position) in positions.enumerated() {
            let (x, y) = projection.point(position)
            let square = Square(
                column: Int((x / size).rounded(.down)), row: Int((y / size).rounded(.down)))
            counts[square, default: (0, index)].count += 1
        }
        let shared = counts.filter { $0.value.count > 1 }
        let shades = CountClasses(of: shared.values.map(\.count))
        (classes, hasClasses) = (shades.all, !shared.isEmpty)
        cells = shared.sorted { ($0.key.row, $0.key.column) < ($1.key.row, $1.key.column) }.map {
            let (x, y) = (Double($0.key.column) * size, Double($0.key.row) * size)
            return Cell(
                x: Self.text(x + 1), y: Self.text(y + 1), size: Self.text(size - 2),
                cx: Self.text(x + size / 2), cy: Self.text(y + size / 2),
                count: CountClasses.short($0.value.count),
                level: "\(shades.level(of: $0.value.count))")
        }
        return counts.values.filter { $0.count == 1 }.map(\.first).sorted()
    }

    /// Draws sites.
    mutating func addSites(_ sites: [Site]) {
        let size = Self.markerSize
        self.sites = sites.prefix(Self.maxPoints).compactMap { site in
            site.position.map(projection.point).map {
                SiteMark(
                    x: Self.text($0 - size / 2), y: Self.text($1 - size / 2),
                    name: [
                        site.name ?? site.id, site.serviceText,
                        site.hasAlarm ? localized("alarm") : nil,
                    ]
                    .compactMap(\.self).joined(separator: " · "),
                    hasAlarm: site.hasAlarm)
            }
        }
        updateKeys()
    }

    /// Draws the outlines of the zones of some sources that apply at the time of their snapshots.
    mutating func addZones(of sources: [PolledSource], in reader: any SnapshotReader) throws {
        guard let box = projection.zoneDetail.box else { return }
        addZones(
            try sources.map(\.vehicles).flatMap { key -> [Zone] in
                guard try reader.zoneNames(of: key).count <= Self.maxReadZones,
                    let time = try reader.info(of: key)?.fetchedAt
                else { return [] }
                return try reader.zones(.within(box), of: key)?.zones
                    .filter { $0.applies(at: time) } ?? []
            })
    }

    /// Draws the outlines of zones.
    mutating func addZones(_ all: [Zone]) {
        let detail = projection.zoneDetail
        var shown: [ZoneLine] = []
        let ordered = ZoneRule.Restriction.allCases.flatMap { restriction in
            all.filter { $0.restriction == restriction }
        }
        for zone in ordered where shown.count < Self.maxZones {
            let rings = zone.area.polygons(detail).flatMap(\.rings)
            guard !rings.isEmpty else { continue }
            shown.append(
                ZoneLine(
                    path: rings.map(path).joined(), restriction: zone.restriction.rawValue))
        }
        zones = shown.reversed()
        updateKeys()
    }

    private func path(_ ring: [ZonePolygon.Point]) -> String {
        let points = ring.map { point in
            let (x, y) = projection.point(point)
            return Self.text(x) + " " + Self.text(y)
        }
        return "M" + points.joined(separator: "L") + "Z"
    }

    private mutating func updateKeys() {
        let shapes = Set(points.map(\.shape))
        keys = VehicleState.allCases.filter { shapes.contains($0.rawValue) }
            .map { Key(icon: "mark-" + $0.rawValue, text: $0.name) }
        if points.contains(where: \.hasAlarm) || sites.contains(where: \.hasAlarm) {
            keys.append(Key(icon: "mark-alarm", text: localized("alarm")))
        }
        if !sites.isEmpty { keys.append(Key(icon: "mark-site", text: localized("station"))) }
        let restrictions = Set(zones.map(\.restriction))
        keys += ZoneRule.Restriction.allCases.filter { restrictions.contains($0.rawValue) }
            .map { Key(icon: "zone-" + $0.rawValue, text: $0.name) }
    }

    /// Changes the addresses that the points lead to.
    mutating func link(_ href: (String) -> String) {
        for index in points.indices { points[index].href = href(points[index].href) }
    }

    /// Marks a position.
    mutating func setFocus(_ position: Position) {
        let (x, y) = projection.point(position)
        focus = Focus(x: Self.text(x), y: Self.text(y))
    }

    static func text(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}

/// A cell of a grid.
private struct Square: Hashable {
    let column: Int
    let row: Int
}
