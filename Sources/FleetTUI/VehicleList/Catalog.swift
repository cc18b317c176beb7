import FleetCore

/// The vehicles of a list, of which only those around the screen are at hand.
struct Catalog: Sendable {
    /// What is known at a place of the list.
    enum Entry: Equatable {
        case vehicle(Vehicle)
        /// It left the feed after the list was made.
        case gone
        /// It was not read yet.
        case unread

        var vehicle: Vehicle? {
            if case .vehicle(let vehicle) = self { vehicle } else { nil }
        }
    }

    /// How many vehicles are read beyond both ends of a screen.
    static let margin = 150

    /// The request that the list came of.
    private(set) var generation = 0
    /// The snapshot; `nil` while none was read.
    private(set) var info: SnapshotInfo?
    /// How many vehicles there are, and how many are in the list.
    private(set) var counts = VehicleCounts(total: 0, matching: 0, unknownBattery: 0)
    /// The kinds of vehicles that the snapshot has.
    private(set) var kinds: [KindCount] = []
    /// The favorites, those that are away too.
    private(set) var favorites: [ListedFavorite] = []
    /// The codes, in the feed, of the favorites that are there.
    private(set) var favoriteIDs = VehicleIDs([])
    private var start = 0
    private var window: [Vehicle?] = []
    /// What was asked for and has not come yet.
    private var awaited: Range<Int>?

    /// How many vehicles the list has.
    var count: Int { counts.matching }

    /// What is at hand.
    var vehicles: some Sequence<Vehicle> { window.lazy.compactMap(\.self) }

    /// How many favorites are away.
    var awayCount: Int { favorites.count { $0.vehicle == nil } }

    /// The favorite of a code, or else the only one that is equal but for case, if it is away.
    func awayFavorite(_ id: String) -> ListedFavorite? {
        let alike = favorites.filter { $0.vehicle == nil && ASCIICase.equal($0.id, id) }
        return alike.first { ByteOrder.equal($0.id, id) } ?? (alike.count == 1 ? alike[0] : nil)
    }

    subscript(index: Int) -> Entry {
        guard window.indices.contains(index - start) else { return .unread }
        return window[index - start].map(Entry.vehicle) ?? .gone
    }

    /// Takes the place of the list before it.
    mutating func show(_ listed: Listed) {
        generation = listed.generation
        info = listed.info
        counts = listed.counts
        kinds = listed.kinds
        if favorites != listed.favorites {
            favorites = listed.favorites
            favoriteIDs = VehicleIDs(favorites.compactMap { $0.vehicle?.id })
        }
        (start, window, awaited) = (listed.start, listed.vehicles, nil)
    }

    /// Takes vehicles that were read, unless they are of another list.
    mutating func add(_ vehicles: [Vehicle?], from start: Int, generation: Int) {
        guard generation == self.generation else { return }
        (self.start, window, awaited) = (start, vehicles, nil)
    }

    /// What was asked for does not come.
    mutating func forgetAwaited() {
        awaited = nil
    }

    /// What has to be read so that a part of the list can be shown; `nil` if nothing has, or if it is
    /// on its way.
    mutating func missing(_ visible: Range<Int>) -> Range<Int>? {
        let visible = visible.clamped(to: 0..<count)
        let atHand = start..<start + window.count
        let isAwaited = awaited.map { visible.clamped(to: $0) == visible } ?? false
        guard !visible.isEmpty, visible.clamped(to: atHand) != visible, !isAwaited else {
            return nil
        }
        let wanted = (visible.lowerBound - Self.margin)..<(visible.upperBound + Self.margin)
        awaited = wanted.clamped(to: 0..<count)
        return awaited
    }
}
