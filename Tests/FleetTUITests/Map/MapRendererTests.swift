import FleetCore
import Testing

@testable import FleetTUI

@Suite("The map uses the vehicles' colors")
struct MapRendererTests {
    /// A map with vehicles of these colors in one cell, and the style of that cell.
    private func oneCell(_ colors: [ColorRole]) -> (map: MapScreen, style: Style?) {
        var points = [MapSamples.point(-1, 48.80, 2.30, color: .muted)]
        let first = MapSamples.point(0, 48.8566, 2.3522)
        for (row, color) in colors.enumerated() {
            var point = first
            (point.row, point.color) = (Int64(row), color)
            points.append(point)
        }
        let map = MapSamples.map(points)
        let cell = map.cell(ofRow: 0)
        return (map, cell.map { map.canvas[$0.column, $0.row].style })
    }

    @Test("a cell has the most frequent color of its vehicles; in a tie, the first one's")
    func colors() {
        let (red, blue) = (MapSamples.red, MapSamples.blue)
        #expect(oneCell([red]).style == Style(red))
        #expect(oneCell([red, blue, blue]).style == Style(blue))
        #expect(oneCell([red, blue, blue, red]).style == Style(red))
        #expect(oneCell([.good, red, blue, blue, red]).style == Style(red))
    }

    @Test("the most frequent color is found in random groups")
    func dominantColor() {
        var generator = SeededGenerator(seed: 7)
        for count in 1..<60 {
            let colors = (0..<count).map { _ in
                ColorRole.rgb(UInt8.random(in: 0..<9, using: &generator), 0, 0)
            }
            let points = colors.enumerated().map { MapSamples.point(Int64($0), 0, 0, color: $1) }
            var dominantColor = DominantColor(MapPoints(points))
            let all = Array(0..<Int32(count))
            for _ in 0..<2 {
                let found = dominantColor.color(of: [all[..<(count / 2)], all[(count / 2)...]])
                let most = Dictionary(grouping: colors) { $0 }.values.map(\.count).max()
                let first = colors.first { color in colors.count { $0 == color } == most }
                #expect(found == first)
            }
        }
    }

    @Test("a count is bold, black or white, on the most frequent color of its vehicles")
    func cluster() throws {
        let points = MapSamples.pile(30, color: .rgb(250, 240, 0)) + MapSamples.pile(20, from: 30)
        let map = MapSamples.map(points)
        let label = try #require(map.frame.clusters.first?.label)
        #expect(label.text == " 50 ")
        let style = map.canvas[label.column, label.row].style
        #expect(style == Style(.rgb(1, 1, 1), on: .rgb(250, 240, 0), bold: true))
        #expect(Style.cluster(of: MapSamples.blue).foreground == .rgb(254, 254, 254))
    }

    @Test("a count is readable on every terminal")
    func readable() {
        let colors: [ColorRole] = [
            .text, .muted, .accent, .good, .warning, .bad, .frame, .selection, .sheet, .black,
            .white, .rgb(128, 128, 128), .rgb(0, 0, 90),
        ]
        for color in colors {
            for depth in ColorDepth.allCases {
                for (theme, isMonochrome) in [(Theme.dark, false), (.light, false), (.dark, true)] {
                    let palette = Palette(depth: depth, theme: theme, isMonochrome: isMonochrome)
                    let style = palette.resolve(.cluster(of: color))
                    // Without a background color, the foreground must be the terminal's default.
                    if style.background == nil { #expect(style.foreground == nil) }
                    if style.background != nil { #expect(style.foreground != style.background) }
                }
            }
        }
    }

    @Test("the selected vehicle is a ring, the selected count is underlined")
    func selected() throws {
        var map = MapSamples.map(MapSamples.town(5))
        #expect(map.cells(of: "◉").isEmpty)
        map.center(on: 3)
        let cell = try #require(map.cells(of: "◉").first)
        #expect(map.canvas[cell.column, cell.row].style.background == .selection)
        #expect(map.cell(ofRow: 3).map { $0 == cell } ?? false)

        map = MapSamples.map(MapSamples.pile(60))
        map.press(.tab)
        let label = try #require(map.frame.clusters.first?.label)
        #expect(map.canvas[label.column, label.row].style == .selectedCluster)
    }

    @Test("the map draws nothing outside its area of the canvas")
    func clipped() {
        for (columns, rows) in [(20, 8), (3, 2), (1, 1), (0, 5), (40, 16)] {
            var map = MapSamples.map(MapSamples.town(3000), columns, rows)
            map.press(.tab)
            var canvas = Canvas(size: CanvasSize(columns: 30, rows: 12))
            canvas.fill(canvas.bounds, .plain, character: "·")
            let part = Rect(column: 5, row: 3, columns: columns, rows: rows)
            map.render(into: &canvas, in: part)
            for row in 0..<12 {
                for column in 0..<30 where !part.contains(column: column, row: row) {
                    #expect(canvas[column, row] == Cell(character: "·", style: .plain))
                }
            }
        }
    }

    @Test("the map looks the same anywhere on the screen")
    func moved() {
        var map = MapSamples.map(MapSamples.town(3000), 40, 12)
        for _ in 0..<3 {
            var canvas = Canvas(size: CanvasSize(columns: 60, rows: 20))
            map.render(into: &canvas, in: Rect(column: 7, row: 3, columns: 40, rows: 12))
            let alone = map.canvas
            for row in 0..<12 {
                #expect(canvas.row(row + 3).dropFirst(7).prefix(40) == alone.row(row))
            }
            map.press(.tab)
        }
    }

    @Test("an area of a different size than the map's shows the same middle")
    func otherSize() {
        let map = MapSamples.map(MapSamples.town(1), 80, 24)
        var canvas = Canvas(size: CanvasSize(columns: 40, rows: 12))
        map.render(into: &canvas, in: canvas.bounds)
        #expect(canvas[20, 6].character != " " || canvas[20, 5].character != " ")
    }
}
