import FleetCore
import Foundation
import Testing

@testable import FleetTUI

@Suite("The map has the outlines of zones")
struct MapZoneTests {
    /// A zone with corners in degrees from the middle of Paris, and a rule.
    private func zone(
        _ corners: [(east: Double, north: Double)], _ change: (inout ZoneRule) -> Void = { _ in }
    ) throws -> Zone {
        let paris = MapSamples.paris
        let points = corners.compactMap {
            ZonePolygon.Point(
                longitude: paris.longitude + $0.east, latitude: paris.latitude + $0.north)
        }
        let polygon = try #require(ZonePolygon(rings: [points]))
        var zone = Zone(name: "z", area: try #require(ZoneArea([polygon])))
        var rule = ZoneRule()
        change(&rule)
        zone.rules = [rule]
        return zone
    }

    private func rectangle(
        _ west: Double, _ south: Double, _ east: Double, _ north: Double,
        _ change: (inout ZoneRule) -> Void = { _ in }
    ) throws -> Zone {
        try zone([(west, south), (east, south), (east, north), (west, north)], change)
    }

    private var zones: [Zone] {
        get throws {
            try [
                rectangle(-0.02, -0.02, 0.02, 0.02) { $0.allowsThrough = false },
                rectangle(-0.1, -0.06, 0.02, 0) { $0.allowsEnd = false },
                zone([(0.03, 0.05), (0.12, 0.03), (0.1, -0.05), (0.05, -0.03)]) { $0.maxSpeed = 8 },
                rectangle(-0.17, -0.085, 0.17, 0.085),
            ]
        }
    }

    private func map(
        _ zones: [Zone], columns: Int = 64, rows: Int = 18, _ points: [MapPoint]? = nil
    ) -> Canvas {
        MapScreen.rendered(
            points ?? MapSamples.town(40), zones: zones, withoutPosition: 0,
            size: CanvasSize(columns: columns, rows: rows), caption: .legend)
    }

    @Test("below the vehicles, with a legend; lines differ by restriction without color")
    func snapshot() throws {
        #expect(
            try map(zones).lines == [
                "                                  center 48.86377, 2.34434 · N ↑",
                "                                 ⠄",
                "             ┌┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈⠂┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┐",
                "             ┊                   ⠂                 ┊",
                "             ┊                                     ┊",
                "             ┊                  ⢀   ┌╌╌╌┐    ⠂     ┊",
                "             ┊                 ⢀    ╎   ⠄╌╌╌╌⠄     ┊",
                "             ┊        ⠄       ╔═⢀══╗└┐       ├╴    ┊",
                "             ┊ ⢀              ║ ⠈  ║ ╎       ╎     ┊",
                "             ┊    ⠄ ⠄┏━━━━━━━━⠄━⠰⠄⠠⠠ ╎   ⠂ ⠁ ╎  ⠁  ┊",
                "             ┊  ⠂    ┃        ║  ⢀ ⠁ └┐      ╎     ┊",
                "             ┊       ⠄        ╚═⠈══╣  ╎     ┌┘     ┊",
                "             ┊       ┃           ⠅ ┃  └╌╌┐  ╎     ⠂┊",
                "             ┊       ┃   ⠐⠈    ⠈   ┃     └╌╌┘      ┊",
                "             ┊       ┗━━━━━━━━━━⠠━━┛               ┊",
                "             ┊                                     ┊",
                "             ⠂┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┘",
                "├─────────────┤ 10 km  ══ no riding through +3 more",
            ])
    }

    @Test("the colors are those of the legend")
    func colors() throws {
        let canvas = try map(zones)
        for (character, color) in [
            ("║", ColorRole.bad), ("┃", .warning), ("╌", .accent), ("┊", .muted),
        ] as [(Character, ColorRole)] {
            let styles = (0..<18).flatMap { row in
                (0..<64).filter { canvas[$0, row].character == character }
                    .map { canvas[$0, row].style.foreground }
            }
            #expect(!styles.isEmpty && styles.allSatisfy { $0 == color }, "\(character)")
        }
    }

    @Test(
        "small screens have the words that fit beside the scale, and the number of the others",
        arguments: [20, 34, 48, 70, 120])
    func narrow(columns: Int) throws {
        let last = try #require(try map(zones, columns: columns, rows: 10).lines.last)
        let words = ["no riding through", "no parking", "speed limit", "no restrictions"]
        let shown = words.filter(last.contains)
        #expect(shown.count == [20: 0, 34: 0, 48: 1, 70: 2, 120: 4][columns], "\(last)")
        #expect(DisplayWidth.of(last) <= columns)
        let rest = words.count - shown.count
        #expect(last.hasSuffix(rest == 0 ? " no restrictions" : " +\(rest) more"), "\(last)")
    }

    @Test("a line is in the cells of its zone's outline and in those beside it only")
    func cells() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<20 {
            let corners = (0..<Int.random(in: 3...60, using: &generator)).map { _ in
                (
                    east: Double.random(in: -0.3...0.3, using: &generator),
                    north: Double.random(in: -0.2...0.2, using: &generator)
                )
            }
            let zone = try zone(corners)
            var screen = MapScreen()
            screen.resize(CanvasSize(columns: 64, rows: 18))
            screen.show(MapSamples.town(40), withoutPosition: 0)
            screen.show([zone])
            let viewport = screen.viewport
            let drawn = Set(
                try #require(screen.zones.outlines(in: viewport)).cells.map {
                    SIMD2($0.index % 64, $0.index / 64)
                })
            // Points along the outline, closer than a dot.
            var expected: Set<SIMD2<Int>> = []
            let ring = zone.area.polygons[0].rings[0].map(MercatorPoint.init)
            for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                for step in 0...2000 {
                    let share = Double(step) / 2000
                    let location = MercatorPoint(
                        x: start.x + (end.x - start.x) * share,
                        y: start.y + (end.y - start.y) * share)
                    if let cell = viewport.cell(of: location) {
                        expected.insert(SIMD2(cell.column, cell.row))
                    }
                }
            }
            func near(_ cell: SIMD2<Int>, _ cells: Set<SIMD2<Int>>) -> Bool {
                (-1...1).contains { x in (-1...1).contains { cells.contains(cell &+ SIMD2(x, $0)) }
                }
            }
            #expect(drawn.allSatisfy { near($0, expected) })
            #expect(expected.allSatisfy { near($0, drawn) })
        }
    }

    @Test("z hides and shows them, and zones smaller than a cell are never drawn")
    func hiding() throws {
        var screen = MapSamples.map(MapSamples.town(40), 64, 18)
        let without = screen.canvas.lines
        screen.show(try zones)
        let with = screen.canvas.lines
        #expect(with != without)
        screen.press(.character("z"))
        #expect(screen.canvas.lines == without)
        screen.press(.character("z"))
        #expect(screen.canvas.lines == with)
        screen.show([try rectangle(0, 0, 0.0001, 0.0001)])
        #expect(screen.canvas.lines == without)
    }

    @Test("an image has their outlines in pixels, the strictest on top")
    func image() throws {
        let layout = MapImageLayout(
            MapSamples.town(100), zones: try zones.reversed(), width: 800, height: 600, margin: 60)
        #expect(
            layout.zones.map(\.restriction) == [.none, .slow, .noParking, .noRiding])
        let center = try #require(layout.zones.last?.rings.first)
        let (xs, ys) = (center.map(\.x), center.map(\.y))
        let width: Double = try #require(xs.max()) - #require(xs.min())
        let height: Double = try #require(ys.max()) - #require(ys.min())
        let pixels = width / height
        // As wide as high in degrees, which are narrower in Paris.
        #expect(abs(pixels - cos(MapSamples.paris.latitude * .pi / 180)) < 0.05)
        let none = MapImageLayout(
            MapSamples.town(100), zones: [try rectangle(3, 3, 4, 4)], width: 800, height: 600,
            margin: 60)
        #expect(none.zones.isEmpty)
    }
}
