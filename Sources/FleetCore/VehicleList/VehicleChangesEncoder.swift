/// Encoder for the changes between two snapshots as one JSON object:
/// `{"upserted":[…],"removed":[…],"cells":[…]}`.
///
/// `upserted` has the new and changed vehicles as they are in the JSON list, `removed` the IDs of
/// those that left the feed. `cells` has an object for each of the new and changed vehicles, and is
/// absent without any: the known values for people by column, which pages show as they are. The
/// text has no line breaks.
public struct VehicleChangesEncoder {
    private let rotation: IDRotation
    private let cells: VehicleCells
    private var text = UTF8Buffer()
    private var cellText = UTF8Buffer()

    /// Creates an encoder of changes with no vehicles yet.
    ///
    /// - Parameter feed: The feed, which names the types of vehicles.
    public init(rotation: IDRotation, feed: FeedDescription) {
        self.rotation = rotation
        cells = VehicleCells(feed, origin: nil)
        text.append("{\"upserted\":[")
    }

    /// The number of bytes so far.
    public var count: Int { text.bytes.count + cellText.bytes.count }

    /// Adds a new or changed vehicle.
    public mutating func add(_ vehicle: Vehicle) {
        text.separate(after: UInt8(ascii: "["))
        text.appendJSON(vehicle, rotation: rotation)
        cellText.separate(after: nil)
        cellText.append(UInt8(ascii: "{"))
        // The ID never changes, and distances depend on the reader.
        for column in VehicleColumn.allCases where column != .id {
            let cell = cells.cell(column, of: vehicle)
            guard cell.isKnown else { continue }
            cellText.separate(after: UInt8(ascii: "{"))
            cellText.appendJSON(column.rawValue)
            cellText.append(UInt8(ascii: ":"))
            cellText.appendJSON(cell)
        }
        cellText.append(UInt8(ascii: "}"))
    }

    /// Adds the IDs of the removed vehicles and returns the object.
    public consuming func finish(removing ids: some Sequence<String>) -> UTF8Buffer {
        text.append("],\"removed\":[")
        for id in ids {
            text.separate(after: UInt8(ascii: "["))
            text.appendJSON(id)
        }
        text.append(UInt8(ascii: "]"))
        if !cellText.bytes.isEmpty {
            text.append(",\"cells\":[")
            text.bytes += cellText.bytes
            text.append(UInt8(ascii: "]"))
        }
        text.append(UInt8(ascii: "}"))
        return text
    }
}

extension UTF8Buffer {
    /// Appends a comma, unless the last byte opens a list or there is none.
    fileprivate mutating func separate(after opening: UInt8?) {
        if bytes.last != opening { append(UInt8(ascii: ",")) }
    }
}
