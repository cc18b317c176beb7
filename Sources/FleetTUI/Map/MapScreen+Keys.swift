extension MapScreen {
    /// Key hints of the map.
    static let hints = [
        KeyHint("↵", "open the selected vehicle, zoom into the selected group", short: "open"),
        KeyHint(
            "tab", "select the next vehicle or group; shift-tab: previous", short: "select"),
        KeyHint("+ -", "zoom in and out", short: "zoom"),
        KeyHint("h j k l ↓ ↑", "move the map"),
        KeyHint("0", "show all vehicles", short: "all"),
        KeyHint("f", "filter by color, type, state, battery", short: "filter"),
        KeyHint("c", "clear filter and search"),
        KeyHint("N", "show or hide notes"),
        KeyHint("esc", "clear the selection"),
        KeyHint("mouse", "click: select, click again: open; drag: move; wheel: zoom"),
    ]

    /// Handles a key or mouse event; `origin` is the screen cell of the map's top left cell.
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
            validateSelection()
        case .enter: return enter()
        case .escape: return clearSelection()
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

    /// Moves the view by quarters of its size.
    private mutating func pan(_ across: Int, _ down: Int) {
        let (columns, rows) = (max(viewport.size.columns / 4, 1), max(viewport.size.rows / 4, 1))
        viewport.pan(columns: across * columns, rows: down * rows)
        holdView()
    }

    /// Zooms around the selected item if it is in view, else around the middle.
    private mutating func zoom(by factor: Double) {
        let location = selectedNote?.location ?? selectedPoint.map { points.all[$0].location }
        let point = location.flatMap { viewport.cell(of: $0) == nil ? nil : viewport.point(of: $0) }
        viewport.zoom(to: viewport.scale * factor, around: point ?? viewport.middle)
        holdView()
    }

    private mutating func clearSelection() -> Outcome {
        guard selection != nil else { return .ignored }
        selection = nil
        return .handled
    }

    /// Opens the selected vehicle or note, or zooms into the selected cluster.
    mutating func enter() -> Outcome {
        let frame = frame
        switch (selection, selectedItem(in: frame)) {
        case (.note(let number), _): return .openNote(number)
        case (.vehicle(let row), _): return selectedPoint == nil ? .ignored : .open(row: row)
        case (_, .cluster(let cluster)): return enter(frame.clusters[cluster], frame)
        default: return .ignored
        }
    }

    /// Zooms in until the points of a cluster fill the view; at the maximum scale, opens its
    /// vehicles one after the other.
    private mutating func enter(_ cluster: MapCluster, _ frame: MapFrame) -> Outcome {
        let members = frame.members(in: cluster.cells).joined().map { points.all[Int($0)] }
        guard viewport.scale < MapViewport.maxScale else {
            return openNext(of: members.map(\.row))
        }
        guard let bounds = WorldBounds(members) else { return .ignored }
        viewport.show(
            bounds.middle, scale: max(viewport.scale(holding: bounds), 1.5 * viewport.scale))
        holdView()
        return .handled
    }

    private mutating func openNext(of rows: [Int64]) -> Outcome {
        guard case .cluster(let row, let opened) = selection else { return .ignored }
        let later = rows.filter { candidate in opened.map { candidate > $0 } ?? true }
        guard let next = later.min() ?? rows.min() else { return .ignored }
        selection = .cluster(row, opened: next)
        return .open(row: next)
    }
}
