import FleetCore

/// What the documents of a system say to each other, as far as they were read.
///
/// IDs are kept as hashes with the random seed of this process.
struct SystemContext {
    /// Time of the check.
    var now = Timestamp(seconds: 0)
    /// Whether the documents were just loaded, so that their age matters.
    var isLive = false
    /// IDs of each kind; `nil` before their document was read.
    var ids: [Set<UInt64>?] = Array(repeating: nil, count: IDSpace.allCases.count)
    /// Types of vehicles that must have a range.
    var motorTypes: Set<UInt64> = []
    /// `max_range_meters` of the types.
    var maxRanges: [UInt64: Double] = [:]
    /// Plans with a price for reserving.
    var plansWithReservation: Set<UInt64> = []
    /// Capacities of stations that are not virtual.
    var capacities: [UInt64: Double] = [:]
    /// IDs of stations, for examples; only the first ones.
    var stationNames: [UInt64: String] = [:]
    /// Stations of `station_status`; `nil` before it was read.
    var statusStations: Set<UInt64>?
    /// Where the system is.
    var center: (latitude: Double, longitude: Double)?
    /// Names of the documents that vehicles and stations refer to.
    var needed: Set<String> = []
    var hasLinks = (ios: false, android: false)
    var hasStores = (ios: false, android: false)
    /// Version that the last document declares.
    var declaredVersion: String?

    static let maxStationNames = 20_000
    static let maxTypes = 10_000

    /// Whether the system has vehicle types.
    var hasTypes: Bool { !(ids[IDSpace.vehicleTypes.rawValue]?.isEmpty ?? true) }

    /// Returns the hash of an ID.
    static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        ByteIndex.hash(UnsafeRawBufferPointer(bytes))
    }
}

/// A vehicle without the prefix of its ID.
struct PrefixedVehicle: Hashable {
    var rest: UInt64
    var latitude: Double
    var longitude: Double

    /// Maximum number in a document.
    static let maxCount = 200_000
    /// Minimum length of an ID after its prefix, in bytes; shorter ones are numbers of other lists.
    static let minLength = 4
}

/// Values of the current vehicle, station or type.
struct RowValues {
    var id: UInt64 = 0
    var latitude: Double?
    var longitude: Double?
    /// Hash of the ID of a vehicle after its prefix, and the ID; `nil` without a prefix.
    var prefixed: (rest: UInt64, id: String)?
    /// Whether a vehicle is at a station, whose location many have.
    var isAtStation = false
    /// Whether the outer ring of a zone is counterclockwise, and whether a rule forbids rides.
    var zone = (isCounterclockwise: false, forbidsRides: false)
    /// Decimals of the more precise coordinate.
    var decimals = 0
    var type: UInt64?
    var range: Double?
    var fuel: Double?
    var propulsion: Propulsion = .missing
    var hasReservationPrice = false
    var isVirtual = false
    var capacity: Double?
    var vehicles: Double?
    var docks: Double?
    var otherPlaces = 0.0
    var vehiclesOfTypes: Double?
    var docksOfTypes: Double?
    var defaultPlan: UInt64?
    /// Whether one of the listed plans has a price for reserving.
    var hasReservablePlan = false

    enum Propulsion { case missing, human, motorOfVehicle, otherMotor, unknown }
}

/// State of the rules about data, for one document.
struct DataState {
    var row = RowValues()
    var feeds = FeedNames()
    /// Points of the current ring, as longitude and latitude.
    var ring: [RingCheck.Point] = []
    var ringChecks = RingCheck.maxComparisons
    var longitude = 0.0
    var coordinates = CoordinateCheck()
    /// IDs of vehicles with a prefix, by the rest of their IDs and their locations.
    var prefixedVehicles: [PrefixedVehicle: String] = [:]
    /// Ranges and charges of vehicles by type.
    var ranges: [UInt64: RangeSpread] = [:]
    /// Nodes that rules need at the end of a row.
    let nodes: RowNodes

    init(_ tree: SpecificationTree) { nodes = RowNodes(tree) }

    /// Ranges and charges of the vehicles of a type.
    struct RangeSpread {
        var count = 0
        var ranges: ClosedRange<Double>
        var fuels: ClosedRange<Double>?
    }
}

/// Names in a list of documents.
struct FeedNames {
    /// Number of elements with a name, whatever it is.
    var count = 0
    var hasSystemInformation = false
}

/// Members of rows in the tree that rules refer to; `nil` for those that the document lacks.
struct RowNodes {
    let latitude: Int?
    let vehicleType: Int?
    let range: Int?
    let typeCounts: Int?
    let reserveTime: Int?
    /// Bits of `lat` and `lon` together, and of `station_id`.
    let location: (both: UInt64, station: UInt64)
    let kind: Kind

    /// What the rows of a document are.
    enum Kind { case vehicles, stations, stationStatus, types, plans, zones, other }

    init(_ tree: SpecificationTree) {
        func member(_ key: String) -> Int? {
            tree.members.firstIndex {
                $0.key.elementsEqual(key.utf8)
                    && tree.nodes[$0.node].path.split(separator: "/").count == 4
            }
        }
        latitude = tree.nodes.firstIndex { $0.role == .latitude }
        let row = tree.nodes.firstIndex(where: \.isRow) ?? 0
        location = (
            tree.bit("lat", of: row) | tree.bit("lon", of: row), tree.bit("station_id", of: row)
        )
        vehicleType = member("vehicle_type_id")
        range = member("current_range_meters")
        typeCounts = member("vehicle_types_available")
        reserveTime = member("default_reserve_time")
        kind =
            switch tree.document {
            case "free_bike_status", "vehicle_status", "vehicles", "vehicles_status": .vehicles
            case "station_information": .stations
            case "station_status": .stationStatus
            case "vehicle_types": .types
            case "system_pricing_plans": .plans
            case "geofencing_zones": .zones
            default: .other
            }
    }
}
