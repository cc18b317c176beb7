import FleetCore

/// The map as a screen: vehicles as dots, or as a number where they are many.
///
/// All of it is a value. What is in view is worked out anew for each frame and for each key that
/// needs it, in a few passes over the points.
public struct MapScreen: Sendable {
    /// What a key did that others have to carry out.
    public enum Outcome: Equatable, Sendable {
        /// Nothing else is to be done.
        case handled
        /// The key means nothing here and now.
        case ignored
        /// The vehicle at this row of the store is wanted.
        case open(row: Int64)
        /// The note of this number is wanted.
        case openNote(Int64)
        /// The monitor of the site with this identifier is wanted.
        case openSite(String)
    }

    /// What decides what is in view.
    enum Aim: Equatable {
        /// All vehicles are to be seen; new points change the view.
        case all
        /// A vehicle is to be in the middle as soon as it and the size are known.
        case vehicle(Int64)
        /// A place is to be in the middle as soon as the size is known.
        case place(WorldPlace)
        /// The view stays where a person put it.
        case here
    }

    /// The vehicles.
    private(set) var points = MapPoints()
    /// The notes that have a place, the newest first.
    private(set) var notes: [MapNote] = []
    /// Whether notes are shown.
    var showsNotes = true
    /// The sites that have a place, once they were read.
    private(set) var sites: [MapSite] = []
    /// The site whose name is said.
    var namedSite: String?
    /// How many vehicles have no place on the map.
    private(set) var withoutPosition = 0
    /// The part of the world in view.
    var viewport = MapViewport()
    /// What the view goes by.
    var aim = Aim.all
    /// What is chosen, in view or not.
    var choice: MapChoice?
    /// The cell of the screen by which the mouse holds the map.
    var grip: (column: Int, row: Int)?

    /// Creates a map that shows nothing yet.
    public init() {}

    /// Shows other vehicles; `withoutPosition` more have no place on the map.
    ///
    /// All of them come into view unless the map was moved before. What is chosen stays chosen by
    /// its row, a cluster by its place.
    public mutating func show(_ points: [MapPoint], withoutPosition: Int) {
        let chosenPlace = chosenPoint.map { self.points.all[$0].place }
        self.points = MapPoints(points)
        self.withoutPosition = withoutPosition
        if let chosenPlace { replaceLostVehicle(at: chosenPlace) }
        takeAim()
        settleChoice()
    }

    /// Takes another size; the middle of the view stays where it is.
    public mutating func resize(_ size: CanvasSize) {
        guard size != viewport.size else { return }
        viewport.resize(size)
        takeAim()
        settleChoice()
    }

    /// Chooses a vehicle and brings it to the middle, at a width of 500 m or less.
    ///
    /// If the vehicle is not on the map yet, that is done as soon as it is.
    public mutating func center(on row: Int64) {
        choice = .vehicle(row)
        aim = .vehicle(row)
        takeAim()
    }

    /// Shows other notes, the newest first.
    mutating func show(_ notes: [NoteHead]) {
        self.notes = notes.compactMap { note in
            note.position.map { MapNote(number: note.number, place: WorldPlace($0)) }
        }
        settleChoice()
    }

    /// Chooses a note and brings it to the middle, at a width of 500 m or less.
    mutating func center(onNote number: Int64) {
        guard let note = notes.first(where: { $0.number == number }) else { return }
        (choice, aim, showsNotes) = (.note(number), .here, true)
        guard !viewport.isEmpty else { return }
        let least = viewport.scale(metersWide: MapViewport.fittedMeters, at: note.place)
        viewport.show(note.place, scale: max(viewport.scale, least))
    }

    /// The row of the vehicle that is chosen, if a single one is.
    public var chosenRow: Int64? {
        guard case .vehicle(let row) = choice else { return nil }
        return row
    }

    /// Shows all vehicles, and goes on to do so when there are others.
    mutating func fitAll() {
        aim = .all
        takeAim()
        settleChoice()
    }

    /// Keeps the view where a person has just put it.
    mutating func stay() {
        aim = .here
        settleChoice()
    }

    /// Shows other sites.
    mutating func show(_ sites: [Site]) {
        self.sites = sites.compactMap(MapSite.init)
        takeAim()
    }

    mutating func takeAim() {
        guard !viewport.isEmpty else { return }
        switch aim {
        case .all:
            if let bounds = points.bounds ?? WorldBounds(sites.map(\.point)) {
                viewport.fit(bounds)
            }
        case .vehicle(let row):
            guard let index = points.index(row: row) else { return }
            show(points.all[index].place)
        case .place(let place): show(place)
        case .here:
            break
        }
    }

    private mutating func show(_ place: WorldPlace) {
        let least = viewport.scale(metersWide: MapViewport.fittedMeters, at: place)
        viewport.show(place, scale: max(viewport.scale, least))
        aim = .here
    }
}
