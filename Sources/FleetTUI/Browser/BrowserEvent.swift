public import FleetCore
public import FleetService

/// Input of the browser.
public enum BrowserEvent: Sendable {
    /// A key press or a mouse action.
    case key(Key)
    /// The terminal was resized.
    case resized(CanvasSize)
    /// Time has passed.
    case tick(BrowserClock)
    /// The service reported its state.
    case state(StateUpdate)
    /// A list was loaded.
    case listed(ListResult)
    /// A range of the list was read, from index `start` on; nil for vehicles that are gone.
    case window(generation: Int, start: Int, [Vehicle?])
    /// A read failed; the next state requests it again.
    case readFailed
    /// Result of a lookup by vehicle ID.
    case found(id: String, FoundVehicle?)
    /// Result of a lookup by row of the store, for the map.
    case foundAtRow(FoundVehicle?)
    /// Vehicle at a row of the store, for the map's preview.
    case preview(row: Int64, Vehicle?)
    /// Some or all pictures of a vehicle were read; they replace earlier ones.
    case pictures(id: String, [SheetPicture])
    /// A favorite was added or removed.
    case favoritesChanged
    /// The notes were read; nil if the source cannot have notes.
    case notes(generation: Int, NoteList?)
    /// The text of a note was read; nil if the note no longer exists.
    case noteText(number: Int64, Note?)
    /// Result of a lookup by the stable ID of a note or a favorite.
    case foundByStableID(String, FoundVehicle?)
    /// A note was written or removed.
    case notesChanged
    /// A snapshot was compared with the previous one; nil if it already had been.
    case compared(EventUpdate?)
    /// The vehicles of the map were read.
    case points(generation: Int, [MapPoint], withoutPosition: Int)
    /// The service reported its state of the site feed.
    case sitesState(StateUpdate)
    /// The sites were read.
    case sites(generation: Int, SortedSites)
    /// Result of a site lookup, with its sensor history.
    case site(FoundSite?)
    /// Message about an action that succeeded or failed.
    case notice(String, isFailure: Bool)
}

/// Current time on two clocks.
public struct BrowserClock: Equatable, Sendable {
    /// Time of the machine, for timeouts.
    public var machine: Timestamp
    /// Displayed time, which is fixed while documentation is recorded.
    public var shown: Timestamp

    /// Creates a clock reading.
    public init(machine: Timestamp, shown: Timestamp) {
        (self.machine, self.shown) = (machine, shown)
    }
}

/// Result of a query on a snapshot.
public struct ListResult: Sendable {
    /// Number of the request.
    public var generation: Int
    /// Description of the snapshot.
    public var info: SnapshotInfo
    /// Number of all vehicles, and of those in the list.
    public var counts: VehicleCounts
    /// Combinations of color, type and state in the snapshot, with their counts.
    public var facets: [FacetCount]
    /// Index of the selected vehicle; nil if it is not in the list.
    public var selectedIndex: Int?
    /// Index of the first of `vehicles`.
    public var start: Int
    /// Vehicles around the selected one; nil where one is gone.
    public var vehicles: [Vehicle?]
    /// All favorites, including those that are not in the feed.
    public var favorites: [ListedFavorite]

    /// Creates a result.
    public init(
        generation: Int, info: SnapshotInfo, counts: VehicleCounts, facets: [FacetCount],
        selectedIndex: Int?, start: Int, vehicles: [Vehicle?], favorites: [ListedFavorite] = []
    ) {
        self.generation = generation
        self.info = info
        self.counts = counts
        self.facets = facets
        self.selectedIndex = selectedIndex
        self.start = start
        self.vehicles = vehicles
        self.favorites = favorites
    }
}

/// Favorite, and its vehicle in the feed.
public struct ListedFavorite: Equatable, Sendable {
    /// Stable ID of the favorite.
    public var id: String
    /// Vehicle in the feed; nil while it is missing.
    public var vehicle: Vehicle?

    /// Creates a favorite.
    public init(id: String, vehicle: Vehicle?) {
        (self.id, self.vehicle) = (id, vehicle)
    }
}

/// Vehicle of the snapshot, and its position in the list.
public struct FoundVehicle: Sendable {
    /// Details of the vehicle.
    public var detail: VehicleDetail
    /// Row in the store.
    public var row: Int64
    /// Index in the list; nil if it is not in the list.
    public var index: Int?
    /// Notes about it, oldest first.
    public var notes: [Note]

    /// Creates a result.
    public init(detail: VehicleDetail, row: Int64, index: Int?, notes: [Note] = []) {
        (self.detail, self.row, self.index, self.notes) = (detail, row, index, notes)
    }
}
