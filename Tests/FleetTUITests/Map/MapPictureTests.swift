import FleetCore
import Testing

@testable import FleetTUI

@Suite("The map is drawn in the colors of the vehicles")
struct MapPictureTests {
    /// A map where the given vehicles share the cell of the first, each at a dot of its own.
    private func oneCell(_ inks: [Ink]) -> (map: MapScreen, style: Style?) {
        var points = [MapSamples.point(-1, 48.80, 2.30, .muted)]
        let first = MapSamples.point(0, 48.8566, 2.3522)
        for (row, ink) in inks.enumerated() {
            var point = first
            (point.row, point.ink) = (Int64(row), ink)
            points.append(point)
        }
        let map = MapSamples.map(points)
        let cell = map.cell(ofRow: 0)
        return (map, cell.map { map.canvas[$0.column, $0.row].style })
    }

    @Test("a cell has the ink of most of its vehicles; of as many, that of the first")
    func inks() {
        let (red, blue) = (MapSamples.red, MapSamples.blue)
        #expect(oneCell([red]).style == Style(red))
        #expect(oneCell([red, blue, blue]).style == Style(blue))
        #expect(oneCell([red, blue, blue, red]).style == Style(red))
        #expect(oneCell([.good, red, blue, blue, red]).style == Style(red))
    }

    @Test("the most frequent ink is found among any inks")
    func tally() {
        var dice = MapDice(seed: 7)
        for count in 1..<60 {
            let inks = (0..<count).map { _ in Ink.rgb(UInt8.random(in: 0..<9, using: &dice), 0, 0) }
            let points = inks.enumerated().map { MapSamples.point(Int64($0), 0, 0, $1) }
            var tally = InkTally(MapPoints(points))
            let all = Array(0..<Int32(count))
            for _ in 0..<2 {
                let found = tally.ink(of: [all[..<(count / 2)], all[(count / 2)...]])
                let most = Dictionary(grouping: inks) { $0 }.values.map(\.count).max()
                let first = inks.first { ink in inks.count { $0 == ink } == most }
                #expect(found == first)
            }
        }
    }

    @Test("a count is bold, on the ink of most of its vehicles, in black or white")
    func cluster() throws {
        let points = MapSamples.pile(30, ink: .rgb(250, 240, 0)) + MapSamples.pile(20, from: 30)
        let map = MapSamples.map(points)
        let label = try #require(map.frame.clusters.first?.label)
        #expect(label.text == " 50 ")
        let style = map.canvas[label.column, label.row].style
        #expect(style == Style(.rgb(1, 1, 1), on: .rgb(250, 240, 0), bold: true))
        #expect(Style.cluster(of: MapSamples.blue).foreground == .rgb(254, 254, 254))
    }

    @Test("a count can be read on every terminal")
    func readable() {
        let inks: [Ink] = [
            .text, .muted, .accent, .good, .warning, .bad, .frame, .selection, .sheet, .black,
            .white, .rgb(128, 128, 128), .rgb(0, 0, 90),
        ]
        for ink in inks {
            for depth in ColorDepth.allCases {
                for (theme, isMonochrome) in [(Theme.dark, false), (.light, false), (.dark, true)] {
                    let palette = Palette(depth: depth, theme: theme, isMonochrome: isMonochrome)
                    let style = palette.resolve(.cluster(of: ink))
                    // Without a ground, the color of the characters has to be the terminal's own.
                    if style.background == nil { #expect(style.foreground == nil) }
                    if style.background != nil { #expect(style.foreground != style.background) }
                }
            }
        }
    }

    @Test("the chosen vehicle is a ring, the chosen count is underlined")
    func chosen() throws {
        var map = MapSamples.map(MapSamples.town(5))
        #expect(map.cells(of: "◉").isEmpty)
        map.center(on: 3)
        let cell = try #require(map.cells(of: "◉").first)
        #expect(map.canvas[cell.column, cell.row].style.background == .selection)
        #expect(map.cell(ofRow: 3).map { $0 == cell } ?? false)

        map = MapSamples.map(MapSamples.pile(60))
        map.press(.tab)
        let label = try #require(map.frame.clusters.first?.label)
        #expect(map.canvas[label.column, label.row].style == .chosenCluster)
    }

    @Test("nothing is drawn outside of the part of the canvas that the map has")
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

    @Test("the map looks the same wherever on the screen it is")
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

    @Test("a part of another size than the map was told shows the same middle")
    func otherSize() {
        let map = MapSamples.map(MapSamples.town(1), 80, 24)
        var canvas = Canvas(size: CanvasSize(columns: 40, rows: 12))
        map.render(into: &canvas, in: canvas.bounds)
        #expect(canvas[20, 6].character != " " || canvas[20, 5].character != " ")
    }
}
