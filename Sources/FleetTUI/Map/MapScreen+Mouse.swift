extension MapScreen {
    /// Zoom factor of one wheel step; two steps equal one key press.
    private static let wheelFactor = 2.0.squareRoot()

    /// Handles a mouse event; events outside the map are ignored, except that a drag continues
    /// there.
    mutating func handle(_ mouse: Mouse, origin: (column: Int, row: Int)) -> Outcome {
        let (column, row) = (mouse.column - origin.column, mouse.row - origin.row)
        let isInside = Rect(viewport.size).contains(column: column, row: row)
        switch mouse.kind {
        case .drag: return drag(column, row)
        case .release:
            guard dragPosition != nil else { return .ignored }
            dragPosition = nil
            return .handled
        case .press:
            dragPosition = isInside ? (column, row) : nil
            return isInside ? press(column, row) : .ignored
        case .wheelUp where isInside: return turnWheel(Self.wheelFactor, column, row)
        case .wheelDown where isInside: return turnWheel(1 / Self.wheelFactor, column, row)
        case .wheelUp, .wheelDown: return .ignored
        }
    }

    /// Selects the item in a cell; opens it if it is already selected.
    private mutating func press(_ column: Int, _ row: Int) -> Outcome {
        let frame = frame
        if let site = site(column: column, row: row) {
            defer { highlightedSiteID = site.id }
            return site.id == highlightedSiteID ? .openSite(site.id) : .handled
        }
        guard let item = item(column, row, in: frame) else { return .handled }
        guard item == selectedItem(in: frame) else {
            select(item, in: frame)
            return .handled
        }
        dragPosition = nil
        return enter()
    }

    private mutating func drag(_ column: Int, _ row: Int) -> Outcome {
        guard let dragPosition else { return .ignored }
        guard dragPosition != (column, row) else { return .handled }
        viewport.pan(columns: dragPosition.column - column, rows: dragPosition.row - row)
        self.dragPosition = (column, row)
        holdView()
        return .handled
    }

    private mutating func turnWheel(_ factor: Double, _ column: Int, _ row: Int) -> Outcome {
        let point = MapViewport.Point(column: Double(column) + 0.5, row: Double(row) + 0.5)
        viewport.zoom(to: viewport.scale * factor, around: point)
        holdView()
        return .handled
    }

    /// Returns the item drawn in a cell; of several vehicles, the first.
    private func item(_ column: Int, _ row: Int, in frame: MapFrame) -> MapItem? {
        let cell = row * viewport.size.columns + column
        if case .vehicle(let point) = selectedItem(in: frame),
            frame.cell(of: points.all[point]) == cell
        {
            return .vehicle(point)
        }
        let marker = noteMarkers(in: frame.viewport).last {
            $0.cells.contains(column: column, row: row)
        }
        if let marker { return .note(marker.numbers[0]) }
        let cluster = frame.clusters.lastIndex {
            $0.label.cells.contains(column: column, row: row)
        }
        if let cluster { return .cluster(cluster) }
        return frame.vehicles(in: cell, points.all).first.map(MapItem.vehicle)
    }
}
