/// The notices, prices, regions and zones of a system, as far as its feeds have them.
public struct SystemReport: Equatable, Sendable {
    /// A notice that holds, or is announced.
    public struct Notice: Equatable, Sendable {
        /// The notice.
        public let alert: SystemAlert
        /// When it begins to hold; `nil` if it holds.
        public let start: Timestamp?
    }

    /// A region.
    public struct CountedRegion: Equatable, Sendable {
        /// The region.
        public let region: Region
        /// The number of its vehicles in the public space; `nil` if no vehicle has a region.
        public let vehicles: Int?
    }

    /// The notices that hold, then those that are announced, the next one first.
    public let notices: [Notice]
    /// The prices.
    public let prices: [PricingPlan]
    /// The regions.
    public let regions: [CountedRegion]
    /// The zones that apply, and those that will, with the rules outside of them.
    public let zones: ZoneMap

    /// Creates the report of the documents of a system.
    /// - Parameter vehicles: The number of vehicles of each region, by its ID.
    public init(_ documents: SideDocuments, vehicles: [String: Int], at time: Timestamp) {
        let alerts = documents.alerts ?? []
        let announced = alerts.compactMap { alert in
            alert.nextStart(after: time).map { Notice(alert: alert, start: $0) }
        }
        notices =
            alerts.filter { $0.holds(at: time) }.map { Notice(alert: $0, start: nil) }
            + announced.sorted { ($0.start ?? time) < ($1.start ?? time) }
        prices = documents.pricingPlans ?? []
        zones = ZoneMap(
            zones: (documents.zones?.zones ?? []).filter { zone in
                zone.end.map { $0 > time } ?? true
            }, globalRules: documents.zones?.globalRules ?? [])
        regions = (documents.regions ?? []).map { region in
            CountedRegion(
                region: region, vehicles: vehicles.isEmpty ? nil : vehicles[region.id] ?? 0)
        }
    }

    /// Whether the feeds have nothing of it beside zones.
    public var isEmpty: Bool { notices.isEmpty && prices.isEmpty && regions.isEmpty }

    /// Adds the notices, prices, regions and zones, with the names of GBFS.
    public func add(to object: inout JSONObjectWriter) {
        let alerts = notices.map { notice in
            var object = notice.alert.json
            object.add("active", notice.start == nil)
            return object
        }
        object.add("alerts", alerts.isEmpty ? nil : alerts)
        object.add("pricing_plans", prices.isEmpty ? nil : prices.map(\.json))
        let regions = regions.map { counted in
            var object = JSONObjectWriter()
            object.add("region_id", counted.region.id)
            object.add("name", counted.region.name)
            object.add("vehicles", counted.vehicles)
            return object
        }
        object.add("regions", regions.isEmpty ? nil : regions)
        object.add(
            "geofencing_zones", zones.zones.isEmpty ? nil : zones.zones.map(\.properties))
        object.add(
            "global_rules", zones.globalRules.isEmpty ? nil : zones.globalRules.map(\.json))
    }
}

extension SystemAlert {
    /// Returns when it begins to hold next; `nil` if it holds already, or never will.
    fileprivate func nextStart(after time: Timestamp) -> Timestamp? {
        holds(at: time) ? nil : times.compactMap(\.start).filter { $0 > time }.min()
    }
}
