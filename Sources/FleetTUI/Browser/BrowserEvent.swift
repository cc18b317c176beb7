public import FleetCore
public import FleetService

/// Something that happens to the browser.
public enum BrowserEvent: Sendable {
    /// A person did something.
    case key(Key)
    /// The terminal has another size.
    case resized(CanvasSize)
    /// Time has gone on.
    case tick(BrowserClock)
    /// The service told its state.
    case state(StateUpdate)
    /// A list was made.
    case listed(Listed)
    /// Vehicles of a list were read, from the place of the first one on; `nil` where one is gone.
    case window(generation: Int, start: Int, [Vehicle?])
    /// Something could not be read; it is asked for again with the next state.
    case unread
    /// A vehicle was looked for by its code.
    case found(id: String, FoundVehicle?)
    /// A vehicle was looked for by its row in the store, for the map.
    case chosen(FoundVehicle?)
    /// The vehicle at a row of the store, of which something is told.
    case peeked(row: Int64, Vehicle?)
    /// The pictures of a vehicle were read, or some of them: they take the place of earlier ones.
    case pictures(id: String, [SheetPicture])
    /// A vehicle became a favorite, or is none any more.
    case favoritesChanged
    /// The notes were read; `nil` if none can be kept of the source.
    case notes(generation: Int, ReadNotes?)
    /// The text of a note was read; `nil` if there is none of that number any more.
    case noteText(number: Int64, Note?)
    /// A vehicle was looked for by the code that something of it is kept by.
    case chosenCode(String, FoundVehicle?)
    /// A note was written or removed.
    case notesChanged
    /// A snapshot was compared with the one before; `nil` if it had been already.
    case compared(EventNews?)
    /// The vehicles of the map were read.
    case points(generation: Int, [MapPoint], withoutPosition: Int)
    /// The service told its state of the sites' feed.
    case sitesState(StateUpdate)
    /// The sites were read.
    case sites(generation: Int, SiteRoll)
    /// A site was looked for, with what the store keeps of its sensors.
    case site(FoundSite?)
    /// Something was done, or could not be.
    case told(String, isFailure: Bool)
}

/// The time, on two clocks.
public struct BrowserClock: Equatable, Sendable {
    /// The machine's, which waiting goes by.
    public var machine: Timestamp
    /// That which people see, which stands still while documentation is made.
    public var shown: Timestamp

    /// Creates a time.
    public init(machine: Timestamp, shown: Timestamp) {
        (self.machine, self.shown) = (machine, shown)
    }
}

/// A list, made from a snapshot for a query.
public struct Listed: Sendable {
    /// The number of the request for it.
    public var generation: Int
    /// What is known of the snapshot.
    public var info: SnapshotInfo
    /// How many vehicles there are, and how many are in the list.
    public var counts: VehicleCounts
    /// The kinds of vehicles that the snapshot has.
    public var kinds: [KindCount]
    /// Where the vehicle is that was to be kept in sight; `nil` if it is not in the list.
    public var kept: Int?
    /// The place of the first of `vehicles`.
    public var start: Int
    /// Vehicles around the one that was to be kept.
    public var vehicles: [Vehicle?]
    /// The favorites, those that are away too.
    public var favorites: [ListedFavorite]

    /// Creates a list.
    public init(
        generation: Int, info: SnapshotInfo, counts: VehicleCounts, kinds: [KindCount],
        kept: Int?, start: Int, vehicles: [Vehicle?], favorites: [ListedFavorite] = []
    ) {
        self.generation = generation
        self.info = info
        self.counts = counts
        self.kinds = kinds
        self.kept = kept
        self.start = start
        self.vehicles = vehicles
        self.favorites = favorites
    }
}

/// A favorite, and the vehicle that it stands for now.
public struct ListedFavorite: Equatable, Sendable {
    /// The code by which it is kept.
    public var id: String
    /// `nil` while it is away.
    public var vehicle: Vehicle?

    /// Creates a favorite.
    public init(id: String, vehicle: Vehicle?) {
        (self.id, self.vehicle) = (id, vehicle)
    }
}

/// A vehicle of the snapshot, and where it is.
public struct FoundVehicle: Sendable {
    /// All that is known of it.
    public var detail: VehicleDetail
    /// Its row in the store.
    public var row: Int64
    /// Its place in the list; `nil` if it is not in the list.
    public var index: Int?
    /// What people wrote about it, the oldest first.
    public var notes: [Note]

    /// Creates a find.
    public init(detail: VehicleDetail, row: Int64, index: Int?, notes: [Note] = []) {
        (self.detail, self.row, self.index, self.notes) = (detail, row, index, notes)
    }
}
