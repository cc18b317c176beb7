package import FleetCore

/// Reader of some snapshots in memory, just loaded or of a past time, over a reader of the store:
/// `LoadedSnapshotReader([state], over: present)`.
///
/// What a source does not have in memory is empty, but the zones and the remembered colors are those
/// of the store, if there is one.
package struct LoadedSnapshotReader: SnapshotReader {
    private let states: [SourceKey: LoadedSnapshot]
    private let stored: (any SnapshotReader)?
    private let last = LastSelection()

    private typealias Selection = (indices: [Int], counts: VehicleCounts)

    /// The last selection, since a listing asks for its vehicles after their number.
    private final class LastSelection {
        var value: (key: (SourceKey, VehicleQuery), found: Selection)?
    }

    package init(_ states: [LoadedSnapshot], over stored: (any SnapshotReader)? = nil) {
        self.states = Dictionary(states.map { ($0.key, $0) }) { first, _ in first }
        self.stored = stored
    }

    private var present: any SnapshotReader {
        get throws {
            guard let stored else { throw StoreError.nothingStored }
            return stored
        }
    }

    /// Returns the selected vehicles of a snapshot, as indices in their order, and the counts.
    private func selection(_ query: VehicleQuery, of state: LoadedSnapshot) throws -> Selection {
        if let last = last.value, last.key == (state.key, query) { return last.found }
        var snapshot = state.snapshot
        if query.filter.zones != nil || query.filter.rules != nil {
            snapshot.documents.zones = try zones(.all, of: state.key)
        }
        let selection = query.selection(in: snapshot)
        last.value = ((state.key, query), selection)
        return selection
    }

    /// Returns whether a feed is one of a source with a snapshot in memory.
    private func isLoaded(_ key: SourceKey) -> Bool {
        states[key] != nil || states.keys.contains { $0.forSites == key }
    }

    package func info(of key: SourceKey) throws -> SnapshotInfo? {
        isLoaded(key) ? states[key]?.info : try present.info(of: key)
    }

    package func history(of key: SourceKey) throws -> HistoryReader? {
        try present.history(of: key)
    }

    package func storedDocument(_ name: String, of key: SourceKey) throws -> String? {
        guard isLoaded(key) else { return try present.storedDocument(name, of: key) }
        let documents = states[key]?.snapshot.documents
        return switch name {
        case DocumentName.alerts.text: documents?.alerts.flatMap(DocumentName.alerts.stored)
        case DocumentName.pricingPlans.text:
            documents?.pricingPlans.flatMap(DocumentName.pricingPlans.stored)
        case DocumentName.regions.text: documents?.regions.flatMap(DocumentName.regions.stored)
        case DocumentName.availability.text:
            documents?.availability.flatMap(DocumentName.availability.stored)
        default: nil
        }
    }

    package func documentDigest(_ name: String, of key: SourceKey) throws -> String? {
        isLoaded(key) ? nil : try present.documentDigest(name, of: key)
    }

    package func zones(_ choice: ZoneChoice, of key: SourceKey) throws -> ZoneMap? {
        if let stored { return try stored.zones(choice, of: key) }
        var map = states[key]?.snapshot.documents.zones
        map?.zones.removeAll { !choice.includes($0) }
        return map
    }

    package func zoneNames(of key: SourceKey) throws -> [String] {
        try stored?.zoneNames(of: key) ?? states[key]?.snapshot.zoneNames() ?? []
    }

    package func counts(_ query: VehicleQuery, of key: SourceKey) throws -> VehicleCounts {
        guard let state = states[key] else { return try present.counts(query, of: key) }
        return try selection(query, of: state).counts
    }

    package func matchingCounts(_ queries: [VehicleQuery], of key: SourceKey) throws -> [Int] {
        guard let state = states[key] else { return try present.matchingCounts(queries, of: key) }
        return try queries.map { try selection($0, of: state).counts.matching }
    }

    package func colorCounts(of key: SourceKey) throws -> [ColorCount] {
        guard let state = states[key] else { return try present.colorCounts(of: key) }
        return state.snapshot.colorCounts
    }

    package func facetCounts(_ filter: Filter, of key: SourceKey) throws -> [FacetCount] {
        guard let state = states[key] else { return try present.facetCounts(filter, of: key) }
        var query = VehicleQuery.everything
        let inAnyState = query.filter.states
        query.filter = filter
        (query.filter.color, query.filter.types, query.filter.states) = (.all, [], inAnyState)
        var counts: [FacetCountChanges.Facets: FacetCount] = [:]
        for index in try selection(query, of: state).indices {
            let vehicle = state.snapshot.vehicles[index]
            let none = FacetCount(
                color: vehicle.color, typeID: vehicle.typeID, formFactor: vehicle.formFactor,
                state: vehicle.state, count: 0)
            counts[FacetCountChanges.Facets(vehicle), default: none].count += 1
        }
        return Array(counts.values)
    }

    package func forEachVehicle(
        _ query: VehicleQuery, of key: SourceKey, _ body: (Vehicle) throws -> Void
    ) throws {
        guard let state = states[key] else {
            return try present.forEachVehicle(query, of: key, body)
        }
        for index in try selection(query, of: state).indices {
            try body(state.snapshot.vehicles[index])
        }
    }

    package func vehicle(_ id: String, of key: SourceKey) throws -> Vehicle? {
        guard let state = states[key] else { return try present.vehicle(id, of: key) }
        return state.snapshot.vehicles.first { ByteOrder.equal($0.id, id) }
    }

    package func vehicles(
        _ match: IDMatch, _ id: String, of key: SourceKey, limit: Int
    ) throws -> [Vehicle] {
        guard let state = states[key] else {
            return try present.vehicles(match, id, of: key, limit: limit)
        }
        let found = state.snapshot.vehicles.lazy.filter { match.isMatch($0, id) }
        return Array(found.prefix(max(limit, 0)))
    }

    package func goneVehicle(_ id: String, of key: SourceKey) throws -> GoneVehicle? {
        isLoaded(key) ? nil : try present.goneVehicle(id, of: key)
    }

    package func goneVehicles(
        _ match: IDMatch, _ id: String, of key: SourceKey, limit: Int
    ) throws -> [GoneVehicle] {
        isLoaded(key) ? [] : try present.goneVehicles(match, id, of: key, limit: limit)
    }

    package func goneColors(of key: SourceKey) throws -> [VehicleColor] {
        try stored?.goneColors(of: key) ?? []
    }

    package func rowIDs(
        matching query: VehicleQuery, of key: SourceKey, while shouldContinue: () -> Bool
    ) throws -> [VehicleRowID]? {
        guard let state = states[key] else {
            return try present.rowIDs(matching: query, of: key, while: shouldContinue)
        }
        return try selection(query, of: state).indices.map { VehicleRowID($0) }
    }

    package func vehicles(
        at rows: some Collection<VehicleRowID>, of key: SourceKey
    ) throws -> [Vehicle?] {
        guard let vehicles = states[key]?.snapshot.vehicles else {
            return try present.vehicles(at: rows, of: key)
        }
        return rows.map { vehicles.indices.contains(Int($0)) ? vehicles[Int($0)] : nil }
    }

    package func rowID(ofVehicle id: String, of key: SourceKey) throws -> VehicleRowID? {
        guard let state = states[key] else { return try present.rowID(ofVehicle: id, of: key) }
        return state.snapshot.vehicles.firstIndex { ByteOrder.equal($0.id, id) }
            .map { VehicleRowID($0) }
    }

    package func forEachPosition(
        _ filter: Filter, of key: SourceKey,
        _ body: (VehicleRowID, Position, VehicleColor?, VehicleState) throws -> Void
    ) throws -> Int {
        guard let state = states[key] else {
            return try present.forEachPosition(filter, of: key, body)
        }
        var query = VehicleQuery()
        query.filter = filter
        var withoutPosition = 0
        for index in try selection(query, of: state).indices {
            let vehicle = state.snapshot.vehicles[index]
            guard let position = vehicle.position else {
                withoutPosition += 1
                continue
            }
            try body(VehicleRowID(index), position, vehicle.color, vehicle.state)
        }
        return withoutPosition
    }

    package func openFindings(of key: SourceKey) throws -> [CheckFinding]? {
        isLoaded(key) ? nil : try present.openFindings(of: key)
    }

    package func changeCursor(of key: SourceKey) throws -> ChangeCursor? {
        isLoaded(key) ? nil : try present.changeCursor(of: key)
    }

    package func sites(of key: SourceKey) throws -> [Site] {
        guard isLoaded(key) else { return try present.sites(of: key) }
        return (states[key]?.snapshot.sites ?? []).sorted { ByteOrder.precedes($0.id, $1.id) }
    }

    package func sites(having words: [String], of key: SourceKey, limit: Int) throws -> [Site] {
        isLoaded(key) ? [] : try present.sites(having: words, of: key, limit: limit)
    }

    package func site(_ id: String, of key: SourceKey) throws -> Site? {
        guard isLoaded(key) else { return try present.site(id, of: key) }
        return states[key]?.snapshot.sites.first { ByteOrder.equal($0.id, id) }
    }

    package func samples(ofSite id: String, of key: SourceKey) throws -> [Quantity: [Sample]] {
        isLoaded(key) ? [:] : try present.samples(ofSite: id, of: key)
    }

    package func parkedVehicles(of vehicles: SourceKey) throws -> ParkedVehicles {
        isLoaded(vehicles) ? ParkedVehicles() : try present.parkedVehicles(of: vehicles)
    }
}

/// A snapshot in memory.
package struct LoadedSnapshot: Sendable {
    package let key: SourceKey
    package let snapshot: Snapshot
    package let fetchedAt: Timestamp
    /// The past time that it is of; `nil` for one that was just loaded.
    package let moment: PastMoment?

    /// Creates a snapshot that was just loaded.
    package init(_ snapshot: Snapshot, of key: SourceKey, fetchedAt: Timestamp) {
        (self.snapshot, self.key, self.fetchedAt, moment) = (snapshot, key, fetchedAt, nil)
    }

    /// Creates the state at a past time, with the vehicles ordered by the bytes of their IDs.
    package init(_ snapshot: Snapshot, of key: SourceKey, at moment: PastMoment) {
        (self.snapshot, self.key, self.moment) = (snapshot, key, moment)
        fetchedAt = moment.dataAt
    }

    fileprivate var info: SnapshotInfo {
        SnapshotInfo(
            revision: 0, feed: snapshot.feed, fetchedAt: fetchedAt, total: snapshot.total,
            changes: .none, parseReport: snapshot.parseReport,
            rotation: snapshot.feed.rotation)
    }
}

extension ZoneChoice {
    fileprivate func includes(_ zone: Zone) -> Bool {
        let box = zone.area.box
        return switch self {
        case .all: true
        case .named(let names): names.contains { ASCIICase.equal($0, zone.name) }
        case .around(let position): zone.area.contains(position)
        case .within(let other):
            box.latitudes.overlaps(other.latitudes) && box.longitudes.overlaps(other.longitudes)
        }
    }
}

extension IDMatch {
    fileprivate func isMatch(_ vehicle: Vehicle, _ typed: String) -> Bool {
        switch self {
        case .ignoringCase, .prefix, .part: isMatch(vehicle.id, typed)
        case .code, .partOfCode: vehicle.code.map { isMatch($0, typed) } ?? false
        }
    }
}
