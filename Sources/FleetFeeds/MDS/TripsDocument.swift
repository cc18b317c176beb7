import FleetCore
import JSON

/// Reader of the trips that ended in an hour (MDS 1.0 and later, Provider, "Trips"), without their
/// routes.
struct TripsDocument {
    /// The trips; those without IDs or times are left out.
    private(set) var trips: [VehicleTrip] = []
    /// The address of the next page (`links.next`).
    private(set) var nextLink: String?

    /// Maximum number of trips of an hour; a large city has a hundredth of it.
    static let maxTrips = 200_000
    /// Maximum length of an ID in bytes.
    private static let maxIDLength = 200
    private static let scan = ListScan(
        lists: ["trips", "data.trips"],
        fields: [
            "trip_id", "device_id", "start_time", "end_time", "duration", "trip_duration",
            "distance", "trip_distance",
        ], values: ["links.next"])

    /// Parses a document.
    ///
    /// - Throws: A failure at `location`; `noList` without a list of trips.
    init(_ bytes: consuming [UInt8], at location: String) throws(FeedFailure) {
        var document = JSONDocument(bytes)
        var (trips, link) = ([VehicleTrip](), String?.none)
        let (_, list, _) = try Self.scan.read(
            &document, at: location, value: { link = String(link: $1) },
            row: { row in
                guard trips.count < Self.maxTrips, let trip = Self.trip(row) else { return }
                trips.append(trip)
            })
        guard list != nil else { throw FeedFailure(.content(.noList(of: "trips")), at: location) }
        (self.trips, nextLink) = (trips, link)
    }

    private static func trip(_ row: JSONRow) -> VehicleTrip? {
        guard let id = text(row[0]), let vehicle = text(row[1]),
            let start = Timestamp(lenient: row[2]),
            let end = Timestamp(lenient: row[3]), start <= end
        else { return nil }
        func number(_ fields: JSONField...) -> Double? {
            fields.lazy.compactMap { Double(lenient: $0) }.first { (0...1e9).contains($0) }
        }
        return VehicleTrip(
            id: id, vehicleID: vehicle, start: start, end: end, seconds: number(row[4], row[5]),
            meters: number(row[6], row[7]))
    }

    private static func text(_ field: JSONField) -> String? {
        // PostgreSQL stores no NUL.
        String(lenient: field).flatMap {
            $0.utf8.count <= maxIDLength && !$0.utf8.contains(0) ? $0 : nil
        }
    }
}
