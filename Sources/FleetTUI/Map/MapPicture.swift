/// Draws a frame onto a canvas.
struct MapPicture {
    let frame: MapFrame
    private let points: MapPoints
    private let rect: Rect
    private let notes: [MapNoteMark]
    private var tally: InkTally

    init(points: MapPoints, frame: MapFrame, rect: Rect, notes: [MapNoteMark] = []) {
        self.notes = notes
        (self.points, self.frame, self.rect) = (points, frame, rect)
        tally = InkTally(points)
    }

    /// Draws the dots, the counts over them, the notes over both, then what helps to read the map,
    /// and what is chosen on top of all.
    mutating func draw(into canvas: inout Canvas, chosen: MapThing?) {
        drawDots(into: &canvas)
        for cluster in frame.clusters {
            let ink = tally.ink(of: frame.members(in: cluster.cells))
            draw(cluster.label, .cluster(of: ink), into: &canvas)
        }
        for mark in notes { draw(mark, .note, into: &canvas) }
        drawLegend(into: &canvas)
        switch chosen {
        case .vehicle(let point): drawChosen(points.all[point], into: &canvas)
        case .cluster(let cluster):
            draw(frame.clusters[cluster].label, .chosenCluster, into: &canvas)
        case .note(let number):
            let mark = notes.first { $0.numbers.contains(number) }
            if let mark { draw(mark, .chosenNote, into: &canvas) }
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
                let ink = tally.ink(of: frame.members(row: row, columns: column..<column + 1))
                set(dots.character, Style(ink), column, row, into: &canvas)
            }
        }
    }

    private func draw(_ label: MapCluster.Label, _ style: Style, into canvas: inout Canvas) {
        canvas.put(
            label.text, column: rect.column + label.column, row: rect.row + label.row, style)
    }

    private func draw(_ mark: MapNoteMark, _ style: Style, into canvas: inout Canvas) {
        canvas.put(
            mark.text, column: rect.column + mark.column, row: rect.row + mark.row, style)
    }

    private func drawChosen(_ point: MapPoint, into canvas: inout Canvas) {
        guard let cell = frame.viewport.cell(of: point.place) else { return }
        let style = Style(point.ink, on: .selection, bold: true)
        set("◉", style, cell.column, cell.row, into: &canvas)
    }

    private func drawLegend(into canvas: inout Canvas) {
        canvas.put(" N ↑", endColumn: rect.endColumn, row: rect.row)
        if let bar = ScaleBar(frame.viewport) {
            canvas.put(bar.text + " ", column: rect.column, row: rect.endRow - 1)
        }
    }

    private func set(
        _ character: Character, _ style: Style, _ column: Int, _ row: Int,
        into canvas: inout Canvas
    ) {
        let cell = Rect(column: rect.column + column, row: rect.row + row, columns: 1, rows: 1)
        canvas.fill(cell, style, character: character)
    }
}
