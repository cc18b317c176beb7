import FleetCore

/// Text in the first row of a map, beside the north arrow.
public enum MapCaption: Sendable {
    case none
    /// Coordinates of the center.
    case center
    /// Coordinates of the center, and the names of the colors, which the terminal shows.
    case legend
}

/// Draws a map frame onto a canvas.
struct MapRenderer {
    let frame: MapFrame
    private let points: MapPoints
    private let rect: Rect
    private let notes: [MapNoteMarker]
    private let zones: ZoneOutlines?
    /// Point that distances are measured from.
    private let origin: MercatorPoint?
    private let caption: MapCaption
    private var dominantColor: DominantColor

    init(
        points: MapPoints, frame: MapFrame, rect: Rect, notes: [MapNoteMarker] = [],
        zones: ZoneOutlines? = nil, origin: MercatorPoint? = nil, caption: MapCaption = .none
    ) {
        (self.notes, self.zones, self.origin, self.caption) = (notes, zones, origin, caption)
        (self.points, self.frame, self.rect) = (points, frame, rect)
        dominantColor = DominantColor(points)
    }

    /// Draws, from bottom to top: outlines of zones, dots, counts, notes, the origin of distances,
    /// the legends, the north arrow and scale bar, the selection.
    mutating func draw(into canvas: inout Canvas, selected: MapItem?) {
        zones?.draw(frame.viewport.size, in: rect, into: &canvas)
        drawDots(into: &canvas)
        for cluster in frame.clusters {
            let color = dominantColor.color(of: frame.members(in: cluster.cells))
            draw(cluster.label, .cluster(of: color), into: &canvas)
        }
        for marker in notes { draw(marker, .note, into: &canvas) }
        if let cell = origin.flatMap(frame.viewport.cell) {
            set("✕", .origin, column: cell.column, row: cell.row, into: &canvas)
        }
        drawFrame(into: &canvas)
        switch selected {
        case .vehicle(let point): drawSelected(points.all[point], into: &canvas)
        case .cluster(let cluster):
            draw(frame.clusters[cluster].label, .selectedCluster, into: &canvas)
        case .note(let number):
            let marker = notes.first { $0.numbers.contains(number) }
            if let marker { draw(marker, .selectedNote, into: &canvas) }
        case nil: break
        }
    }

    private mutating func drawDots(into canvas: inout Canvas) {
        for row in 0..<frame.viewport.size.rows {
            for column in 0..<frame.viewport.size.columns {
                let dots = frame.dots[row * frame.viewport.size.columns + column]
                guard dots.count > 0, frame.cluster(column: column, row: row) == nil else {
                    continue
                }
                let color = dominantColor.color(
                    of: frame.members(row: row, columns: column..<column + 1))
                set(dots.character, Style(color), column: column, row: row, into: &canvas)
            }
        }
    }

    private func draw(_ label: MapCluster.Label, _ style: Style, into canvas: inout Canvas) {
        canvas.put(
            label.text, column: rect.column + label.column, row: rect.row + label.row, style)
    }

    private func draw(_ marker: MapNoteMarker, _ style: Style, into canvas: inout Canvas) {
        canvas.put(
            marker.text, column: rect.column + marker.column, row: rect.row + marker.row, style)
    }

    private func drawSelected(_ point: MapPoint, into canvas: inout Canvas) {
        guard let cell = frame.viewport.cell(of: point.location) else { return }
        let style = Style(point.color, on: .selection, bold: true)
        set("◉", style, column: cell.column, row: cell.row, into: &canvas)
    }

    /// Draws the legend, the coordinates of the center and the north arrow in the first row, and
    /// the scale bar and the legend of the zones in the last one.
    private func drawFrame(into canvas: inout Canvas) {
        let arrow = " N ↑"
        canvas.put(arrow, endColumn: rect.endColumn, row: rect.row)
        var room = rect.columns - arrow.count
        let middle = frame.viewport.location(at: frame.viewport.middle).position
        if caption != .none, let center = middle.map({ " center \(ShortText.position($0)) ·" }),
            center.count <= room / 2
        {
            canvas.put(
                center, endColumn: rect.endColumn - arrow.count, row: rect.row, Style(.muted))
            room -= center.count
        }
        if caption == .legend {
            MapLegend(points).draw(
                column: rect.column, row: rect.row, columns: room - 1, into: &canvas)
        }
        var column = rect.column
        if let bar = ScaleBar(frame.viewport) {
            column += canvas.put(bar.text + " ", column: column, row: rect.endRow - 1)
        }
        if caption != .none {
            zones?.drawLegend(
                column: column, row: rect.endRow - 1, columns: rect.endColumn - column,
                into: &canvas)
        }
    }

    private func set(
        _ character: Character, _ style: Style, column: Int, row: Int,
        into canvas: inout Canvas
    ) {
        let cell = Rect(column: rect.column + column, row: rect.row + row, columns: 1, rows: 1)
        canvas.fill(cell, style, character: character)
    }
}

/// Finds the most frequent color of a group of points.
struct DominantColor {
    private let points: MapPoints
    /// Number of points by color index; all zero between two calls.
    private var counts: [Int32]

    init(_ points: MapPoints) {
        self.points = points
        counts = Array(repeating: 0, count: points.colors.count)
    }

    /// Returns the most frequent color of the points; in a tie, the one that occurs first.
    mutating func color(of members: [ArraySlice<Int32>]) -> ColorRole {
        for run in members {
            for point in run { counts[Int(points.colorIndices[Int(point)])] += 1 }
        }
        var (maxCount, found) = (Int32(0), 0)
        for run in members {
            for point in run {
                let color = Int(points.colorIndices[Int(point)])
                if counts[color] > maxCount { (maxCount, found) = (counts[color], color) }
            }
        }
        clear(members)
        return points.colors.isEmpty ? .text : points.colors[found]
    }

    /// Returns the most frequent color of the points of a cell.
    mutating func color(of members: ArraySlice<Int32>) -> ColorRole {
        guard members.count == 1, let point = members.first else { return color(of: [members]) }
        return points.colors[Int(points.colorIndices[Int(point)])]
    }

    private mutating func clear(_ members: [ArraySlice<Int32>]) {
        for run in members {
            for point in run { counts[Int(points.colorIndices[Int(point)])] = 0 }
        }
    }
}
