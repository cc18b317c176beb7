/// All vehicles of a source at one time.
public struct Snapshot: Sendable {
    /// The vehicles, in the order of the feed, with unique IDs.
    public var vehicles: [Vehicle]
    /// The sites, in a snapshot of a site feed, which has no vehicles.
    public var sites: [Site] = []
    /// The documents beside them, as far as they were read.
    public var documents = SideDocuments()
    /// The trips that were reported since the last snapshot.
    public var trips: [VehicleTrip] = []
    /// The number of vehicles in the feed; `vehicles` may contain only those that match a filter.
    public var total: Int
    /// The number of vehicles in the feed that are in the public space.
    public var listedTotal: Int { total - (feed.outsidePublicSpace ?? 0) }
    /// The description of the feed.
    public var feed: FeedDescription
    /// The skipped vehicles and repaired errors.
    public var parseReport: ParseReport

    /// Creates a snapshot; `total` defaults to the number of `vehicles`.
    public init(
        vehicles: [Vehicle], total: Int? = nil, feed: FeedDescription, parseReport: ParseReport
    ) {
        self.vehicles = vehicles
        self.total = total ?? vehicles.count
        self.feed = feed
        self.parseReport = parseReport
    }

    /// Sets the sites and what the feed says about all of them; `total` is their number.
    public mutating func setSites(_ sites: [Site]) {
        self.sites = sites
        total = sites.count
        feed.hasRegions = sites.contains { $0.regionID != nil } ? true : nil
        let hasCounts = sites.contains { $0.vehiclesByType != nil || $0.docksByType != nil }
        feed.hasTypeCounts = hasCounts ? true : nil
    }

    /// Creates a snapshot of sites; `total` is their number.
    public init(sites: [Site], feed: FeedDescription, parseReport: ParseReport) {
        self.init(vehicles: [], feed: feed, parseReport: parseReport)
        setSites(sites)
    }
}

/// The description of a feed: its own metadata and its format.
public struct FeedDescription: Equatable, Sendable, Codable {
    /// The time of the feed's last change (`last_updated`).
    public var lastUpdated: Timestamp?
    /// The time the data stays fresh (`ttl`), in seconds, 0 or more.
    public var ttlSeconds: Double?
    /// The format, such as `GBFS 2.3` or `vehicles document`.
    public var format: String
    /// The name of the system (`system_information.json`, `name`).
    public var systemName: String?
    /// The system's time zone, an IANA name (`system_information.json`, `timezone`).
    public var timeZone: String?
    /// The system's apps (`system_information.json`, `rental_apps`), whose schemes rental links may
    /// have (`LinkRule`).
    public var rentalApps: RentalApps?
    /// Whether the vehicles come from the embedded simulation.
    public var isSimulated = false
    /// Whether the feed rotates vehicle IDs, according to the feed itself.
    public var rotation: IDRotation = .unknown
    /// The names of the vehicle types by their IDs (`vehicle_types.json`, `name`); `nil` without
    /// names, and if there are too many to store with every snapshot.
    public var typeNames: [String: String]?
    /// The propulsion types of the vehicle types by their IDs (`propulsion_type`), like
    /// ``typeNames``.
    public var typePropulsions: [String: String]?
    /// The form factors of the vehicle types by their IDs (`form_factor`), like ``typeNames``.
    public private(set) var typeFormFactors: [String: String]?
    /// Whether it has types that are in none of these, because they have no texts or are too
    /// many; `nil` if not.
    public private(set) var hasUnlistedTypes: Bool?

    /// The names of the regions by their IDs (`system_regions.json`, `name`); `nil` without any,
    /// and if there are too many to store with every snapshot.
    public private(set) var regionNames: [String: String]?
    /// Whether any vehicle or site has a region (``Vehicle/regionID``); `nil` without any.
    public var hasRegions: Bool?
    /// Whether any site has counts by vehicle type (``Site/vehiclesByType``); `nil` without any.
    public internal(set) var hasTypeCounts: Bool?

    /// The names and locations of the stations that vehicles name, by their IDs; `nil` without any,
    /// and if there are too many to store with every snapshot.
    public private(set) var stations: [String: StationPlace]?
    /// Whether the location of any vehicle is that of its station; `nil` without any.
    public private(set) var hasStationLocations: Bool?

    /// Whether vehicles have a code that is visible on them (``Vehicle/code``); `nil` without any.
    public var hasCodes: Bool?
    /// Whether vehicles have a name (``Vehicle/name``); `nil` without any.
    public var hasNames: Bool?
    /// The properties of the vehicles that no field of GBFS has, in the order of the table; `nil`
    /// without any.
    public var properties: [CustomProperty]?
    /// What was recognized in a table; `nil` for other feeds.
    public var table: TableDescription?
    /// How the asset list beside the feed fits it; `nil` without one.
    public var assets: AssetMatch?
    /// The number of vehicles that are not in the public space
    /// (``VehicleState/isInPublicSpace``); `nil` without any.
    public var outsidePublicSpace: Int?

    private static let (maxTypes, maxRegions, maxTextBytes) = (200, 1000, 200)
    private static let maxStations = 5000

    /// Sets the names, propulsion types and form factors of the vehicle types.
    public mutating func setTypes(_ types: [VehicleType]) {
        typeNames = Self.texts(types.map { ($0.id, $0.name) }, maxCount: Self.maxTypes)
        typePropulsions = Self.texts(
            types.map { ($0.id, $0.propulsionType) }, maxCount: Self.maxTypes)
        typeFormFactors = Self.texts(types.map { ($0.id, $0.formFactor) }, maxCount: Self.maxTypes)
        let listed = typeIDs
        hasUnlistedTypes = types.allSatisfy { listed.contains($0.id) } ? nil : true
    }

    /// The IDs of the vehicle types with a name, a propulsion type or a form factor.
    var typeIDs: Set<String> {
        [typeNames, typePropulsions, typeFormFactors]
            .reduce(into: []) { ids, texts in ids.formUnion((texts ?? [:]).keys) }
    }

    /// Sets the names of the regions.
    public mutating func setRegions(_ regions: [Region]) {
        regionNames = Self.texts(regions.map { ($0.id, $0.name) }, maxCount: Self.maxRegions)
    }

    /// Sets the stations that vehicles name.
    /// - Parameter haveVehicles: Whether any vehicle is located by its station.
    public mutating func setStations(_ places: [String: StationPlace], haveVehicles: Bool) {
        stations = places.isEmpty || places.count > Self.maxStations ? nil : places
        hasStationLocations = haveVehicles ? true : nil
    }

    /// Returns whether the location of a vehicle is that of its station, because it has only a
    /// `station_id`.
    public func isLocatedByStation(_ vehicle: Vehicle) -> Bool {
        guard hasStationLocations == true, let position = vehicle.position else { return false }
        return vehicle.stationID.flatMap { stations?[$0]?.position } == position
    }

    /// Returns the station of a vehicle in words: its name and its ID, or only the ID, which is also
    /// the name in a table.
    public func stationText(ofID id: String) -> String {
        guard let name = stations?[id]?.name, name != id else { return id }
        return "\(name) (\(id))"
    }

    private static func texts(
        _ all: [(id: String, text: String?)], maxCount: Int
    ) -> [String: String]? {
        let texts = all.compactMap { id, text in
            text.flatMap { $0.utf8.count <= maxTextBytes ? (id, $0) : nil }
        }
        guard !texts.isEmpty, texts.count <= maxCount else { return nil }
        return Dictionary(texts, uniquingKeysWith: { _, last in last })
    }

    /// The time zone of the system; UTC if the feed names none, or an unknown one.
    public var zone: SystemTimeZone {
        timeZone.map { SystemTimeZone(named: $0) ?? .utc(insteadOf: $0) } ?? .utc
    }

    /// Describes the codes and states of vehicles of a feed that may have both.
    public mutating func describe(_ vehicles: [Vehicle]) {
        hasCodes = vehicles.contains { $0.code != nil } ? true : nil
        hasNames = vehicles.contains { $0.name != nil } ? true : nil
        let outside = vehicles.count { !$0.state.isInPublicSpace }
        outsidePublicSpace = outside > 0 ? outside : nil
    }

    /// Returns the type of a vehicle in words: its name, otherwise its form factor,
    /// otherwise its ID; `nil` if all are unknown.
    public func typeName(of vehicle: Vehicle) -> String? {
        typeName(ofType: vehicle.typeID, formFactor: vehicle.formFactor)
    }

    /// Returns a type in words.
    public func typeName(
        ofType id: String?, formFactor: String?, in language: Language = .current
    ) -> String? {
        id.flatMap { typeNames?[$0] }
            ?? formFactor.map { FormFactor.name(of: $0, in: language) } ?? id
    }

    /// Returns the name of the region of a vehicle, or its ID if it has no name.
    public func regionName(of vehicle: Vehicle) -> String? {
        regionName(ofID: vehicle.regionID)
    }

    /// Returns the name of the region of a site, or its ID if it has no name.
    public func regionName(of site: Site) -> String? { regionName(ofID: site.regionID) }

    private func regionName(ofID id: String?) -> String? { id.map { regionNames?[$0] ?? $0 } }

    /// Returns a function that removes the values of a vehicle that have none of some visibilities.
    package func showing(_ seen: Set<ValueVisibility>) -> (Vehicle) -> Vehicle {
        guard let properties, properties.contains(where: { !seen.contains($0.visibility) }) else {
            return { $0 }
        }
        let names = Set(
            properties.filter { seen.contains($0.visibility) }.map { ByteString($0.name) })
        return { vehicle in
            var vehicle = vehicle
            vehicle.properties = vehicle.properties.limited(to: names)
            return vehicle
        }
    }

    /// Creates a description; all but the format is unknown.
    public init(format: String) {
        self.format = format
    }
}

/// Whether a feed rotates vehicle IDs after trips, as GBFS 2.0 and later require.
public enum IDRotation: String, CaseIterable, Sendable, Codable {
    /// The IDs rotate: a printed ID becomes invalid.
    case yes
    /// The IDs are stable.
    case no
    /// Not known yet.
    case unknown

    /// Infers the rotation from the number of vehicles of an earlier snapshot that are still
    /// present.
    ///
    /// If more than half of at least 20 vehicles are gone within a day, the IDs rotate: no fleet is
    /// replaced that fast. If four in five are present after a day, the IDs are stable. Otherwise
    /// the result is `nil`.
    public static func inferred(survivors: Int, of total: Int, after age: Duration) -> IDRotation? {
        guard total >= 20 else { return nil }
        let share = Double(survivors) / Double(total)
        if age <= .seconds(86_400), share < 0.5 { return .yes }
        if age >= .seconds(86_400), share >= 0.8 { return .no }
        return nil
    }
}
