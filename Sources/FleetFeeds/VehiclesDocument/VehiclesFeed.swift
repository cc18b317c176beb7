import FleetCore

/// The vehicles of a system, as a document of a refresh; the older feed is used if the newer one is
/// missing.
struct VehiclesFeed: PlannedDocument {
    let name = DocumentName<VehiclesDocument>("vehicle_status")
    var feeds: [String] { GBFS.vehicleFeeds }

    /// The user's colors.
    let colorMap: ColorMap
    /// Filter for the returned vehicles; all vehicles are counted.
    let filter: Filter
    let maxVehicles: Int
    /// Receives the number of vehicles read so far.
    let progress: @Sendable (Int) -> Void

    func parse(
        _ bytes: consuming [UInt8], at location: String, after joined: JoinedFeed
    ) throws(FeedFailure) -> FeedDocument<VehiclesDocument> {
        let hasRegions = joined.cacheState.documents[DocumentName.regions.text] != nil
        let stations = (joined.cacheState.content(of: VehicleStationsDocument.name) ?? []).map {
            var station = $0
            if !hasRegions { station.regionID = nil }
            return (station.stationID, station)
        }
        let join = VehicleJoin(
            types: joined.cacheState.content(of: .vehicleTypes) ?? [],
            stations: Dictionary(stations, uniquingKeysWith: { $1 }), colorMap: colorMap,
            filter: filter)
        let parsed = try FeedDocument(
            vehicles: bytes, at: location, join: join, maxVehicles: maxVehicles, progress: progress)
        guard case .vehicles(let vehicles) = parsed.content else {
            let detail = "links to a vehicle feed that contains only links"
            throw FeedFailure(.link(.brokenDiscovery(detail)), at: location)
        }
        return FeedDocument(
            header: parsed.header, content: vehicles,
            warnings: [vehicles.served?.warning].compactMap(\.self))
    }

    func add(_ vehicles: VehiclesDocument, to snapshot: inout Snapshot) {
        snapshot.vehicles =
            vehicles.dialect.traits.splitsVehicles && filter != Filter()
            ? vehicles.vehicles.filter(filter.matches) : vehicles.vehicles
        snapshot.total = vehicles.total
        snapshot.parseReport = vehicles.parseReport
        snapshot.feed.format = vehicles.format
        if vehicles.hasNames { snapshot.feed.describe(vehicles.vehicles) }
        if vehicles.hasRegions { snapshot.feed.hasRegions = true }
        if !vehicles.properties.isEmpty { snapshot.feed.properties = vehicles.properties }
        snapshot.feed.setStations(vehicles.stations, haveVehicles: vehicles.hasStationLocations)
        if vehicles.dialect.tracksVehicles || snapshot.feed.isTable { snapshot.feed.rotation = .no }
        vehicles.table?.describe(&snapshot.feed)
        vehicles.served?.describe(&snapshot.feed)
    }
}
