import FleetCore
import FleetSQL

/// Reader of the store and of the fallback, whichever has the newer snapshot of a feed.
struct FallbackSnapshotReader: SnapshotReader {
    let main: StoredSnapshotReader
    let fallback: StoredSnapshotReader

    private func newest(_ key: SourceKey) throws -> StoredSnapshotReader {
        guard let kept = try StoredSource.beganAt(key, in: fallback.transaction) else {
            return main
        }
        guard let stored = try StoredSource.beganAt(key, in: main.transaction) else {
            return fallback
        }
        return stored < kept ? fallback : main
    }

    func info(of key: SourceKey) throws -> SnapshotInfo? { try newest(key).info(of: key) }

    // The fallback has no history.

    func history(of key: SourceKey) throws -> HistoryReader? { try main.history(of: key) }

    // The fallback has only the documents that the last refresh read.

    func storedDocument(_ name: String, of key: SourceKey) throws -> String? {
        try newest(key).storedDocument(name, of: key) ?? main.storedDocument(name, of: key)
    }

    func documentDigest(_ name: String, of key: SourceKey) throws -> String? {
        try newest(key).documentDigest(name, of: key) ?? main.documentDigest(name, of: key)
    }

    func zones(_ choice: ZoneChoice, of key: SourceKey) throws -> ZoneMap? {
        try newest(key).zones(choice, of: key) ?? main.zones(choice, of: key)
    }

    func zoneNames(of key: SourceKey) throws -> [String] {
        let names = try newest(key).zoneNames(of: key)
        return names.isEmpty ? try main.zoneNames(of: key) : names
    }

    func counts(_ query: VehicleQuery, of key: SourceKey) throws -> VehicleCounts {
        try newest(key).counts(query, of: key)
    }

    func matchingCounts(_ queries: [VehicleQuery], of key: SourceKey) throws -> [Int] {
        try newest(key).matchingCounts(queries, of: key)
    }

    func colorCounts(of key: SourceKey) throws -> [ColorCount] {
        try newest(key).colorCounts(of: key)
    }

    func facetCounts(_ filter: Filter, of key: SourceKey) throws -> [FacetCount] {
        try newest(key).facetCounts(filter, of: key)
    }

    func forEachVehicle(
        _ query: VehicleQuery, of key: SourceKey, _ body: (Vehicle) throws -> Void
    ) throws {
        try newest(key).forEachVehicle(query, of: key, body)
    }

    func vehicle(_ id: String, of key: SourceKey) throws -> Vehicle? {
        try newest(key).vehicle(id, of: key)
    }

    func vehicles(
        _ match: IDMatch, _ id: String, of key: SourceKey, limit: Int
    ) throws -> [Vehicle] {
        try newest(key).vehicles(match, id, of: key, limit: limit)
    }

    func goneVehicle(_ id: String, of key: SourceKey) throws -> GoneVehicle? {
        try newest(key).goneVehicle(id, of: key) ?? main.goneVehicle(id, of: key)
    }

    func goneColors(of key: SourceKey) throws -> [VehicleColor] {
        try main.goneColors(of: key) + fallback.goneColors(of: key)
    }

    func goneVehicles(
        _ match: IDMatch, _ id: String, of key: SourceKey, limit: Int
    ) throws -> [GoneVehicle] {
        let found = try newest(key).goneVehicles(match, id, of: key, limit: limit)
        return found.isEmpty ? try main.goneVehicles(match, id, of: key, limit: limit) : found
    }

    func rowIDs(
        matching query: VehicleQuery, of key: SourceKey, while shouldContinue: () -> Bool
    ) throws -> [VehicleRowID]? {
        try newest(key).rowIDs(matching: query, of: key, while: shouldContinue)
    }

    func vehicles(
        at rows: some Collection<VehicleRowID>, of key: SourceKey
    ) throws -> [Vehicle?] {
        try newest(key).vehicles(at: rows, of: key)
    }

    func rowID(ofVehicle id: String, of key: SourceKey) throws -> VehicleRowID? {
        try newest(key).rowID(ofVehicle: id, of: key)
    }

    func forEachPosition(
        _ filter: Filter, of key: SourceKey,
        _ body: (VehicleRowID, Position, VehicleColor?, VehicleState) throws -> Void
    ) throws -> Int {
        try newest(key).forEachPosition(filter, of: key, body)
    }

    func changeCursor(of key: SourceKey) throws -> ChangeCursor? {
        let beganAt = try StoredSource.beganAt(key, in: fallback.transaction)
        return beganAt == nil ? try main.changeCursor(of: key) : nil
    }

    func openFindings(of key: SourceKey) throws -> [CheckFinding]? {
        try main.openFindings(of: key)
    }

    func sites(of key: SourceKey) throws -> [Site] { try newest(key).sites(of: key) }

    func sites(having words: [String], of key: SourceKey, limit: Int) throws -> [Site] {
        try newest(key).sites(having: words, of: key, limit: limit)
    }

    func site(_ id: String, of key: SourceKey) throws -> Site? {
        try newest(key).site(id, of: key)
    }

    func samples(ofSite id: String, of key: SourceKey) throws -> [Quantity: [Sample]] {
        try newest(key).samples(ofSite: id, of: key)
    }

    func parkedVehicles(of vehicles: SourceKey) throws -> ParkedVehicles {
        try newest(vehicles).parkedVehicles(of: vehicles)
    }
}
