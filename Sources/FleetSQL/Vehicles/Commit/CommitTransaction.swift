package import FleetCore

/// A write transaction of a commit: what takes many rows, which each database has in its own SQL.
package protocol CommitTransaction: SQLTransaction {
    /// Writes the vehicles of a snapshot that differ from the stored ones, and their counts.
    ///
    /// - Parameters:
    ///   - fetchedAt: The time when the snapshot was received, on the displayed clock.
    ///   - stored: The approximate number of stored vehicles.
    ///   - gone: How the vehicles that left the feed are remembered; `nil` if they are not.
    ///   - numberEnd: The highest number of a vehicle that the log may have; `nil` without a log.
    ///   - recorder: The recorder of the changes; `nil` if they are not recorded.
    func write(
        _ vehicles: [Vehicle], of source: Int64, at fetchedAt: Timestamp, stored: Int,
        gone: GoneVehicles?, numberEnd: Int64?, recorder: ChangeRecorder?
    ) throws -> WrittenVehicles

    /// Returns what event detection knows of some vehicles, of those for which their rows do not
    /// have all of it.
    func eventStates(
        of vehicles: [Vehicle], _ source: Int64
    ) throws -> [ByteString: TrackedVehicle]

    /// Replaces what event detection knows of some vehicles.
    func saveEventStates(
        _ vehicles: [TrackedVehicle], removing ids: [String], of source: Int64) throws

    /// Inserts rows into a table; `bind` writes the columns of one, in their order, with exactly
    /// their types.
    func insert<Row>(
        _ rows: some Sequence<Row>, into table: String, _ columns: [String],
        _ bind: (Row, any SQLRowWriter) throws -> Void
    ) throws
}

/// The result of writing the vehicles of a snapshot.
package struct WrittenVehicles {
    /// The number of vehicles.
    let total: Int
    /// The differences from the previous snapshot.
    let changes: SnapshotChanges

    /// The highest number of a vehicle that the log may have now; `nil` without a log.
    let numberEnd: Int64?

    package init(total: Int, changes: SnapshotChanges, numberEnd: Int64?) {
        (self.total, self.changes, self.numberEnd) = (total, changes, numberEnd)
    }
}

/// A detected event, as a row of `event` without its number.
package struct DetectedEvent {
    package let kind: String
    package let at: Timestamp
    package let vehicleID: String?
    package let json: UTF8Buffer
}
