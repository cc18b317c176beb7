/// The changes between two snapshots, in UTF-8 without line breaks.
public struct EncodedChanges: Equatable, Sendable {
    /// For programs: `{"upserted":[…],"removed":[…]}`, the new and changed vehicles as they are in
    /// the JSON list, and the IDs of those that left the feed.
    public var vehicles: [UInt8]
    /// For pages: `{"rows":[{"vehicle_id","lat","lon","alarm","cells"}],"removed":[…]}`, where
    /// `alarm` is only there if it is true, and `cells` has the known values by column, as they are
    /// shown.
    public var rows: [UInt8]

    /// The number of bytes of the larger form.
    public var count: Int { max(vehicles.count, rows.count) }

    /// Creates changes from their objects.
    public init(vehicles: [UInt8], rows: [UInt8]) {
        (self.vehicles, self.rows) = (vehicles, rows)
    }
}

/// Encoder for the changes between two snapshots.
public struct VehicleChangesEncoder {
    private let rotation: IDRotation
    private let cells: VehicleCells
    private var vehicles = UTF8Buffer()
    private var rows = UTF8Buffer()

    /// Creates an encoder of changes with no vehicles yet.
    ///
    /// - Parameter feed: The feed, which names the types of vehicles.
    public init(rotation: IDRotation, feed: FeedDescription) {
        self.rotation = rotation
        cells = VehicleCells(feed, origin: nil)
        vehicles.append("{\"upserted\":[")
        rows.append("{\"rows\":[")
    }

    /// Adds a new or changed vehicle.
    public mutating func add(_ vehicle: Vehicle) {
        vehicles.separate(after: UInt8(ascii: "["))
        vehicles.appendJSON(vehicle, rotation: rotation)
        rows.separate(after: UInt8(ascii: "["))
        rows.append(UInt8(ascii: "{"))
        for field in [VehicleField.vehicleID, .latitude, .longitude] {
            rows.appendMember(field.name, field.value(of: vehicle, rotation: rotation))
        }
        if vehicle.hasAlarm { rows.append(",\"alarm\":true") }
        rows.append(",\"cells\":{")
        // The ID never changes, and distances depend on the reader.
        for column in VehicleColumn.allCases where column != .id {
            let cell = cells.cell(column, of: vehicle)
            guard cell.isKnown else { continue }
            rows.separate(after: UInt8(ascii: "{"))
            rows.appendJSON(column.rawValue)
            rows.append(UInt8(ascii: ":"))
            rows.appendJSON(cell)
        }
        rows.append("}}")
    }

    /// Adds the IDs of the removed vehicles and returns the changes.
    public consuming func finish(removing ids: some Sequence<String>) -> EncodedChanges {
        var removed = UTF8Buffer()
        removed.append("],\"removed\":[")
        for id in ids {
            removed.separate(after: UInt8(ascii: "["))
            removed.appendJSON(id)
        }
        removed.append("]}")
        return EncodedChanges(
            vehicles: vehicles.bytes + removed.bytes, rows: rows.bytes + removed.bytes)
    }
}

extension UTF8Buffer {
    /// Appends a comma, unless the last byte opens a list.
    fileprivate mutating func separate(after opening: UInt8) {
        if bytes.last != opening { append(UInt8(ascii: ",")) }
    }
}
