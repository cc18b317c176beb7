import FleetCore

/// Map screen that shows vehicles as dots, or as a count where they are dense.
///
/// The view is recomputed for each frame and for each key that needs it, in a few passes over the
/// points.
public struct MapScreen: Sendable {
    /// Result of a key that the browser has to act on.
    public enum Outcome: Equatable, Sendable {
        /// The map handled the key.
        case handled
        /// The key has no effect here.
        case ignored
        /// Open the vehicle at this store row.
        case open(row: Int64)
        /// Open the note with this number.
        case openNote(Int64)
        /// Open the site with this ID.
        case openSite(String)
    }

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

    /// Vehicles.
    private(set) var points = MapPoints()
    /// Notes with a location, newest first.
    private(set) var notes: [MapNote] = []
    /// Whether notes are drawn.
    var showsNotes = true
    /// Sites with a location; empty until they are loaded.
    private(set) var sites: [MapSite] = []
    /// ID of the site whose name is shown.
    var highlightedSiteID: String?
    /// Number of vehicles without a location.
    private(set) var withoutPosition = 0
    /// Part of the world in view.
    var viewport = MapViewport()
    /// Rule that determines the view.
    var focus = Focus.all
    /// Selection, in view or not.
    var selection: MapSelection?
    /// Map cell under the mouse during a drag.
    var dragPosition: (column: Int, row: Int)?

    /// Creates an empty map.
    public init() {}

    /// Replaces the vehicles; `withoutPosition` more have no position.
    ///
    /// The view fits all of them unless the user has moved it. A selected vehicle stays selected by
    /// its store row, a selected cluster by its location.
    public mutating func show(_ points: [MapPoint], withoutPosition: Int) {
        let selectedLocation = selectedPoint.map { self.points.all[$0].location }
        self.points = MapPoints(points)
        self.withoutPosition = withoutPosition
        if let selectedLocation { reselectCluster(at: selectedLocation) }
        applyFocus()
        validateSelection()
    }

    /// Changes the size and keeps the middle of the view.
    public mutating func resize(_ size: CanvasSize) {
        guard size != viewport.size else { return }
        viewport.resize(size)
        applyFocus()
        validateSelection()
    }

    /// Selects a vehicle and centers the map on it, at a width of 500 m or less.
    ///
    /// If the vehicle is not on the map yet, the map centers on it when it appears.
    public mutating func center(on row: Int64) {
        selection = .vehicle(row)
        focus = .vehicle(row)
        applyFocus()
    }

    /// Replaces the notes; `notes` has the newest first.
    mutating func show(_ notes: [NoteSummary]) {
        self.notes = notes.compactMap { note in
            note.position.map { MapNote(number: note.number, location: MercatorPoint($0)) }
        }
        validateSelection()
    }

    /// Selects a note and centers the map on it, at a width of 500 m or less.
    mutating func center(onNote number: Int64) {
        guard let note = notes.first(where: { $0.number == number }) else { return }
        (selection, focus, showsNotes) = (.note(number), .manual, true)
        guard !viewport.isEmpty else { return }
        let minScale = viewport.scale(metersWide: MapViewport.fittedMeters, at: note.location)
        viewport.show(note.location, scale: max(viewport.scale, minScale))
    }

    /// Store row of the selected vehicle; nil if none or a cluster is selected.
    public var selectedRow: Int64? {
        guard case .vehicle(let row) = selection else { return nil }
        return row
    }

    /// Fits all vehicles, now and after updates.
    mutating func fitAll() {
        focus = .all
        applyFocus()
        validateSelection()
    }

    /// Keeps the view where the user moved it.
    mutating func holdView() {
        focus = .manual
        validateSelection()
    }

    /// Replaces the sites.
    mutating func show(_ sites: [Site]) {
        self.sites = sites.compactMap(MapSite.init)
        applyFocus()
    }

    /// Moves the view according to `focus`, if the size and its target are known.
    mutating func applyFocus() {
        guard !viewport.isEmpty else { return }
        switch focus {
        case .all:
            if let bounds = points.bounds ?? WorldBounds(sites.map(\.point)) {
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
