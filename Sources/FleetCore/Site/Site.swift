/// A place where vehicles charge and wait: a depot, or a station of GBFS.
///
/// The names are those of GBFS 3.0 (`station_information.json`, `station_status.json`). Everything but
/// the identifier may be missing from a feed.
public struct Site: Equatable, Sendable, Codable {
    /// The identifier (`station_id`).
    public var id: String
    /// Its name (`name`), in the language chosen when it was read.
    public var name: String?
    /// Where it is.
    public var position: Position?
    /// Its street address (`address`).
    public var address: String?
    /// How many vehicles have room (`capacity`).
    public var capacity: Int?
    /// How many vehicles can be taken (`num_vehicles_available`, before 3.0 `num_bikes_available`).
    public var vehiclesAvailable: Int?
    /// How many are there out of service (`num_vehicles_disabled`, `num_bikes_disabled`).
    public var vehiclesDisabled: Int?
    /// How many more can be brought (`num_docks_available`).
    public var docksAvailable: Int?
    /// Whether it is in place (`is_installed`).
    public var isInstalled: Bool?
    /// Whether vehicles are handed out (`is_renting`).
    public var isRenting: Bool?
    /// Whether vehicles are taken back (`is_returning`).
    public var isReturning: Bool?
    /// When it last reported (`last_reported`).
    public var lastReported: Timestamp?
    /// What its sensors told last, each quantity once, in the order of `Quantity`.
    public var measurements: [Measurement] = []

    /// Creates a site of which only the identifier is known.
    public init(id: String) {
        self.id = id
    }

    /// How many vehicles are there, if that is told.
    public var vehicles: Int? {
        vehiclesAvailable.map { count in
            let (sum, isTooMany) = count.addingReportingOverflow(vehiclesDisabled ?? 0)
            return isTooMany ? count : sum
        }
    }

    /// Whether a sensor gives alarm.
    public var hasAlarm: Bool { measurements.contains { $0.state == .alarm } }
}
