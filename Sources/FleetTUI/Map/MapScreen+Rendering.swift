extension MapScreen {
    /// Draws a map of all vehicles on a new canvas.
    public static func rendered(
        _ points: [MapPoint], withoutPosition: Int, size: CanvasSize
    ) -> Canvas {
        var map = MapScreen()
        map.resize(size)
        map.show(points, withoutPosition: withoutPosition)
        var canvas = Canvas(size: size)
        map.render(into: &canvas, in: canvas.bounds)
        return canvas
    }

    /// Draws the map into an area of a canvas, which should have the size passed to `resize`.
    public func render(into canvas: inout Canvas, in rect: Rect) {
        canvas.draw(in: rect) { canvas in
            guard !points.all.isEmpty || !shownNotes.isEmpty || !sites.isEmpty else {
                return drawEmptyMessage(into: &canvas, rect)
            }
            var viewport = viewport
            viewport.resize(rect.size)
            var renderer = MapRenderer(
                points: points, frame: MapFrame(points.all, in: viewport), rect: rect,
                notes: noteMarkers(in: viewport))
            renderer.draw(into: &canvas, selected: selectedItem(in: renderer.frame))
            drawSites(renderer.frame, in: rect, into: &canvas)
        }
    }

    private func drawEmptyMessage(into canvas: inout Canvas, _ rect: Rect) {
        let width = min(emptyMessage.count, rect.columns)
        guard width > 0, rect.rows > 0 else { return }
        canvas.put(
            emptyMessage, column: rect.column + (rect.columns - width) / 2,
            row: rect.row + (rect.rows - 1) / 2, Style(.muted), limit: rect.columns)
    }
}
