/// A depot, or a GBFS station, where vehicles are parked and charged.
///
/// The names are those of GBFS 3.0 (`station_information.json`, `station_status.json`). All but the
/// ID may be missing from a feed.
public struct Site: Equatable, Sendable, Codable {
    /// The ID (`station_id`).
    public var id: String
    /// The name (`name`), in the language selected when it was read.
    public var name: String?
    /// The position (`lat`, `lon`).
    public var position: Position?
    /// The street address (`address`).
    public var address: String?
    /// The ID of the region that it is in (`region_id`).
    public var regionID: String?
    /// The number of vehicles that fit (`capacity`).
    public var capacity: Int?
    /// The number of available vehicles (`num_vehicles_available`, before 3.0
    /// `num_bikes_available`).
    public var vehiclesAvailable: Int?
    /// The number of disabled vehicles (`num_vehicles_disabled`, `num_bikes_disabled`).
    public var vehiclesDisabled: Int?
    /// The number of available docks (`num_docks_available`).
    public var docksAvailable: Int?
    /// The numbers of available vehicles by type (`vehicle_types_available`, 2.1 and later), in the
    /// order of the feed.
    public var vehiclesByType: [TypedCount]?
    /// The numbers of available docks by the types that fit (`vehicle_docks_available`, 2.1 and
    /// later), in the order of the feed.
    public var docksByType: [TypedCount]?
    /// Whether it is installed (`is_installed`).
    public var isInstalled: Bool?
    /// Whether it rents out vehicles (`is_renting`).
    public var isRenting: Bool?
    /// Whether it accepts returns (`is_returning`).
    public var isReturning: Bool?
    /// The time of its last report (`last_reported`).
    public var lastReported: Timestamp?
    /// The latest measurements, each quantity once, in the order of `Quantity`.
    public var measurements: [Measurement] = []

    /// Creates a site; all but its ID is unknown.
    public init(id: String) {
        self.id = id
    }

    /// The number of available and disabled vehicles, if the feed has it.
    public var vehicles: Int? {
        vehiclesAvailable.map { count in
            let (sum, overflow) = count.addingReportingOverflow(vehiclesDisabled ?? 0)
            return overflow ? count : sum
        }
    }

    /// Whether a sensor is in alarm.
    public var hasAlarm: Bool { measurements.contains { $0.state == .alarm } }

    /// What the site does not do, in words; `nil` if it does all, as far as the feed says.
    ///
    /// A site that is not installed does nothing else either.
    public var serviceText: String? {
        if isInstalled == false { return localized("not installed") }
        return switch (isRenting == false, isReturning == false) {
        case (true, true): localized("closed")
        case (true, false): localized("no rentals")
        case (false, true): localized("no returns")
        case (false, false): nil
        }
    }
}

/// A site, with its vehicle count and sensor history.
public struct SiteStatus: Equatable, Sendable {
    /// The site from the feed.
    public var site: Site
    /// Number of vehicles: the count in the feed, or else the vehicles that reference the site.
    public var vehicles: Int?
    /// History of the measurements, oldest first; empty where none was read.
    public var samples: [Quantity: [Sample]]

    /// Creates the status of a site; `vehicles` is used only if the feed has no count.
    public init(
        _ site: Site, vehicles: Int? = nil, samples: [Quantity: [Sample]] = [:]
    ) {
        self.site = site
        self.vehicles = site.vehicles ?? vehicles
        self.samples = samples
    }

    /// Measurements in alarm, in the order of `Quantity`.
    public var alarms: [Measurement] { site.measurements.filter { $0.state == .alarm } }
}

/// The number of vehicles at each site, counted from the `station_id` of the vehicles.
public struct ParkedVehicles: Equatable, Sendable {
    private let counts: [String: Int]

    /// Creates the counts by site ID.
    public init(_ counts: [String: Int] = [:]) {
        self.counts = counts
    }

    /// The number of vehicles at a site; `nil` if it is unknown.
    ///
    /// If any vehicle names a site, a site that none of them names has 0 vehicles. If no vehicle
    /// names a site, all counts are unknown.
    public subscript(id: String) -> Int? { counts.isEmpty ? nil : counts[id] ?? 0 }
}
