import FleetCore

@testable import FleetTUI

/// Random numbers that are the same in every run (SplitMix64).
struct MapDice: RandomNumberGenerator {
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
    static let red = Ink.rgb(200, 0, 0)
    static let blue = Ink.rgb(0, 0, 200)
    static let paris = Position(latitude: 48.8566, longitude: 2.3522)!

    static func point(_ row: Int64, _ latitude: Double, _ longitude: Double, _ ink: Ink = red)
        -> MapPoint
    {
        MapPoint(
            row: row, position: Position(latitude: latitude, longitude: longitude)!, ink: ink)
    }

    /// Points around Paris, most of them near its middle; the spread is in degrees.
    static func town(_ count: Int, spread: Double = 0.1, seed: UInt64 = 1) -> [MapPoint] {
        var dice = MapDice(seed: seed)
        return (0..<count).map { row in
            let (south, east) = (
                Double.random(in: -1...1, using: &dice), Double.random(in: -1...1, using: &dice)
            )
            return point(
                Int64(row), paris.latitude + south * south * south * spread,
                paris.longitude + east * east * east * spread * 2,
                Bool.random(using: &dice) ? red : blue)
        }
    }

    /// Points anywhere on Earth, some of them at its ends.
    static func world(_ count: Int, seed: UInt64) -> [MapPoint] {
        var dice = MapDice(seed: seed)
        let latitudes = [-90, -85.051129, 0, 85.051129, 90.0]
        return (0..<count).map { row in
            let isEnd = Int.random(in: 0..<8, using: &dice) == 0
            let latitude =
                isEnd
                ? latitudes.randomElement(using: &dice)!
                : Double.random(in: -90...90, using: &dice)
            let longitude =
                isEnd
                ? [-180, 0, 180.0].randomElement(using: &dice)!
                : Double.random(in: -180...180, using: &dice)
            return point(Int64(row), latitude, longitude)
        }
    }

    /// So many points at one spot.
    static func pile(_ count: Int, from row: Int64 = 0, ink: Ink = red) -> [MapPoint] {
        (0..<count).map { point(row + Int64($0), paris.latitude, paris.longitude, ink) }
    }

    /// A map that was told its size and its vehicles.
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
    /// Presses a key of the keyboard.
    @discardableResult
    mutating func press(_ key: Key) -> Outcome { handle(key, origin: (0, 0)) }

    /// Uses the mouse on a map at the top left of the screen.
    @discardableResult
    mutating func use(_ kind: Mouse.Kind, _ column: Int, _ row: Int) -> Outcome {
        handle(.mouse(Mouse(kind, column: column, row: row)), origin: (0, 0))
    }

    /// What it draws, on a canvas of its own size.
    var canvas: Canvas {
        var canvas = Canvas(size: viewport.size)
        render(into: &canvas, in: canvas.bounds)
        return canvas
    }

    /// The cells where a character is shown.
    func cells(of character: Character) -> [(column: Int, row: Int)] {
        let canvas = canvas
        return (0..<canvas.size.rows).flatMap { row in
            (0..<canvas.size.columns).filter { canvas[$0, row].character == character }
                .map { ($0, row) }
        }
    }

    /// The cell of a vehicle, by its row in the store.
    func cell(ofRow row: Int64) -> (column: Int, row: Int)? {
        points.index(row: row).flatMap { viewport.cell(of: points.all[$0].place) }
    }
}
