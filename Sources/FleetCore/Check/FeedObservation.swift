/// What one reading of a feed of vehicles showed.
public struct FeedObservation: Sendable {
    /// Vehicles that break a rule in one reading.
    public struct Sample: Equatable, Sendable {
        /// The number of vehicles.
        public private(set) var count = 0
        /// The first of them.
        public private(set) var examples: [CheckFinding.Example] = []

        /// Creates an empty sample.
        public init() {}

        init(count: Int, examples: [CheckFinding.Example]) {
            (self.count, self.examples) = (count, examples)
        }

        /// Adds a vehicle; it is an example if there are few.
        public mutating func add(_ id: String, _ value: @autoclosure () -> String) {
            count += 1
            guard examples.count < CheckFinding.maxExamples else { return }
            let bounded = id.utf8.count > 200 ? String(id.unicodeScalars.prefix(60)) + "…" : id
            examples.append(.init(path: bounded, value: value()))
        }
    }

    /// The vehicles of a snapshot, and how they differ from the earlier one.
    public struct Vehicles: Sendable {
        /// The number of vehicles.
        public var total = 0
        /// The number of vehicles at each place (``FeedArea``).
        public var places: [String: Int] = [:]
        /// The differences from the earlier snapshot.
        public var changes = SnapshotChanges.none
        /// The number of trips: moves, and vehicles that left the feed.
        public var trips = 0
        /// What happened to a sample of the IDs.
        public var ids = IDs()
        /// Vehicles that moved faster than the bound.
        public var teleports = Sample()
        /// Vehicles with another type than before.
        public var changedTypes = Sample()

        /// Creates the vehicles of an empty feed.
        public init() {}

        /// The vehicles of a table: rows that were edited or removed are no trips, and what a
        /// person writes is neither too fast nor another vehicle.
        public var ofTable: Self {
            var vehicles = Self()
            (vehicles.total, vehicles.changes) = (total, changes)
            return vehicles
        }
    }

    /// What happened to a sample of the IDs of a feed, by their hashes.
    public struct IDs: Sendable {
        /// About the number of vehicles whose IDs are all in the sample.
        private static let size = 200
        /// Most hashes of a reading.
        private static let maxCount = 1000

        /// Each ID whose hash is a multiple of this, a power of 2, is in the sample.
        private let step: UInt64
        /// The IDs that left the feed.
        private(set) var gone: [UInt32] = []
        /// The IDs that came.
        private(set) var added: [UInt32] = []
        /// The number of vehicles that moved with the same ID.
        private(set) var moves = 0

        /// Creates a sample of the changes of a feed with about as many vehicles.
        public init(of total: Int = 0) {
            var step: UInt64 = 1
            while step < UInt64(max(0, total) / Self.size) { step *= 2 }
            self.step = step
        }

        private func hash(_ id: String) -> UInt32? {
            let hash = StableHash.hash(id)
            return hash % step == 0 ? UInt32(truncatingIfNeeded: hash >> 32) : nil
        }

        /// Notes a vehicle that left the feed.
        public mutating func remove(_ id: String) {
            guard gone.count < Self.maxCount, let hash = hash(id) else { return }
            gone.append(hash)
        }

        /// Notes a vehicle that came.
        public mutating func insert(_ id: String) {
            guard added.count < Self.maxCount, let hash = hash(id) else { return }
            added.append(hash)
        }

        /// Notes a vehicle that moved.
        public mutating func move(_ id: String) { if hash(id) != nil { moves += 1 } }
    }

    /// What is counted once an hour, over all stored vehicles in the public space.
    public struct Survey: Sendable {
        /// The times of ``parked``, in days.
        public static let parkedDays = [1, 3, 7, 14]

        /// The number of vehicles.
        public var total = 0
        /// The number of vehicles that have stood still for 1, 3, 7 and 14 days, and are not in use.
        public var parked = [0, 0, 0, 0]
        /// Examples of those that have stood still for longest.
        public var longestParked = Sample()
        /// Vehicles that have been reserved or on a trip for too long without a move.
        public var longTrips = Sample()
        /// Vehicles that are in another stored source, too.
        public var shared = Sample()
        /// Vehicles outside the zone of the check; `nil` without a zone.
        public var outside: Sample?

        /// Creates an empty survey.
        public init() {}
    }

    /// The outcome of the request.
    public enum Outcome: Sendable {
        /// It failed, with this cause.
        case failed(String)
        /// The feed has not changed.
        case unchanged
        /// A snapshot was stored.
        case loaded(Vehicles)
    }

    /// The time, on the displayed clock.
    public var at: Timestamp
    /// The longest pause between two readings that is no gap.
    public var maxPause: Duration
    /// The outcome.
    public var outcome: Outcome
    /// The time of the feed's last change (`last_updated`).
    public var lastUpdated: Timestamp?
    /// The time for which the data stays fresh (`ttl`), in seconds.
    public var ttl: Double?
    /// The format, such as `GBFS 3.0`.
    public var format = ""
    /// The zone of the system's days.
    public var zone = SystemTimeZone.utc
    /// Whether the service may close at night, as long as its nights are not known.
    public var allowsNights = true
    /// The survey, if one was due.
    public var survey: Survey?

    /// The number of vehicles that came, went or changed.
    var changes: Int {
        guard case .loaded(let vehicles) = outcome else { return 0 }
        return vehicles.changes.added + vehicles.changes.gone + vehicles.changes.changed
    }

    /// Whether the feed is a table, in which only that it cannot be read is wrong.
    public var isTable: Bool { FeedDescription(format: format).isTable }

    /// Creates the observation of an outcome.
    public init(_ outcome: Outcome, at time: Timestamp, maxPause: Duration) {
        (self.outcome, at, self.maxPause) = (outcome, time, maxPause)
    }
}

/// A part of the area of a feed: a region (`region_id`), or else a cell of a grid of 0.2 degrees,
/// some 20 kilometres.
public enum FeedArea {
    private static let cellsPerDegree = 5.0
    /// Most places of a feed that are compared.
    static let maxCount = 500

    /// Returns the key of the place of a vehicle; `nil` for one without a position and a region.
    public static func key(of vehicle: Vehicle) -> String? {
        if let region = vehicle.regionID, region.utf8.count <= 100 { return "r" + region }
        return vehicle.position.map { key(ofCell: cell(of: $0)) }
    }

    /// Returns the number of the cell of a position.
    public static func cell(of position: Position) -> Int {
        let row = Int((position.latitude * cellsPerDegree).rounded(.down))
        let column = Int((position.longitude * cellsPerDegree).rounded(.down))
        return (row + 1000) * 10_000 + column + 1000
    }

    /// Returns the key of a cell.
    public static func key(ofCell cell: Int) -> String { "c\(cell)" }

    /// Returns the words for a place.
    static func name(of key: String) -> String {
        guard key.first == "c", let cell = Int(key.dropFirst()) else {
            return "region \(key.dropFirst())"
        }
        let latitude = (Double(cell / 10_000 - 1000) + 0.5) / cellsPerDegree
        let longitude = (Double(cell % 10_000 - 1000) + 0.5) / cellsPerDegree
        return "within 20 km of \(ShortText.rounded(latitude)), \(ShortText.rounded(longitude))"
    }
}
