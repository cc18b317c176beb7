package import FleetCore

/// A write transaction of a commit: what takes many rows, which each database has in its own SQL.
package protocol CommitTransaction: SQLTransaction {
    /// Writes the vehicles of a snapshot that differ from the stored ones, and their counts.
    ///
    /// - Parameters:
    ///   - fetchedAt: The time when the snapshot was received, on the displayed clock.
    ///   - stored: The approximate number of stored vehicles.
    ///   - gone: How the vehicles that left the feed are remembered; `nil` if they are not.
    ///   - recorder: The recorder of the changes; `nil` if they are not recorded.
    func write(
        _ vehicles: [Vehicle], of source: Int64, at fetchedAt: Timestamp, stored: Int,
        gone: GoneVehicles?, recorder: ChangeRecorder?
    ) throws -> WrittenVehicles

    /// Returns what event detection knows of some vehicles, of those for which their rows do not
    /// have all of it.
    func eventStates(
        of vehicles: [Vehicle], _ source: Int64
    ) throws -> [ByteString: TrackedVehicle]

    /// Replaces what event detection knows of some vehicles.
    func saveEventStates(
        _ vehicles: [TrackedVehicle], removing ids: [String], of source: Int64) throws

    /// Appends detected events, whose numbers follow the last one.
    func insert(
        _ events: [DetectedEvent], of source: Int64, after last: Int64, at committedAt: Timestamp
    ) throws

    /// Appends the new and changed vehicles of a commit to the log.
    func insert(
        _ changes: some Sequence<VehicleChange>, of source: Int64, _ sequence: Int64) throws

    /// Appends the removed vehicles of a commit to the log.
    func insert(_ removed: [RemovedVehicle], of source: Int64, _ sequence: Int64) throws
}

/// The result of writing the vehicles of a snapshot.
package struct WrittenVehicles {
    /// The number of vehicles.
    let total: Int
    /// The differences from the previous snapshot.
    let changes: SnapshotChanges

    package init(total: Int, changes: SnapshotChanges) {
        (self.total, self.changes) = (total, changes)
    }
}

/// A detected event, as a row of `event` without its number.
package struct DetectedEvent {
    package let kind: String
    package let at: Timestamp
    package let vehicleID: String?
    package let json: UTF8Buffer
}
