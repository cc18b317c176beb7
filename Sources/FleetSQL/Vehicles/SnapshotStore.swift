public import FleetCore
public import Foundation

/// The stored snapshots of the feeds, the source of truth for everything shown: a port with an
/// adapter for each database.
///
/// A snapshot is written in one transaction: a killed process leaves the old one or the new one.
public protocol SnapshotStore: Sendable {
    /// Runs `body` in one read transaction, so all its reads see the same state.
    ///
    /// Calls must not be nested.
    func read<T>(_ body: (any SnapshotReader) throws -> T) throws -> T

    /// Returns the stored record of a feed; empty if there is none.
    func record(of key: SourceKey) async throws -> SourceRecord

    /// Stores the outcome of a request in one transaction and returns the resulting snapshot info.
    ///
    /// It replaces what is stored of the feed with another definition, so the caller makes sure
    /// that the key has the current one.
    ///
    /// The outcome of a request that began before the one that brought the stored snapshot is
    /// dropped. Cancelling the caller's task does not interrupt a commit.
    ///
    /// - Parameter recording: The records of the changes; `nil` for none.
    /// - Throws: ``StoreError/nothingStored`` for an unchanged response without a stored snapshot.
    func commit(
        _ outcome: FetchOutcome, for key: SourceKey, recording: Recording?
    ) async throws -> SnapshotInfo

    /// Stores the failure of a request; the last good snapshot stays.
    ///
    /// - Parameters:
    ///   - shownAt: The time of the failure, on the displayed clock.
    ///   - recording: The records of the changes; `nil` for none.
    func recordFailure(
        _ backOff: BackOff, request: RequestID, shownAt: Timestamp, for key: SourceKey,
        recording: Recording?
    ) async throws

    /// Removes all stored data of the feeds of a source.
    func remove(_ uuid: UUID) async throws
}

/// Row ID of a vehicle in the store.
///
/// It is stable while the vehicle is in the feed, and may be reused for another vehicle later: use
/// it within the same snapshot, or compare the vehicle ID.
public typealias VehicleRowID = Int64

/// Inexact match of a vehicle ID; all cases ignore ASCII case.
public enum IDMatch: Sendable {
    /// The IDs differ at most in case.
    case ignoringCase
    /// The vehicle's ID begins with the given one.
    case prefix
    /// The vehicle's ID has the given text in it.
    case part
    /// The code on the vehicle differs at most in case.
    case code
    /// The code on the vehicle has the given text in it.
    case partOfCode
}

/// Reader of a consistent state of the snapshots, independent of concurrent writes.
///
/// It is passed to the closure of ``SnapshotStore/read(_:)`` and valid only there. A closure that
/// gets vehicles must not call the reader. Vehicle and site IDs are compared byte for byte unless
/// stated otherwise.
public protocol SnapshotReader {
    /// Returns the info of a feed's snapshot; `nil` if none is stored.
    func info(of key: SourceKey) throws -> SnapshotInfo?

    /// Returns a reader of the history of a feed, in the same transaction; `nil` if it has none.
    func history(of key: SourceKey) throws -> HistoryReader?

    /// Returns the stored text of a document beside the vehicles and sites of a feed; `nil` if the
    /// system has none.
    func storedDocument(_ name: String, of key: SourceKey) throws -> String?

    /// Returns a text that differs between contents of such a document; `nil` if the system has
    /// none.
    func documentDigest(_ name: String, of key: SourceKey) throws -> String?

    /// Returns the chosen zones of a feed in their order, with the rules outside of all zones;
    /// `nil` if the system has no zones.
    func zones(_ choice: ZoneChoice, of key: SourceKey) throws -> ZoneMap?

    /// Returns the first 500 names of the zones of a feed, each once, in their order.
    func zoneNames(of key: SourceKey) throws -> [String]

    /// Returns the number of vehicles that match a query; its limit and order are ignored.
    ///
    /// A filter by color, type and state costs the same for a fleet of any size; one by battery
    /// level, location or text reads all vehicles.
    func counts(_ query: VehicleQuery, of key: SourceKey) throws -> VehicleCounts

    /// Returns the number of vehicles that match each query; limits and orders are ignored.
    ///
    /// A database reads its vehicles once for all queries.
    func matchingCounts(_ queries: [VehicleQuery], of key: SourceKey) throws -> [Int]

    /// Returns the number of vehicles per color of a source, most frequent first.
    func colorCounts(of key: SourceKey) throws -> [ColorCount]

    /// Returns the number of vehicles per combination of color, type, form factor and state that
    /// match the other criteria of a filter.
    ///
    /// Without any this costs the same for a fleet of any size.
    func facetCounts(_ filter: Filter, of key: SourceKey) throws -> [FacetCount]

    /// Calls `body` with each vehicle of a query, in its order.
    ///
    /// The database cannot reuse the space of old snapshots while `body` runs, so it should not
    /// wait for user input.
    func forEachVehicle(
        _ query: VehicleQuery, of key: SourceKey, _ body: (Vehicle) throws -> Void) throws

    /// Returns the vehicle with exactly this ID.
    func vehicle(_ id: String, of key: SourceKey) throws -> Vehicle?

    /// Returns at most `limit` vehicles whose IDs match `id`, ordered by ID.
    ///
    /// Reads all IDs of the source.
    func vehicles(
        _ match: IDMatch, _ id: String, of key: SourceKey, limit: Int
    ) throws -> [Vehicle]

    /// Returns the remembered vehicle with exactly this ID, if it has left the feed.
    ///
    /// Feeds whose IDs rotate have none.
    func goneVehicle(_ id: String, of key: SourceKey) throws -> GoneVehicle?

    /// Returns at most `limit` remembered vehicles whose IDs match `id`, ordered by ID.
    ///
    /// Reads all remembered vehicles of the source.
    func goneVehicles(
        _ match: IDMatch, _ id: String, of key: SourceKey, limit: Int
    ) throws -> [GoneVehicle]

    /// Returns the different colors of the remembered vehicles of a source.
    func goneColors(of key: SourceKey) throws -> [VehicleColor]

    /// Returns the row IDs of a query's vehicles, in its order.
    ///
    /// - Parameter shouldContinue: Called from time to time; if it returns false, the result is
    ///   `nil`.
    func rowIDs(
        matching query: VehicleQuery, of key: SourceKey, while shouldContinue: () -> Bool
    ) throws -> [VehicleRowID]?

    /// Returns the vehicles with the given row IDs, in the same order.
    ///
    /// The element is `nil` if the row does not belong to a vehicle of this source.
    func vehicles(
        at rows: some Collection<VehicleRowID>, of key: SourceKey
    ) throws -> [Vehicle?]

    /// Returns the row ID of the vehicle with exactly this ID.
    func rowID(ofVehicle id: String, of key: SourceKey) throws -> VehicleRowID?

    /// Calls `body` with the row ID, position, color and state of every matching vehicle that has a
    /// position.
    ///
    /// - Returns: Number of matching vehicles without a position.
    func forEachPosition(
        _ filter: Filter, of key: SourceKey,
        _ body: (VehicleRowID, Position, VehicleColor?, VehicleState) throws -> Void
    ) throws -> Int

    /// Returns the newest cursor of the changes of a source; `nil` if the changes of its snapshot
    /// are not recorded.
    ///
    /// A reader that shows this snapshot and applies the changes after the cursor shows the newest.
    func changeCursor(of key: SourceKey) throws -> ChangeCursor?

    /// Returns the open findings of the check of a feed over time, the oldest first; `nil` if the
    /// feed is not checked.
    func openFindings(of key: SourceKey) throws -> [CheckFinding]?

    /// Returns the sites of a source's site feed, ordered by ID.
    func sites(of key: SourceKey) throws -> [Site]

    /// Returns at most `limit` sites, ordered by ID, that have each word in their ID, name or
    /// address, ignoring ASCII case.
    func sites(having words: [String], of key: SourceKey, limit: Int) throws -> [Site]

    /// Returns the site with exactly this ID.
    func site(_ id: String, of key: SourceKey) throws -> Site?

    /// Returns the stored history of each quantity that a site measures, oldest first.
    func samples(ofSite id: String, of key: SourceKey) throws -> [Quantity: [Sample]]

    /// Returns the number of vehicles at each station, from a source's vehicle feed.
    func parkedVehicles(of vehicles: SourceKey) throws -> ParkedVehicles
}

/// Zones to read.
public enum ZoneChoice: Sendable {
    case all
    /// Those with one of these names, ignoring ASCII case.
    case named([String])
    /// Those whose rectangles are around a position.
    case around(Position)
    /// Those whose rectangles have a point in common with a rectangle.
    case within(ZoneArea.Box)
}

extension SnapshotReader {
    /// Counts one query after the other.
    public func matchingCounts(_ queries: [VehicleQuery], of key: SourceKey) throws -> [Int] {
        try queries.map { try counts($0, of: key).matching }
    }

    /// Returns a document beside the vehicles and sites of a feed; `nil` if the system has none.
    public func content<Content: Decodable>(
        of name: DocumentName<Content>, of key: SourceKey
    ) throws -> Content? {
        try storedDocument(name.text, of: key).flatMap(name.content)
    }

    /// Returns whether a feed has a zone with a name, ignoring case; without a name, whether it has
    /// any zone.
    package func hasZone(named name: String? = nil, of key: SourceKey) throws -> Bool {
        guard let name else { return try !zoneNames(of: key).isEmpty }
        return try zones(.named([name]), of: key)?.zones.isEmpty == false
    }

    /// Returns the number of vehicles per combination of color, type, form factor and state.
    public func facetCounts(of key: SourceKey) throws -> [FacetCount] {
        try facetCounts(Filter(), of: key)
    }
}
