extension MapScreen {
    /// How much a step of the wheel zooms; two of them are as much as a key.
    private static let wheelFactor = 2.0.squareRoot()

    /// Does what the mouse asks for; what it does beside the map is ignored, but a map that is held
    /// follows it anywhere.
    mutating func handle(_ mouse: Mouse, origin: (column: Int, row: Int)) -> Outcome {
        let (column, row) = (mouse.column - origin.column, mouse.row - origin.row)
        let isInside = Rect(viewport.size).contains(column: column, row: row)
        switch mouse.kind {
        case .drag: return drag(column, row)
        case .release:
            guard grip != nil else { return .ignored }
            grip = nil
            return .handled
        case .press:
            grip = isInside ? (column, row) : nil
            return isInside ? press(column, row) : .ignored
        case .wheelUp where isInside: return turnWheel(Self.wheelFactor, column, row)
        case .wheelDown where isInside: return turnWheel(1 / Self.wheelFactor, column, row)
        case .wheelUp, .wheelDown: return .ignored
        }
    }

    /// Chooses what is there; what was chosen already is opened.
    private mutating func press(_ column: Int, _ row: Int) -> Outcome {
        let frame = frame
        if let site = site(column: column, row: row) {
            defer { namedSite = site.id }
            return site.id == namedSite ? .openSite(site.id) : .handled
        }
        guard let thing = thing(column, row, in: frame) else { return .handled }
        guard thing == chosenThing(in: frame) else {
            choose(thing, in: frame)
            return .handled
        }
        grip = nil
        return enter()
    }

    private mutating func drag(_ column: Int, _ row: Int) -> Outcome {
        guard let grip else { return .ignored }
        guard grip != (column, row) else { return .handled }
        viewport.pan(columns: grip.column - column, rows: grip.row - row)
        self.grip = (column, row)
        stay()
        return .handled
    }

    private mutating func turnWheel(_ factor: Double, _ column: Int, _ row: Int) -> Outcome {
        let spot = MapViewport.Spot(column: Double(column) + 0.5, row: Double(row) + 0.5)
        viewport.zoom(to: viewport.scale * factor, around: spot)
        stay()
        return .handled
    }

    /// What is drawn in a cell; of several vehicles, the first.
    private func thing(_ column: Int, _ row: Int, in frame: MapFrame) -> MapThing? {
        let cell = row * viewport.size.columns + column
        if case .vehicle(let point) = chosenThing(in: frame),
            frame.cell(of: points.all[point]) == cell
        {
            return .vehicle(point)
        }
        let mark = noteMarks(in: frame.viewport).last {
            $0.cells.contains(column: column, row: row)
        }
        if let mark { return .note(mark.numbers[0]) }
        let cluster = frame.clusters.lastIndex {
            $0.label.cells.contains(column: column, row: row)
        }
        if let cluster { return .cluster(cluster) }
        return frame.vehicles(in: cell, points.all).first.map(MapThing.vehicle)
    }
}
