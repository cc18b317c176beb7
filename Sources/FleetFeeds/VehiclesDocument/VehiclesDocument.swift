import FleetCore
import JSON

/// Parsed document with a list of vehicles, of any shape.
struct VehiclesDocument {
    /// Vehicles that match the filter, with distinct IDs, in the order of the document.
    var vehicles: [Vehicle]
    /// Number of vehicles, matching or not.
    var total: Int
    /// Name of the format for users.
    var format: String
    /// Its dialect.
    var dialect = FeedDialect.gbfs
    /// Whether another document has the states of the vehicles (MDS 2.0, `/vehicles`).
    var lacksStates = false
    /// Whether another document has the properties of the vehicles (`/vehicles/status`).
    var lacksProperties = false
    /// Link to the next page, as written in the document.
    var nextLink: String?
    /// Whether vehicles may have codes and named states.
    var hasNames = false
    /// Whether any vehicle has a region.
    var hasRegions = false
    /// The source's own properties.
    var properties: [CustomProperty] = []
    /// Stations that vehicles name, by their IDs.
    var stations: [String: StationPlace] = [:]
    /// Whether the location of any vehicle is that of its station.
    var hasStationLocations = false
    /// What a table has beside its vehicles; `nil` for other documents.
    var table: TableContent?
    /// Report of skipped and repaired elements.
    var parseReport: ParseReport
    /// Description of the feed behind a document of a server.
    var served: ServedFeed?
    /// The documents in one of a server; empty in others.
    var servedDocuments = SideDocuments()
}

/// Data to join with the vehicles while they are read.
struct VehicleJoin {
    /// Vehicle types of the system.
    var types: [VehicleType] = []
    /// The stations by their IDs.
    var stations: [String: VehicleStationsDocument.Element] = [:]
    /// The times that reports can have; `nil` for all.
    var times: ReportTimes?
    /// The user's colors.
    var colorMap = ColorMap()
    /// Filter for the joined vehicles; only its facets are compared (``Filter/facets``).
    var filter = Filter()
}

extension VehiclesDocument {
    /// Number of elements between two progress reports.
    fileprivate static let progressStep = 4096

    fileprivate static let scan = ListScan(
        lists: VehicleListShape.allCases.map(\.path),
        fields: VehicleFeedField.allCases.map(\.rawValue),
        values: ["", "feed", "documents", "links.next"] + namedLists)

    /// Paths of the lists that are members of the document.
    fileprivate static let namedLists = VehicleListShape.allCases.filter { $0 != .bare }.map(\.path)

    /// Approximate size of one vehicle in a document, in bytes.
    private static let bytesPerVehicle = 300
    /// Maximum number of vehicles to reserve capacity for.
    private static let maxReservedVehicles = 1_000_000

    /// Some services write null for an empty list, others because they are broken.
    fileprivate mutating func warnOfNullList() {
        guard total == 0 else { return }
        parseReport.warn("the list of vehicles is null; it was read as an empty list")
    }

    fileprivate static func expectedCount(_ bytes: Int) -> Int {
        min(bytes / bytesPerVehicle + 16, maxReservedVehicles)
    }
}

extension VehiclesDocument {
    /// Locates the vehicles with only a `station_id` by the sites of the same document, if it has
    /// any.
    fileprivate mutating func locate(bySitesIn document: inout JSONDocument, at location: String) {
        guard stations.isEmpty,
            vehicles.contains(where: { $0.position == nil && $0.stationID != nil }),
            let (_, found) = try? SitesDocument.scan(&document, at: location),
            let sites = found?.sites, !sites.isEmpty
        else { return }
        let places = Dictionary(
            sites.map { (ByteString($0.id), StationPlace(name: $0.name, position: $0.position)) },
            uniquingKeysWith: { $1 })
        for index in vehicles.indices {
            guard let id = vehicles[index].stationID, let place = places[ByteString(id)] else {
                continue
            }
            stations[id] = place
            guard vehicles[index].position == nil, let position = place.position else { continue }
            vehicles[index].position = position
            hasStationLocations = true
        }
    }

    /// Adds the members of the vehicles that no field holds, if this is no feed.
    fileprivate mutating func addMembers(
        of document: JSONDocument, _ shape: VehicleListShape, _ settings: TableSettings
    ) {
        guard shape == .vehicles || shape == .bare, dialect == .gbfs, !vehicles.isEmpty else {
            return
        }
        do {
            try MemberProperties.add(of: document, shape, settings, to: &self)
        } catch {
            parseReport.warn(
                "other members of the vehicles were not read, because the JSON is not valid")
        }
    }

    /// Returns the states of vehicles, joined with their properties from another list (MDS 2.0).
    ///
    /// A vehicle without a state is left out: it is no longer in the feed.
    func joined(with properties: VehiclesDocument) -> VehiclesDocument {
        var joined = self
        joined.parseReport.add(properties.parseReport)
        joined.hasNames = true
        guard !properties.vehicles.isEmpty else { return joined }
        let known = Dictionary(
            properties.vehicles.map { (ByteString($0.id), $0) }, uniquingKeysWith: { $1 })
        for index in joined.vehicles.indices {
            guard let other = known[ByteString(joined.vehicles[index].id)] else { continue }
            joined.vehicles[index].addProperties(of: other)
        }
        return joined
    }

    /// Adds the vehicles of another page, of which each ID that occurs again is the newer one.
    mutating func add(page: VehiclesDocument, _ indices: inout [ByteString: Int]) {
        if indices.isEmpty {
            for (index, vehicle) in vehicles.enumerated() {
                indices[ByteString(vehicle.id)] = index
            }
        }
        // An empty page does not show what vehicles of this feed have.
        lacksStates =
            total == 0 ? page.lacksStates : lacksStates && (page.lacksStates || page.total == 0)
        lacksProperties = lacksProperties || page.lacksProperties
        for vehicle in page.vehicles {
            let index = indices[ByteString(vehicle.id), default: vehicles.count]
            if index < vehicles.count {
                vehicles[index] = vehicle
                parseReport.duplicates += 1
            } else {
                indices[ByteString(vehicle.id)] = index
                vehicles.append(vehicle)
            }
        }
        total = vehicles.count
        parseReport.add(page.parseReport)
        hasNames = hasNames || page.hasNames
        nextLink = page.nextLink
    }
}

extension Vehicle {
    /// Adds the properties of the vehicle that another document has.
    fileprivate mutating func addProperties(of other: Vehicle) {
        code = code ?? other.code
        typeID = typeID ?? other.typeID
        formFactor = formFactor ?? other.formFactor
        propulsionType = propulsionType ?? other.propulsionType
        color = color ?? other.color
    }
}

extension FeedDocument<FeedContent> {
    /// Parses a document of a vehicle feed; `progress` receives the number of vehicles so far.
    ///
    /// - Parameter table: How an array of objects that are no vehicles of a feed is read; `nil` if it
    ///   is not.
    /// - Throws: A failure at `location` if the document is not JSON or its shape is unknown.
    init(
        vehicles bytes: consuming [UInt8], at location: String, join: VehicleJoin = VehicleJoin(),
        maxVehicles: Int = Int(SourceBudget.Measure.vehicles.standard),
        table: TableReading? = nil, progress: (Int) -> Void = { _ in }
    ) throws(FeedFailure) {
        var document = JSONDocument(bytes)
        var collector = VehicleCollector(
            reader: VehicleReader(join),
            expecting: min(maxVehicles, VehiclesDocument.expectedCount(document.count)),
            limit: maxVehicles)
        var rootKind = JSONField.Kind.missing
        var served: ServedFeed?
        var servedDocuments = SideDocuments()
        var servedStations: [String: StationPlace] = [:]
        var nullList: String?
        var nextLink: String?
        var status: VehicleCollector?
        let shapes = VehicleListShape.allCases
        let step = VehiclesDocument.progressStep
        let (header, list, repairs) = try VehiclesDocument.scan.read(
            &document, at: location,
            value: { index, field in
                switch index {
                case 0: rootKind = field.kind
                case 1: served = ServedFeed(field)
                case 2:
                    servedDocuments = SideDocuments(served: field)
                    servedStations = SideDocuments.servedStations(field)
                case 3: nextLink = String(link: field)
                default:
                    if field.kind == .null { nullList = VehiclesDocument.namedLists[index - 4] }
                }
            },
            row: { row in
                if shapes[row.array].isStatus {
                    status = status ?? collector.empty(join)
                    status?.read(row)
                } else {
                    collector.read(row)
                }
                if row.index % step == step - 1 { progress(collector.count) }
            })
        if rootKind == .invalid {
            throw FeedFailure(document.reason(for: .syntax("no JSON value")), at: location)
        }
        if rootKind == .null { throw FeedFailure(.content(.null), at: location) }
        self.header = header
        let shape = list.flatMap(VehicleListShape.init)
        if let table, shape == .bare,
            let rows = try VehiclesDocument(
                rows: document, isFeed: !collector.hasOnlyOtherElements, at: location, table)
        {
            content = .vehicles(rows)
        } else if let shape = list.flatMap(VehicleListShape.init) {
            var vehicles = try collector.document(
                of: shape, version: header.version, repairs: repairs, at: location)
            if var status {
                let hasProperties = vehicles.total > 0
                vehicles = try status.document(
                    of: shape, version: header.version, repairs: repairs, at: location
                ).joined(with: vehicles)
                vehicles.lacksProperties = !hasProperties
            }
            let traits = vehicles.dialect.traits
            self.header.ttlSeconds = header.ttlSeconds.map { $0 / traits.timeUnit.rawValue }
            vehicles.nextLink = traits.hasPages ? nextLink : nil
            if let served {
                servedDocuments.regions = served.regions.isEmpty ? nil : served.regions
                (vehicles.served, vehicles.servedDocuments) = (served, servedDocuments)
                vehicles.stations = servedStations
                vehicles.hasStationLocations = served.hasStationLocations
            }
            if nullList == shape.path { vehicles.warnOfNullList() }
            if let table, served == nil, header.version == nil {
                vehicles.addMembers(of: document, shape, table.settings)
            }
            vehicles.locate(bySitesIn: &document, at: location)
            content = .vehicles(vehicles)
        } else if served?.hasOnlyStations == true {
            guard let cause = served?.warning else {
                throw FeedFailure(.content(.onlyStations), at: location)
            }
            throw FeedFailure(.service(.serverLacksVehicles(cause)), at: location).leavingStations()
        } else {
            content = try FeedContent(links: document, at: location, unknown: .content(.noVehicles))
        }
    }
}
