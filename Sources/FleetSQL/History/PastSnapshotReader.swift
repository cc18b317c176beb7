package import FleetCore

/// Reader of the past states of some sources, and of everything else as a reader of the present.
///
/// The zones are those of today; a history has no sites, and no other documents.
package struct PastSnapshotReader: SnapshotReader {
    private let states: [SourceKey: PastState]
    private let present: any SnapshotReader

    package init(_ states: [PastState], over present: any SnapshotReader) {
        self.states = Dictionary(states.map { ($0.key, $0) }) { first, _ in first }
        self.present = present
    }

    /// Returns the selected vehicles of a past state, as indices in their order, and the counts.
    private func selection(
        _ query: VehicleQuery, of state: PastState
    ) throws -> (indices: [Int], counts: VehicleCounts) {
        var snapshot = state.snapshot
        if query.filter.zones != nil {
            snapshot.documents.zones = try present.zones(.all, of: state.key)
        }
        return query.selection(in: snapshot)
    }

    /// Returns whether a feed is one of a source whose past is read.
    private func isPast(_ key: SourceKey) -> Bool {
        states[key] != nil || states.keys.contains { $0.forSites == key }
    }

    package func info(of key: SourceKey) throws -> SnapshotInfo? {
        guard let state = states[key] else { return isPast(key) ? nil : try present.info(of: key) }
        return state.info
    }

    package func history(of key: SourceKey) throws -> HistoryReader? {
        try present.history(of: key)
    }

    package func storedDocument(_ name: String, of key: SourceKey) throws -> String? {
        isPast(key) ? nil : try present.storedDocument(name, of: key)
    }

    package func documentDigest(_ name: String, of key: SourceKey) throws -> String? {
        isPast(key) ? nil : try present.documentDigest(name, of: key)
    }

    package func zones(_ choice: ZoneChoice, of key: SourceKey) throws -> ZoneMap? {
        try present.zones(choice, of: key)
    }

    package func zoneNames(of key: SourceKey) throws -> [String] {
        try present.zoneNames(of: key)
    }

    package func counts(_ query: VehicleQuery, of key: SourceKey) throws -> VehicleCounts {
        guard let state = states[key] else { return try present.counts(query, of: key) }
        return try selection(query, of: state).counts
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
        isPast(key) ? nil : try present.goneVehicle(id, of: key)
    }

    package func goneVehicles(
        _ match: IDMatch, _ id: String, of key: SourceKey, limit: Int
    ) throws -> [GoneVehicle] {
        isPast(key) ? [] : try present.goneVehicles(match, id, of: key, limit: limit)
    }

    package func goneColors(of key: SourceKey) throws -> [VehicleColor] {
        try present.goneColors(of: key)
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
        isPast(key) ? nil : try present.openFindings(of: key)
    }

    package func changeCursor(of key: SourceKey) throws -> ChangeCursor? {
        isPast(key) ? nil : try present.changeCursor(of: key)
    }

    package func sites(of key: SourceKey) throws -> [Site] {
        isPast(key) ? [] : try present.sites(of: key)
    }

    package func sites(having words: [String], of key: SourceKey, limit: Int) throws -> [Site] {
        isPast(key) ? [] : try present.sites(having: words, of: key, limit: limit)
    }

    package func site(_ id: String, of key: SourceKey) throws -> Site? {
        isPast(key) ? nil : try present.site(id, of: key)
    }

    package func samples(ofSite id: String, of key: SourceKey) throws -> [Quantity: [Sample]] {
        isPast(key) ? [:] : try present.samples(ofSite: id, of: key)
    }

    package func parkedVehicles(of vehicles: SourceKey) throws -> ParkedVehicles {
        isPast(vehicles) ? ParkedVehicles() : try present.parkedVehicles(of: vehicles)
    }
}

/// The state of a source at a past time.
package struct PastState: Sendable {
    package let key: SourceKey
    /// The vehicles, ordered by the bytes of their IDs.
    package let snapshot: Snapshot
    package let moment: PastMoment

    package init(_ snapshot: Snapshot, of key: SourceKey, at moment: PastMoment) {
        (self.snapshot, self.key, self.moment) = (snapshot, key, moment)
    }

    fileprivate var info: SnapshotInfo {
        SnapshotInfo(
            revision: 0, feed: snapshot.feed, fetchedAt: moment.dataAt, total: snapshot.total,
            changes: .none, parseReport: snapshot.parseReport,
            rotation: snapshot.feed.rotation)
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
