public import FleetCore
import Synchronization

/// The zones on a map, whose outlines are drawn below everything else.
struct MapZones: Sendable {
    /// Whether the outlines are drawn.
    var isShown = true
    private var all: [Zone] = []
    /// The outlines in the view that was drawn last, since most frames have the same view.
    private var drawn = DrawnOutlines()

    /// Replaces the zones.
    mutating func show(_ zones: [Zone]) {
        (all, drawn) = (zones, DrawnOutlines())
    }

    /// Returns the outlines in a view; `nil` if none are shown.
    func outlines(in viewport: MapViewport) -> ZoneOutlines? {
        guard isShown, !all.isEmpty, !viewport.isEmpty else { return nil }
        return drawn.outlines(in: viewport) { ZoneOutlines(all, in: viewport) }
    }
}

private final class DrawnOutlines: Sendable {
    private let last = Mutex<(viewport: MapViewport, outlines: ZoneOutlines)?>(nil)

    func outlines(in viewport: MapViewport, _ make: () -> ZoneOutlines) -> ZoneOutlines {
        last.withLock { last in
            if let last, last.viewport == viewport { return last.outlines }
            let outlines = make()
            last = (viewport, outlines)
            return outlines
        }
    }
}

/// Outlines of zones in a view, as box-drawing characters: lines from cell to cell.
///
/// Their weight and dashes tell the restriction without color. Where lines of several zones share a
/// cell, the strictest restriction is shown.
struct ZoneOutlines: Sendable {
    /// The character and the restriction of each cell with a line, by its index row by row.
    let cells: [(index: Int, character: Character, restriction: ZoneRule.Restriction)]
    /// The restrictions in view, the strictest first.
    let restrictions: [ZoneRule.Restriction]

    /// Draws the outlines of zones that may be wider than a cell.
    init(_ zones: [Zone], in viewport: MapViewport) {
        // Half a cell.
        let detail = viewport.zoneDetail(tolerance: 360 / viewport.scale)
        var lines = CellLines(viewport.size)
        for zone in zones {
            let strictness = ZoneRule.Restriction.allCases.firstIndex(of: zone.restriction) ?? 0
            for ring in zone.area.polygons(detail).flatMap(\.rings) {
                lines.addRing(ring.map { viewport.point(of: MercatorPoint($0)) }, strictness)
            }
        }
        let all = ZoneRule.Restriction.allCases
        cells = lines.sides.indices.compactMap { index in
            let sides = lines.sides[index]
            guard sides != 0 else { return nil }
            let restriction = all[Int(lines.strictness[index])]
            return (index, restriction.line.character(to: sides), restriction)
        }
        let found = Set(cells.map(\.restriction))
        restrictions = all.filter(found.contains)
    }

    /// Draws the outlines into an area of a canvas with the size of the view.
    func draw(_ size: CanvasSize, in rect: Rect, into canvas: inout Canvas) {
        for (index, character, restriction) in cells {
            let (row, column) = index.quotientAndRemainder(dividingBy: size.columns)
            let cell = Rect(
                column: rect.column + column, row: rect.row + row, columns: 1, rows: 1)
            canvas.fill(cell, Style(restriction.color), character: character)
        }
    }

    /// Draws the legend: a piece of line and the words of each restriction that fits into `columns`
    /// columns, and the number of those that do not, such as `+3 more`.
    func drawLegend(column: Int, row: Int, columns: Int, into canvas: inout Canvas) {
        var shown = restrictions(fitting: columns)
        if shown.count < restrictions.count {
            shown = restrictions(fitting: columns - Self.moreText(restrictions.count).count)
        }
        var used = 0
        for restriction in shown {
            let sample = String(
                repeating: restriction.line.character(to: CellLines.across), count: 2)
            canvas.put(" " + sample, column: column + used, row: row, Style(restriction.color))
            canvas.put(
                " " + restriction.name, column: column + used + 3, row: row, Style(.muted))
            used += restriction.legendWidth
        }
        let more = Self.moreText(restrictions.count - shown.count)
        if shown.count < restrictions.count, used + more.count <= columns {
            used += canvas.put(more, column: column + used, row: row, Style(.muted))
        }
        canvas.put(" ", column: column + used, row: row, limit: columns - used)
    }

    private static func moreText(_ count: Int) -> String { " +\(count) more" }

    /// Returns the restrictions, the strictest first, as far as they fit into the columns.
    private func restrictions(fitting columns: Int) -> [ZoneRule.Restriction] {
        var room = columns
        return restrictions.filter { restriction in
            guard restriction.legendWidth <= room else { return false }
            room -= restriction.legendWidth
            return true
        }
    }
}

extension MapViewport {
    /// Returns the detail of the zones in view.
    ///
    /// - Parameter margin: Share of the view by which more is shown on each side.
    func zoneDetail(tolerance: Double, margin: Double = 0) -> ZoneDetail {
        let (width, height) = (Double(size.columns), Double(size.rows))
        let first = location(at: Point(column: -margin * width, row: -margin * height))
        let last = location(
            at: Point(column: (1 + margin) * width, row: (1 + margin) * height))
        let (west, east) = (max(first.longitude, -180), min(last.longitude, 180))
        return ZoneDetail(
            tolerance: tolerance,
            box: ZoneArea.Box(
                latitudes: min(last.latitude, first.latitude)...first.latitude,
                longitudes: min(west, east)...max(west, east)))
    }
}

extension ZoneRule.Restriction {
    /// Color of the outlines; their lines differ even without colors.
    public var color: ColorRole {
        switch self {
        case .noRiding: .bad
        case .noParking, .noStart: .warning
        case .slow: .accent
        case .stations: .good
        case .none: .muted
        }
    }

    /// Width of its entry in a legend.
    fileprivate var legendWidth: Int { 4 + DisplayWidth.of(name) }

    fileprivate var line: BoxLine {
        switch self {
        case .noRiding: .double
        case .noParking: .heavy
        case .noStart: .heavyDashed
        case .slow: .dashed
        case .stations: .light
        case .none: .dotted
        }
    }
}

/// Characters of a kind of line, by the sides of their cell that it leads to (Unicode, "Box
/// Drawing").
private struct BoxLine {
    private let characters: [Character]

    /// - Parameters:
    ///   - corners: The characters for each set of sides, of which bit 0 is the upper, 1 the right,
    ///     2 the lower and 3 the left one.
    ///   - straight: Other characters for lines up and down, and across.
    private init(_ corners: String, straight: (Character, Character)? = nil) {
        var characters = Array(corners)
        if let straight { (characters[0b0101], characters[CellLines.across]) = straight }
        self.characters = characters
    }

    func character(to sides: Int) -> Character { characters[sides] }
    func character(to sides: UInt8) -> Character { characters[Int(sides)] }

    static let light = BoxLine(" ╵╶└╷│┌├╴┘─┴┐┤┬┼")
    static let dashed = BoxLine(" ╵╶└╷│┌├╴┘─┴┐┤┬┼", straight: ("╎", "╌"))
    static let dotted = BoxLine(" ╵╶└╷│┌├╴┘─┴┐┤┬┼", straight: ("┊", "┈"))
    static let heavy = BoxLine(" ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋")
    static let heavyDashed = BoxLine(" ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋", straight: ("╏", "╍"))
    static let double = BoxLine(" ║═╚║║╔╠═╝═╩╗╣╦╬")
}

/// Lines between neighboring cells.
private struct CellLines {
    /// The sides of a cell that a line across leads to.
    static let across = 0b1010

    private let columns: Int
    private let rows: Int
    /// The sides that lines lead to, as bits, of each cell row by row.
    private(set) var sides: [UInt8]
    /// The strictest restriction of each cell with a line, by its index among all of them.
    private(set) var strictness: [UInt8]

    init(_ size: CanvasSize) {
        (columns, rows) = (size.columns, size.rows)
        sides = Array(repeating: 0, count: size.columns * size.rows)
        strictness = Array(repeating: .max, count: sides.count)
    }

    /// Adds a closed line through points, as far as it is in view.
    mutating func addRing(_ ring: [MapViewport.Point], _ strictness: Int) {
        guard var start = ring.last else { return }
        for end in ring {
            let view = (Double(columns), Double(rows))
            if let (first, last) = MapViewport.Point.clipped(start, end, to: view) {
                addLine(first, last, UInt8(strictness))
            }
            start = end
        }
    }

    /// Adds a line within the view, through the cells that it crosses.
    private mutating func addLine(
        _ start: MapViewport.Point, _ end: MapViewport.Point, _ strictness: UInt8
    ) {
        var (column, row) = cell(start)
        let (lastColumn, lastRow) = cell(end)
        let (east, south) = (lastColumn > column, lastRow > row)
        let (width, height) = (end.column - start.column, end.row - start.row)
        for _ in 0..<abs(lastColumn - column) + abs(lastRow - row) {
            // The shares of the line up to the next column and the next row.
            let nextColumn = (Double(column + (east ? 1 : 0)) - start.column) / width
            let nextRow = (Double(row + (south ? 1 : 0)) - start.row) / height
            let isAcross = row == lastRow || column != lastColumn && nextColumn < nextRow
            mark(column, row, isAcross ? (east ? 2 : 8) : (south ? 4 : 1), strictness)
            if isAcross { column += east ? 1 : -1 } else { row += south ? 1 : -1 }
            mark(column, row, isAcross ? (east ? 8 : 2) : (south ? 1 : 4), strictness)
        }
    }

    private func cell(_ point: MapViewport.Point) -> (column: Int, row: Int) {
        (
            min(max(Int(point.column), 0), columns - 1),
            min(max(Int(point.row), 0), rows - 1)
        )
    }

    private mutating func mark(_ column: Int, _ row: Int, _ side: UInt8, _ strictness: UInt8) {
        let index = row * columns + column
        sides[index] |= side
        self.strictness[index] = min(self.strictness[index], strictness)
    }
}

extension MapViewport.Point {
    /// Returns the part of a line in a view that begins at (0, 0); `nil` if there is none (Liang
    /// and Barsky).
    fileprivate static func clipped(
        _ start: Self, _ end: Self, to view: (columns: Double, rows: Double)
    ) -> (Self, Self)? {
        let (width, height) = (end.column - start.column, end.row - start.row)
        var (first, last) = (0.0, 1.0)
        for (change, distance) in [
            (-width, start.column), (width, view.columns - start.column),
            (-height, start.row), (height, view.rows - start.row),
        ] {
            if change == 0 {
                if distance < 0 { return nil }
            } else if change < 0 {
                first = max(first, distance / change)
            } else {
                last = min(last, distance / change)
            }
        }
        guard first <= last else { return nil }
        func point(_ share: Double) -> Self {
            Self(column: start.column + share * width, row: start.row + share * height)
        }
        return (point(first), point(last))
    }
}
