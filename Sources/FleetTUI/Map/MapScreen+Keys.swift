extension MapScreen {
    /// What its keys do.
    static let hints = [
        KeyHint("↵", "open the chosen vehicle, zoom into the chosen group", short: "open"),
        KeyHint(
            "tab", "choose the next vehicle or group; shift-tab the one before", short: "choose"),
        KeyHint("+ -", "zoom in and out", short: "zoom"),
        KeyHint("h j k l ↓ ↑", "move the map"),
        KeyHint("0", "show all vehicles", short: "all"),
        KeyHint("f", "filter by color, type, state, battery", short: "filter"),
        KeyHint("c", "clear filter and search"),
        KeyHint("N", "show the notes, or hide them"),
        KeyHint("esc", "choose nothing"),
        KeyHint("mouse", "press: choose, and open; drag: move; wheel: zoom"),
    ]

    /// Does what a key or the mouse asks for; `origin` is the cell of the screen that the top left
    /// cell of the map is in.
    public mutating func handle(_ key: Key, origin: (column: Int, row: Int)) -> Outcome {
        if case .mouse(let mouse) = key { return handle(mouse, origin: origin) }
        switch key {
        case .tab: step(forward: true)
        case .backTab: step(forward: false)
        case .home, .character("0"): fitAll()
        case .character("+"), .character("="): zoom(by: 2)
        case .character("-"), .character("_"): zoom(by: 0.5)
        case .character("N"):
            showsNotes.toggle()
            settleChoice()
        case .enter: return enter()
        case .escape: return giveUpChoice()
        default: return move(key)
        }
        return .handled
    }

    private mutating func move(_ key: Key) -> Outcome {
        switch key {
        case .left, .character("h"): pan(-1, 0)
        case .right, .character("l"): pan(1, 0)
        case .up, .character("k"): pan(0, -1)
        case .down, .character("j"): pan(0, 1)
        default: return .ignored
        }
        return .handled
    }

    /// Moves by so many quarters of the view.
    private mutating func pan(_ across: Int, _ down: Int) {
        let (columns, rows) = (max(viewport.size.columns / 4, 1), max(viewport.size.rows / 4, 1))
        viewport.pan(columns: across * columns, rows: down * rows)
        stay()
    }

    /// Zooms around what is chosen, or else around the middle.
    private mutating func zoom(by factor: Double) {
        let place = chosenNote?.place ?? chosenPoint.map { points.all[$0].place }
        let spot = place.flatMap { viewport.cell(of: $0) == nil ? nil : viewport.spot(of: $0) }
        viewport.zoom(to: viewport.scale * factor, around: spot ?? viewport.middle)
        stay()
    }

    private mutating func giveUpChoice() -> Outcome {
        guard choice != nil else { return .ignored }
        choice = nil
        return .handled
    }

    /// Opens the chosen vehicle, or goes into the chosen cluster.
    mutating func enter() -> Outcome {
        let frame = frame
        switch (choice, chosenThing(in: frame)) {
        case (.note(let number), _): return .openNote(number)
        case (.vehicle(let row), _): return chosenPoint == nil ? .ignored : .open(row: row)
        case (_, .cluster(let cluster)): return enter(frame.clusters[cluster], frame)
        default: return .ignored
        }
    }

    /// Zooms in until the points of a cluster fill the view; where that is not possible any more,
    /// opens them one after the other.
    private mutating func enter(_ cluster: MapCluster, _ frame: MapFrame) -> Outcome {
        let members = frame.members(in: cluster.cells).joined().map { points.all[Int($0)] }
        guard viewport.scale < MapViewport.mostScale else {
            return openNext(of: members.map(\.row))
        }
        guard let bounds = WorldBounds(members) else { return .ignored }
        viewport.show(
            bounds.middle, scale: max(viewport.scale(holding: bounds), 1.5 * viewport.scale))
        stay()
        return .handled
    }

    private mutating func openNext(of rows: [Int64]) -> Outcome {
        guard case .cluster(let row, let opened) = choice else { return .ignored }
        let later = rows.filter { candidate in opened.map { candidate > $0 } ?? true }
        guard let next = later.min() ?? rows.min() else { return .ignored }
        choice = .cluster(row, opened: next)
        return .open(row: next)
    }
}
