/// Encoder for a snapshot as the JSON document that a server sends to the command line:
/// `{"last_updated":…,"feed":{…},"vehicles":[…]}`.
///
/// A reader of the document gets the same vehicles: it has what the JSON list leaves out, the
/// measurements and whether a charge is estimated. `feed` describes the feed that the server reads.
public struct SnapshotEncoder {
    private static let fields = VehicleField.all.filter {
        ![.state, .colors, .batteryPercent, .rotatingID].contains($0)
    }

    private var text: UTF8Buffer
    private var isFirst = true

    /// Creates an encoder of a snapshot with no vehicles yet.
    /// - Parameters:
    ///   - rotation: Whether the vehicle IDs rotate, by all that the server knows.
    ///   - warning: The reason if the snapshot is stale.
    public init(_ info: SnapshotInfo, rotation: IDRotation, warning: String?) {
        var feed = JSONObjectWriter()
        feed.add("format", info.feed.format)
        feed.add("name", info.feed.systemName)
        feed.add("timezone", info.feed.timeZone)
        feed.add("simulated", info.feed.isSimulated)
        feed.add("rotating_ids", rotation.rawValue)
        feed.add("vehicle_types", info.feed.typeNames.map(Self.objects))
        feed.add("warning", warning)
        var object = JSONObjectWriter()
        object.add("last_updated", info.feed.lastUpdated ?? info.fetchedAt)
        object.add("feed", feed)
        text = object.unclosed
        text.appendName("vehicles")
        text.append(UInt8(ascii: "["))
    }

    /// Adds a vehicle.
    public mutating func add(_ vehicle: Vehicle) {
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
        text.append(UInt8(ascii: "\n"))
        text.append(UInt8(ascii: "{"))
        for field in Self.fields {
            text.appendMember(field.name, field.value(of: vehicle, rotation: .unknown))
        }
        if let battery = vehicle.battery { add(battery) }
        if !vehicle.measurements.isEmpty {
            text.appendName("measurements")
            text.append(vehicle.measurements.map(\.jsonObject))
        }
        text.append(UInt8(ascii: "}"))
    }

    /// Returns the document.
    public consuming func finish() -> [UInt8] {
        text.append("\n]}\n")
        return text.bytes
    }

    /// Adds a charge as text with its unit, because feeds write a number below 1 as a fraction.
    private mutating func add(_ battery: Battery) {
        text.appendName("battery_percent")
        text.append(UInt8(ascii: "\""))
        text.append(battery.percent)
        text.append("%\"")
        if battery.isEstimated {
            text.appendName("battery_is_estimated")
            text.appendJSON(true)
        }
    }

    private static func objects(_ names: [String: String]) -> [JSONObjectWriter] {
        names.sorted { ByteOrder.precedes($0.key, $1.key) }.map { id, name in
            var object = JSONObjectWriter()
            object.add("vehicle_type_id", id)
            object.add("name", name)
            return object
        }
    }
}
