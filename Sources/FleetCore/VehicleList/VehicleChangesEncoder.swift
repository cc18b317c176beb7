/// Encoder for the changes between two snapshots as one JSON object:
/// `{"upserted":[…],"removed":[…]}`.
///
/// `upserted` has the new and changed vehicles as they are in the JSON list, `removed` the IDs of
/// those that left the feed. The text has no line breaks.
public struct VehicleChangesEncoder {
    private let rotation: IDRotation
    private var text = UTF8Buffer()
    private var isFirst = true

    /// Creates an encoder of changes with no vehicles yet.
    public init(rotation: IDRotation) {
        self.rotation = rotation
        text.append("{\"upserted\":[")
    }

    /// The number of bytes so far.
    public var count: Int { text.bytes.count }

    /// Adds a new or changed vehicle.
    public mutating func add(_ vehicle: Vehicle) {
        separate()
        text.appendJSON(vehicle, rotation: rotation)
    }

    /// Adds the IDs of the removed vehicles and returns the object.
    public consuming func finish(removing ids: some Sequence<String>) -> UTF8Buffer {
        text.append("],\"removed\":[")
        isFirst = true
        for id in ids {
            separate()
            text.appendJSON(id)
        }
        text.append("]}")
        return text
    }

    private mutating func separate() {
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
    }
}
