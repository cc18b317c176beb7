import FleetCore
import FleetService
import Foundation

/// A map: the keys of the template `_map`.
///
/// Scripts replace the picture with a live map.
struct MapContext: Sendable {
    struct Tiles: Sendable {
        var url: String
        var attribution: String
    }

    var label: String
    /// Document of points (see ``PointsDocument``).
    var pointsUrl: String?
    var sitesUrl: String?
    /// CSS selector of the elements that the map shows instead of points.
    var items: String?
    var focusLat: String?
    var focusLon: String?
    var tiles: Tiles?
    var text: String
    var svg: MapPicture?

    /// HTML that the license of the data requires (https://www.openstreetmap.org/copyright).
    private static let attribution =
        "© <a href=\"https://www.openstreetmap.org/copyright\" rel=\"noopener noreferrer\">"
        + "OpenStreetMap</a> contributors"

    init(_ label: String, text: String, svg: MapPicture?, tiles: String?) {
        (self.label, self.text, self.svg) = (label, text, svg)
        self.tiles = tiles.map { Tiles(url: $0, attribution: Self.attribution) }
    }
}

/// A map as SVG: points, or cells with counts where there are too many.
struct MapPicture: Sendable {
    struct Point: Sendable {
        var x: String
        var y: String
        var href: String
        var id: String
        var tone: String
        var isRing: Bool
        var isSquare: Bool
    }

    struct Cell: Sendable {
        var x: String
        var y: String
        var size: String
        var cx: String
        var cy: String
        var count: String
        /// 1 to 3, the fullest.
        var level: String
    }

    struct SiteMark: Sendable {
        var x: String
        var y: String
        var name: String
    }

    struct Focus: Sendable {
        var x: String
        var y: String
    }

    /// The number of points beyond which cells are drawn.
    static let maxPoints = 500

    var width: String
    var height: String
    var lines: [String]
    var points: [Point] = []
    var cells: [Cell] = []
    var sites: [SiteMark] = []
    var focus: Focus?
    private let projection: Projection

    /// Creates a map that shows all positions; `nil` without any.
    init?(of positions: some Collection<Position>, width: Double = 600, height: Double = 420) {
        guard let projection = Projection(fitting: positions, width: width, height: height) else {
            return nil
        }
        self.projection = projection
        (self.width, self.height) = (Self.text(width), Self.text(height))
        lines = projection.graticule
    }

    /// Draws vehicles as points.
    mutating func addPoints(_ vehicles: [Vehicle], of source: PolledSource) {
        points = vehicles.compactMap { vehicle in
            guard let (x, y) = vehicle.position.map(projection.point) else { return nil }
            return Point(
                x: Self.text(x), y: Self.text(y), href: source.path(of: vehicle.id), id: vehicle.id,
                tone: vehicle.color?.tones.first.map(CellContext.swatchClass) ?? "",
                isRing: vehicle.state == .reserved, isSquare: vehicle.state == .disabled)
        }
    }

    /// Draws something else than a vehicle as a point.
    mutating func addPoint(_ id: String, at position: Position, href: String) {
        let (x, y) = projection.point(position)
        points.append(
            Point(
                x: Self.text(x), y: Self.text(y), href: href, id: id, tone: "t-blue", isRing: false,
                isSquare: false))
    }

    /// Draws the numbers of positions in cells of a grid.
    mutating func addCells(_ positions: some Collection<Position>) {
        let size = 28.0
        var counts: [Square: Int] = [:]
        for position in positions {
            let (x, y) = projection.point(position)
            let square = Square(
                column: Int((x / size).rounded(.down)), row: Int((y / size).rounded(.down)))
            counts[square, default: 0] += 1
        }
        let most = counts.values.max() ?? 1
        cells = counts.sorted { ($0.key.row, $0.key.column) < ($1.key.row, $1.key.column) }.map {
            let (x, y) = (Double($0.key.column) * size, Double($0.key.row) * size)
            return Cell(
                x: Self.text(x + 1), y: Self.text(y + 1), size: Self.text(size - 2),
                cx: Self.text(x + size / 2), cy: Self.text(y + size / 2),
                count: Self.short($0.value),
                level: $0.value * 3 > most * 2 ? "3" : $0.value * 3 > most ? "2" : "1")
        }
    }

    /// Draws sites.
    mutating func addSites(_ sites: [Site]) {
        self.sites = sites.prefix(Self.maxPoints).compactMap { site in
            site.position.map(projection.point).map {
                SiteMark(x: Self.text($0), y: Self.text($1), name: site.name ?? site.id)
            }
        }
    }

    /// Marks a position.
    mutating func setFocus(_ position: Position) {
        let (x, y) = projection.point(position)
        focus = Focus(x: Self.text(x), y: Self.text(y))
    }

    private static func short(_ count: Int) -> String {
        count < 1000 ? "\(count)" : "\(count / 1000)k"
    }

    fileprivate static func text(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}

/// A cell of a grid.
private struct Square: Hashable {
    let column: Int
    let row: Int
}

/// Web Mercator (EPSG:3857), scaled so that some positions fit into a picture.
private struct Projection: Sendable {
    let width: Double
    let height: Double
    private let center: (x: Double, y: Double)
    private let scale: Double

    /// Margin around the positions, and the largest scale: about 200 m across.
    private static let (margin, maxScale) = (30.0, 1e8)

    init?(fitting positions: some Collection<Position>, width: Double, height: Double) {
        guard let first = positions.first.map(Self.mercator) else { return nil }
        var (low, high) = (first, first)
        for (x, y) in positions.lazy.map(Self.mercator) {
            low = (min(low.x, x), min(low.y, y))
            high = (max(high.x, x), max(high.y, y))
        }
        (self.width, self.height) = (width, height)
        center = ((low.x + high.x) / 2, (low.y + high.y) / 2)
        let room = (width - 2 * Self.margin, height - 2 * Self.margin)
        scale = min(
            room.0 / max(high.x - low.x, 1e-9), room.1 / max(high.y - low.y, 1e-9), Self.maxScale)
    }

    func point(_ position: Position) -> (Double, Double) {
        let (x, y) = Self.mercator(position)
        return ((x - center.x) * scale + width / 2, (y - center.y) * scale + height / 2)
    }

    /// Lines of longitude and latitude, which exceed the picture for wider views.
    var graticule: [String] {
        let degreesAcross = width / scale * 360
        let steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30]
        let step = steps.first { degreesAcross / $0 <= 8 } ?? 45
        let west = (center.x - 0.5) * 360 - 1.5 * degreesAcross
        let first = (max(west, -180) / step).rounded(.up) * step
        var lines: [String] = []
        for longitude in stride(from: first, through: min(west + 3 * degreesAcross, 180), by: step)
        {
            let x = (longitude / 360 + 0.5 - center.x) * scale + width / 2
            lines.append("M\(MapPicture.text(x)) \(-height)v\(height * 3)")
        }
        let span = (1.5 * height / scale, 1.5 * height / scale)
        let (north, south) = (Self.latitude(center.y - span.0), Self.latitude(center.y + span.1))
        for latitude in stride(from: (south / step).rounded(.up) * step, through: north, by: step) {
            guard let position = Position(latitude: latitude, longitude: 0) else { continue }
            let y = (Self.mercator(position).y - center.y) * scale + height / 2
            lines.append("M\(-width) \(MapPicture.text(y))h\(width * 3)")
        }
        return lines
    }

    /// The latitude at which the world is a square.
    private static let maxLatitude = 85.051_13

    private static func mercator(_ position: Position) -> (x: Double, y: Double) {
        let latitude = min(max(position.latitude, -maxLatitude), maxLatitude) * .pi / 180
        return (
            position.longitude / 360 + 0.5,
            0.5 - log(tan(.pi / 4 + latitude / 2)) / (2 * .pi)
        )
    }

    private static func latitude(_ y: Double) -> Double {
        atan(sinh(.pi * (1 - 2 * min(max(y, 0), 1)))) * 180 / .pi
    }
}
