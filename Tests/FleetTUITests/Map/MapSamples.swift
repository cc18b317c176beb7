import FleetCore

@testable import FleetTUI

/// Random number generator with the same sequence in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

enum MapSamples {
    static let red = ColorRole.rgb(200, 0, 0)
    static let blue = ColorRole.rgb(0, 0, 200)
    static let paris = Position(latitude: 48.8566, longitude: 2.3522)!

    static func point(
        _ row: Int64, _ latitude: Double, _ longitude: Double, color: ColorRole = red
    ) -> MapPoint {
        MapPoint(
            row: row, position: Position(latitude: latitude, longitude: longitude)!, color: color)
    }

    /// Points around Paris, denser towards the middle; the spread is in degrees.
    static func town(_ count: Int, spread: Double = 0.1, seed: UInt64 = 1) -> [MapPoint] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { row in
            let (south, east) = (
                Double.random(in: -1...1, using: &generator),
                Double.random(in: -1...1, using: &generator)
            )
            return point(
                Int64(row), paris.latitude + south * south * south * spread,
                paris.longitude + east * east * east * spread * 2,
                color: Bool.random(using: &generator) ? red : blue)
        }
    }

    /// Points anywhere on Earth, some of them at the poles, the map edges and the antimeridian.
    static func world(_ count: Int, seed: UInt64) -> [MapPoint] {
        var generator = SeededGenerator(seed: seed)
        let latitudes = [-90, -85.051129, 0, 85.051129, 90.0]
        return (0..<count).map { row in
            let isEnd = Int.random(in: 0..<8, using: &generator) == 0
            let latitude =
                isEnd
                ? latitudes.randomElement(using: &generator)!
                : Double.random(in: -90...90, using: &generator)
            let longitude =
                isEnd
                ? [-180, 0, 180.0].randomElement(using: &generator)!
                : Double.random(in: -180...180, using: &generator)
            return point(Int64(row), latitude, longitude)
        }
    }

    /// Points at a single location.
    static func pile(_ count: Int, from row: Int64 = 0, color: ColorRole = red) -> [MapPoint] {
        (0..<count).map { point(row + Int64($0), paris.latitude, paris.longitude, color: color) }
    }

    /// A map with a size and vehicles.
    static func map(
        _ points: [MapPoint], _ columns: Int = 80, _ rows: Int = 24, withoutPosition: Int = 0
    ) -> MapScreen {
        var map = MapScreen()
        map.resize(CanvasSize(columns: columns, rows: rows))
        map.show(points, withoutPosition: withoutPosition)
        return map
    }
}

extension MapScreen {
    /// Presses a key.
    @discardableResult
    mutating func press(_ key: Key) -> [Action]? { handle(key, at: (0, 0)) }

    /// Presses a key on a map whose top left cell is at a screen cell.
    mutating func handle(_ key: Key, at origin: (column: Int, row: Int)) -> [Action]? {
        let now = Fleets.noon
        var layout = BrowserLayout(viewport.size, bannerRows: 0)
        layout.body = Rect(
            column: origin.column, row: origin.row, columns: viewport.size.columns,
            rows: viewport.size.rows)
        return handle(
            key,
            ScreenContext(
                setup: BrowserSetup(source: "town", localTime: { _ in "" }), layout: layout,
                clock: BrowserClock(machine: now, shown: now), query: VehicleQuery(), info: nil,
                list: VehicleListModel(), marks: Marks(), siteFeed: SiteFeed(),
                showsPictures: false))
    }

    /// Uses the mouse on a map at the top left of the screen.
    @discardableResult
    mutating func use(_ kind: Mouse.Kind, _ column: Int, _ row: Int) -> [Action]? {
        press(.mouse(Mouse(kind, column: column, row: row)))
    }

    /// The map drawn on a canvas of its own size.
    var canvas: Canvas {
        var canvas = Canvas(size: viewport.size)
        render(into: &canvas, in: canvas.bounds)
        return canvas
    }

    /// The cells that show a character.
    func cells(of character: Character) -> [(column: Int, row: Int)] {
        let canvas = canvas
        return (0..<canvas.size.rows).flatMap { row in
            (0..<canvas.size.columns).filter { canvas[$0, row].character == character }
                .map { ($0, row) }
        }
    }

    /// The cell of a vehicle, by its store row.
    func cell(ofRow row: Int64) -> (column: Int, row: Int)? {
        points.index(row: row).flatMap { viewport.cell(of: points.all[$0].location) }
    }
}
