public import FleetCore

/// List of vehicles, with only the rows around the visible ones in memory.
struct VehicleListModel: Sendable {
    /// State of a row of the list.
    enum Entry: Equatable {
        case vehicle(Vehicle)
        /// The vehicle left the feed after the list was loaded.
        case gone
        /// The row has not been read yet.
        case notLoaded

        var vehicle: Vehicle? {
            if case .vehicle(let vehicle) = self { vehicle } else { nil }
        }
    }

    /// Number of rows that are read beyond each end of the screen.
    static let margin = 150

    /// Number of the request that the list answers.
    private(set) var generation = 0
    /// Description of the snapshot; `nil` until one is loaded.
    private(set) var info: SnapshotInfo?
    /// Number of all vehicles, and of those in the list.
    private(set) var counts = VehicleCounts(total: 0, matching: 0, unknownBattery: 0)
    /// Combinations of color, type and state in the snapshot, with their counts.
    private(set) var facets: [FacetCount] = []
    /// All favorites, including those that are not in the feed.
    private(set) var favorites: [ListedFavorite] = []
    /// IDs in the feed of the favorites that are there.
    private(set) var favoriteIDs = VehicleIDs([])
    private var start = 0
    private var window: [Vehicle?] = []
    /// Range that has been requested but not loaded yet.
    private var pending: Range<Int>?

    /// Number of vehicles in the list.
    var count: Int { counts.matching }

    /// Vehicles in memory.
    var vehicles: some Sequence<Vehicle> { window.lazy.compactMap(\.self) }

    /// Number of favorites that are not in the feed.
    var missingCount: Int { favorites.count { $0.vehicle == nil } }

    /// Returns the missing favorite with an ID, or else the only one whose ID differs just in case.
    func missingFavorite(_ id: String) -> ListedFavorite? {
        let alike = favorites.filter { $0.vehicle == nil && ASCIICase.equal($0.id, id) }
        return alike.first { ByteOrder.equal($0.id, id) } ?? (alike.count == 1 ? alike[0] : nil)
    }

    subscript(index: Int) -> Entry {
        guard window.indices.contains(index - start) else { return .notLoaded }
        return window[index - start].map(Entry.vehicle) ?? .gone
    }

    /// Returns the index of a vehicle in memory.
    func index(of id: String) -> Int? {
        window.firstIndex { $0.map { ByteOrder.equal($0.id, id) } ?? false }.map { start + $0 }
    }

    /// Replaces the list.
    mutating func apply(_ listed: ListResult) {
        generation = listed.generation
        info = listed.info
        counts = listed.counts
        facets = listed.facets
        if favorites != listed.favorites {
            favorites = listed.favorites
            favoriteIDs = VehicleIDs(favorites.compactMap { $0.vehicle?.id })
        }
        (start, window, pending) = (listed.start, listed.vehicles, nil)
    }

    /// Adds loaded rows, unless they belong to another list.
    mutating func add(_ vehicles: [Vehicle?], from start: Int, generation: Int) {
        guard generation == self.generation else { return }
        (self.start, window, pending) = (start, vehicles, nil)
    }

    /// Forgets the pending request, which will not be answered.
    mutating func forgetPending() {
        pending = nil
    }

    /// Returns the range to read so that the visible rows can be shown; `nil` if they are loaded or
    /// pending.
    mutating func missingRange(for visible: Range<Int>) -> Range<Int>? {
        let visible = visible.clamped(to: 0..<count)
        let loaded = start..<start + window.count
        let isPending = pending.map { visible.clamped(to: $0) == visible } ?? false
        guard !visible.isEmpty, visible.clamped(to: loaded) != visible, !isPending else {
            return nil
        }
        let wanted = (visible.lowerBound - Self.margin)..<(visible.upperBound + Self.margin)
        pending = wanted.clamped(to: 0..<count)
        return pending
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
    /// Index of the selected vehicle; `nil` if it is not in the list.
    public var selectedIndex: Int?
    /// Index of the first of `vehicles`.
    public var start: Int
    /// Vehicles around the selected one; `nil` where one is gone.
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
    /// Vehicle in the feed; `nil` while it is missing.
    public var vehicle: Vehicle?

    /// Creates a favorite.
    public init(id: String, vehicle: Vehicle?) {
        (self.id, self.vehicle) = (id, vehicle)
    }
}
