import FleetCore
import JSON

/// Reader of `vehicle_availability.json` (3.1, `data.vehicles`).
struct VehicleAvailabilityDocument: SideDocument {
    let name = DocumentName.availability
    var content: WritableKeyPath<SideDocuments, VehicleAvailability?> { \.availability }
    let minFreshness = Duration.seconds(60)

    /// Maximum number of vehicles, of slots of each, and of bytes of an ID.
    private static let (maxVehicles, maxSlots, maxLength) = (50_000, 50, 200)

    private static let scan = ListScan(
        lists: ["data.vehicles", "vehicles"], fields: ["vehicle_id", "availabilities"])

    /// Parses the document; skips vehicles without ID or list, and slots without a start.
    ///
    /// - Throws: A failure at `location`; `noVehicles` if the document has no list of vehicles.
    func parse(
        _ bytes: consuming [UInt8], at location: String
    ) throws(FeedFailure) -> FeedDocument<VehicleAvailability> {
        let parsed = try Self.scan.elements(
            of: bytes, at: location, maxCount: Self.maxVehicles, otherwise: .content(.noVehicles)
        ) { row in
            String(lenient: row[0]).flatMap { id in
                JSONValue(row[1])?.array.map {
                    (id, $0.prefix(Self.maxSlots).compactMap(Self.slot))
                }
            }
        }
        var availability = VehicleAvailability()
        for (id, slots) in parsed.content where id.utf8.count <= Self.maxLength {
            availability.add(slots, of: id)
        }
        return FeedDocument(header: parsed.header, content: availability)
    }

    private static func slot(_ value: JSONValue) -> VehicleAvailability.Slot? {
        guard let start = Timestamp(lenient: value["from"]) else { return nil }
        return VehicleAvailability.Slot(start: start, end: Timestamp(lenient: value["until"]))
    }
}
