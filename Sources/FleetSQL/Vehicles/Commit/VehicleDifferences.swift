package import FleetCore

/// The differences between the stored vehicles of a source and those of a snapshot, by their IDs
/// and digests.
package struct VehicleDifferences {
    /// Vehicle of the snapshot.
    private struct SnapshotVehicle {
        var index: Int
        var digest: Int64
    }

    /// Fields of a stored row that the comparison needs.
    private struct StoredRow {
        var id: Int64
        var digest: Int64
    }

    /// A vehicle of the snapshot that differs from its row, or has none.
    package struct Written {
        /// The stored row, or a free one for a new vehicle.
        package let row: Int64
        /// The index in the snapshot.
        package let index: Int
        package let digest: Int64
    }

    private let vehicles: [Vehicle]
    private var ids: IDTable
    /// Stored rows, by ID number.
    private var stored: [StoredRow] = []
    /// The row before the first one that a vehicle may have; the numbers of vehicles count from it.
    private let start: Int64
    /// The last stored row, or the one before the first.
    private var lastRow: Int64
    /// Vehicles of the snapshot, by ID number; `nil` if the vehicle is missing.
    private var found: [SnapshotVehicle?] = []

    /// Creates the differences.
    ///
    /// - Parameters:
    ///   - stored: The approximate number of rows.
    ///   - start: The row before the first one that a vehicle may have.
    package init(of vehicles: [Vehicle], stored: Int, after start: Int64) {
        (self.vehicles, self.start, lastRow) = (vehicles, start, start)
        ids = IDTable(capacity: max(stored, vehicles.count))
    }

    /// Adds a stored row; the IDs of all rows must differ.
    package mutating func add(row: Int64, digest: Int64, vehicleID: UnsafeRawBufferPointer) {
        stored.append(StoredRow(id: row, digest: digest))
        lastRow = max(lastRow, row)
        _ = ids.number(of: vehicleID)
    }

    /// Finds each vehicle's row, after all rows were added; the last of several vehicles with the
    /// same ID wins.
    ///
    /// Digests are computed here in snapshot order, because the strings are in memory in that
    /// order.
    package mutating func match() {
        found = [SnapshotVehicle?](repeating: nil, count: stored.count)
        for index in vehicles.indices {
            let number = number(of: vehicles[index].id)
            if number == found.count { found.append(nil) }
            found[number] = SnapshotVehicle(index: index, digest: digest(ofVehicleAt: index))
        }
    }

    /// Number of vehicles in the snapshot.
    package var total: Int { found.count { $0 != nil } }

    /// Rows of the vehicles that are missing from the snapshot.
    package var missing: [Int64] {
        zip(stored, found).compactMap { row, found in found == nil ? row.id : nil }
    }

    /// Vehicles that differ from their rows.
    package var changed: [Written] {
        zip(stored, found).compactMap { row, found in
            guard let found, found.digest != row.digest else { return nil }
            return Written(row: row.id, index: found.index, digest: found.digest)
        }
    }

    /// IDs of the vehicles without a row.
    package var newIDs: [String] {
        found.dropFirst(stored.count).compactMap { $0.map { vehicles[$0.index].id } }
    }

    /// The vehicles without a row, which were given one.
    package struct New {
        /// By the bytes of their IDs, which is the fastest order to insert them.
        package var vehicles: [Written] = []
        /// The highest number that the log may have; `nil` without a log.
        package var numberEnd: Int64?
    }

    /// Gives the vehicles without a row one.
    ///
    /// With a log each gets a number that none had before; one that is in the feed again gets its
    /// own. Without a log the rows of missing vehicles are used again.
    ///
    /// - Parameters:
    ///   - numberEnd: The highest number that the log may have; `nil` without a log.
    ///   - known: The numbers of vehicles that were in the feed before.
    package func new(after numberEnd: Int64?, known: [ByteString: Int64]) -> New {
        var free = numberEnd == nil ? missing.reversed() as [Int64] : []
        var last = max(start + (numberEnd ?? 0), lastRow)
        var new = New()
        for number in (stored.count..<ids.count).sorted(by: ids.precedes) {
            guard let found = found[number] else { continue }
            var row = known[ByteString(vehicles[found.index].id)].map { start + $0 }
            row = row ?? free.popLast()
            if row == nil { last += 1 }
            new.vehicles.append(
                Written(row: row ?? last, index: found.index, digest: found.digest))
        }
        new.numberEnd = numberEnd.map { _ in last - start }
        return new
    }

    /// The highest number of a vehicle, which is the highest `integer` of PostgreSQL.
    static let maxNumber = Int64(Int32.max)

    /// Returns the number of an ID; contiguous strings, which nearly all are, are not copied.
    private mutating func number(of id: String) -> Int {
        let number = id.utf8.withContiguousStorageIfAvailable {
            ids.number(of: UnsafeRawBufferPointer($0))
        }
        if let number { return number }
        var id = id
        return id.withUTF8 { ids.number(of: UnsafeRawBufferPointer($0)) }
    }

    private func digest(ofVehicleAt index: Int) -> Int64 {
        VehicleRecord.withVehicle(at: index, of: vehicles) { $0.digest() }
    }
}
