extension MapScreen {
    /// Draws the map into a part of a canvas, which should be as large as the map was told to be.
    public func render(into canvas: inout Canvas, in rect: Rect) {
        canvas.draw(in: rect) { canvas in
            guard !points.all.isEmpty || !shownNotes.isEmpty || !sites.isEmpty else {
                return drawEmpty(into: &canvas, rect)
            }
            var viewport = viewport
            viewport.resize(rect.size)
            var picture = MapPicture(
                points: points, frame: MapFrame(points.all, in: viewport), rect: rect,
                notes: noteMarks(in: viewport))
            picture.draw(into: &canvas, chosen: chosenThing(in: picture.frame))
            drawSites(picture.frame, in: rect, into: &canvas)
        }
    }

    private func drawEmpty(into canvas: inout Canvas, _ rect: Rect) {
        let width = min(emptyWords.count, rect.columns)
        guard width > 0, rect.rows > 0 else { return }
        canvas.put(
            emptyWords, column: rect.column + (rect.columns - width) / 2,
            row: rect.row + (rect.rows - 1) / 2, Style(.muted), limit: rect.columns)
    }
}
