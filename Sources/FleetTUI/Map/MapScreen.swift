import FleetCore

/// Map screen that shows vehicles as dots, or as a count where they are dense.
///
/// The view is recomputed for each frame and for each key that needs it, in a few passes over the
/// points.
public struct MapScreen: Screen {
    static let title = "map"

    /// Rule that determines the view.
    enum Focus: Equatable {
        /// Fit all vehicles; new points change the view.
        case all
        /// Center on a vehicle once it and the size are known.
        case vehicle(Int64)
        /// Center on a location once the size is known.
        case location(MercatorPoint)
        /// Leave the view where the user moved it.
        case manual
    }

    /// Vehicle by its row in the store; `vehicle` is `nil` until it is read.
    struct Preview: Sendable {
        let row: Int64
        var vehicle: Vehicle?
    }

    /// Vehicles.
    private(set) var points = MapPoints()
    /// Notes with a location.
    private(set) var notes = MapNotes()
    /// Sites with a location; empty until they are loaded.
    private(set) var sites = MapSites()
    /// Zones that apply now; empty until they are loaded.
    private(set) var zones = MapZones()
    /// Point that distances are measured from.
    private(set) var origin: MercatorPoint?
    /// Number of vehicles without a location.
    private(set) var withoutPosition = 0
    /// Whether the vehicles have been loaded.
    private(set) var isLoaded = false
    /// Vehicle that is selected, for its label.
    private(set) var preview: Preview?
    /// Part of the world in view.
    private(set) var viewport = MapViewport()
    /// Rule that determines the view.
    private(set) var focus = Focus.all
    /// Selection, in view or not.
    var selection: MapSelection?
    /// Map cell under the mouse during a drag.
    private var dragPosition: (column: Int, row: Int)?

    init(origin: Position? = nil) {
        self.origin = origin.map(MercatorPoint.init)
    }

    /// Replaces the vehicles; `withoutPosition` more have no position.
    ///
    /// The view fits all of them unless the user has moved it. A selected vehicle stays selected by
    /// its store row, a selected cluster by its location.
    mutating func show(_ points: [MapPoint], withoutPosition: Int) {
        let selectedLocation = selectedPoint.map { self.points.all[$0].location }
        self.points = MapPoints(points)
        (self.withoutPosition, isLoaded, preview) = (withoutPosition, true, nil)
        if let selectedLocation { reselectCluster(at: selectedLocation) }
        applyFocus()
        validateSelection()
    }

    mutating func resize(_ context: ScreenContext) {
        resize(context.layout.body.size)
    }

    /// Changes the size and keeps the middle of the view.
    mutating func resize(_ size: CanvasSize) {
        guard size != viewport.size else { return }
        viewport.resize(size)
        applyFocus()
        validateSelection()
    }

    /// Selects a vehicle and centers the map on it, at a width of 500 m or less.
    ///
    /// If the vehicle is not on the map yet, the map centers on it when it appears.
    mutating func center(on row: Int64) {
        selection = .vehicle(row)
        focus = .vehicle(row)
        applyFocus()
    }

    /// Replaces the notes; `notes` has the newest first.
    mutating func show(_ notes: [NoteSummary]) {
        self.notes.show(notes)
        validateSelection()
    }

    /// Selects a note and centers the map on it, at a width of 500 m or less.
    private mutating func center(onNote number: Int64) {
        guard let note = notes[number] else { return }
        (selection, focus, notes.isShown) = (.note(number), .manual, true)
        guard !viewport.isEmpty else { return }
        show(note.location)
    }

    /// Store row of the selected vehicle; `nil` if none or a cluster is selected.
    var selectedRow: Int64? {
        guard case .vehicle(let row) = selection else { return nil }
        return row
    }

    /// Fits all vehicles, now and after updates.
    private mutating func fitAll() {
        focus = .all
        applyFocus()
        validateSelection()
    }

    /// Keeps the view where the user moved it.
    private mutating func holdView() {
        focus = .manual
        validateSelection()
    }

    /// Replaces the zones.
    mutating func show(_ zones: [Zone]) {
        self.zones.show(zones)
    }

    /// Replaces the sites.
    mutating func show(_ sites: [Site]) {
        self.sites.show(sites)
        applyFocus()
    }

    /// Centers the map on a site, at a width of 500 m or less, and shows its name.
    private mutating func center(onSite id: String) {
        sites.highlightedID = id
        guard let site = sites[id] else { return }
        selection = nil
        focus = .location(site.point.location)
        applyFocus()
    }

    /// Centers the map on a target.
    mutating func center(on target: MapTarget) {
        switch target {
        case .vehicle(let row): center(on: row)
        case .note(let number): center(onNote: number)
        case .site(let id): center(onSite: id)
        }
    }

    /// Returns the request for the vehicle that is selected, if it has changed.
    mutating func requestPreview(isFront: Bool) -> Effect? {
        let row = isFront ? selectedRow : nil
        guard row != preview?.row else { return nil }
        preview = row.map { Preview(row: $0) }
        return row.map { .read(.preview(row: $0)) }
    }

    /// Shows the label of the selected vehicle.
    mutating func show(_ vehicle: Vehicle?, at row: Int64) {
        if preview?.row == row { preview?.vehicle = vehicle }
    }

    /// Moves the view according to `focus`, if the size and its target are known.
    private mutating func applyFocus() {
        guard !viewport.isEmpty else { return }
        switch focus {
        case .all:
            if var bounds = points.bounds ?? WorldBounds(sites.points) {
                if let origin { bounds.include(origin) }
                viewport.fit(bounds)
            }
        case .vehicle(let row):
            guard let index = points.index(row: row) else { return }
            show(points.all[index].location)
        case .location(let location): show(location)
        case .manual:
            break
        }
    }

    private mutating func show(_ location: MercatorPoint) {
        let minScale = viewport.scale(metersWide: MapViewport.fittedMeters, at: location)
        viewport.show(location, scale: max(viewport.scale, minScale))
        focus = .manual
    }
}

extension MapScreen {
    static let hints = [
        KeyHint("↵", "open the vehicle, or zoom into the group", short: "open"),
        KeyHint("tab", "select the next item; shift-tab: the previous", short: "select"),
        KeyHint("+ -", "zoom in and out", short: "zoom"),
        KeyHint("h j k l ↓ ↑", "move the map"),
        KeyHint("0", "show all vehicles", short: "all"),
        KeyHint("f", "filter by color, type, state, battery", short: "filter"),
        KeyHint("c", "clear filter and search"),
        KeyHint("N", "show or hide notes"),
        KeyHint("z", "show or hide the outlines of zones"),
        KeyHint("esc", "clear the selection"),
        KeyHint("mouse", "click: select, open; drag: move; wheel: zoom"),
    ]

    mutating func handle(_ key: Key, _ context: ScreenContext) -> [Action]? {
        if case .mouse(let mouse) = key { return handle(mouse, in: context.layout.body) }
        switch key {
        case .tab: step(forward: true)
        case .backTab: step(forward: false)
        case .home, .character("0"): fitAll()
        case .character("+"), .character("="): zoom(by: 2)
        case .character("-"), .character("_"): zoom(by: 0.5)
        case .character("N"):
            notes.isShown.toggle()
            validateSelection()
        case .character("z"): zones.isShown.toggle()
        case .enter: return enter()
        case .escape: return clearSelection()
        default: return move(key)
        }
        return []
    }

    private mutating func move(_ key: Key) -> [Action]? {
        switch key {
        case .left, .character("h"): pan(-1, 0)
        case .right, .character("l"): pan(1, 0)
        case .up, .character("k"): pan(0, -1)
        case .down, .character("j"): pan(0, 1)
        default: return nil
        }
        return []
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

    private mutating func clearSelection() -> [Action]? {
        guard selection != nil else { return nil }
        selection = nil
        return []
    }

    /// Opens the selected vehicle or note, or zooms into the selected cluster.
    private mutating func enter() -> [Action]? {
        let frame = frame
        switch (selection, selectedItem(in: frame)) {
        case (.note(let number), _): return [.openNote(number)]
        case (.vehicle(let row), _):
            return selectedPoint == nil ? nil : [.perform(.read(.vehicleAtRow(row)))]
        case (_, .cluster(let cluster)): return enter(frame.clusters[cluster], frame)
        default: return nil
        }
    }

    /// Zooms in until the points of a cluster fill the view; at the maximum scale, opens its
    /// vehicles one after the other.
    private mutating func enter(_ cluster: MapCluster, _ frame: MapFrame) -> [Action]? {
        let members = frame.members(in: cluster.cells).joined().map { points.all[Int($0)] }
        guard viewport.scale < MapViewport.maxScale else {
            return openNext(of: members.map(\.row))
        }
        guard let bounds = WorldBounds(members) else { return nil }
        viewport.show(
            bounds.middle, scale: max(viewport.scale(holding: bounds), 1.5 * viewport.scale))
        holdView()
        return []
    }

    private mutating func openNext(of rows: [Int64]) -> [Action]? {
        guard case .cluster(let row, let opened) = selection else { return nil }
        let later = rows.filter { candidate in opened.map { candidate > $0 } ?? true }
        guard let next = later.min() ?? rows.min() else { return nil }
        selection = .cluster(row, opened: next)
        return [.perform(.read(.vehicleAtRow(next)))]
    }
}

extension MapScreen {
    /// Zoom factor of one wheel step; two steps equal one key press.
    private static let wheelFactor = 2.0.squareRoot()

    /// Handles a mouse event; events outside the map are ignored, except that a drag continues
    /// there.
    private mutating func handle(_ mouse: Mouse, in rect: Rect) -> [Action]? {
        let (column, row) = (mouse.column - rect.column, mouse.row - rect.row)
        let isInside = Rect(viewport.size).contains(column: column, row: row)
        switch mouse.kind {
        case .drag: return drag(column, row)
        case .release:
            guard dragPosition != nil else { return nil }
            dragPosition = nil
            return []
        case .press:
            dragPosition = isInside ? (column, row) : nil
            return isInside ? press(column, row) : nil
        case .wheelUp where isInside: return turnWheel(Self.wheelFactor, column, row)
        case .wheelDown where isInside: return turnWheel(1 / Self.wheelFactor, column, row)
        case .wheelUp, .wheelDown: return nil
        }
    }

    /// Selects the item in a cell; opens it if it is already selected.
    private mutating func press(_ column: Int, _ row: Int) -> [Action]? {
        let frame = frame
        if let site = sites.site(column: column, row: row, in: frame) {
            defer { sites.highlightedID = site.id }
            return site.id == sites.highlightedID ? [.go(.site(site.id))] : []
        }
        guard let item = item(column, row, in: frame) else { return [] }
        guard item == selectedItem(in: frame) else {
            select(item, in: frame)
            return []
        }
        dragPosition = nil
        return enter()
    }

    private mutating func drag(_ column: Int, _ row: Int) -> [Action]? {
        guard let dragPosition else { return nil }
        guard dragPosition != (column, row) else { return [] }
        viewport.pan(columns: dragPosition.column - column, rows: dragPosition.row - row)
        self.dragPosition = (column, row)
        holdView()
        return []
    }

    private mutating func turnWheel(_ factor: Double, _ column: Int, _ row: Int) -> [Action]? {
        let point = MapViewport.Point(column: Double(column) + 0.5, row: Double(row) + 0.5)
        viewport.zoom(to: viewport.scale * factor, around: point)
        holdView()
        return []
    }

    /// Returns the item drawn in a cell; of several vehicles, the first.
    private func item(_ column: Int, _ row: Int, in frame: MapFrame) -> MapItem? {
        let cell = row * viewport.size.columns + column
        if case .vehicle(let point) = selectedItem(in: frame),
            frame.cell(of: points.all[point]) == cell
        {
            return .vehicle(point)
        }
        let marker = notes.markers(in: frame.viewport).last {
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
