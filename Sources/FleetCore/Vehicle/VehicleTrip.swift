/// A trip that an operator reports (MDS 1.0 and later, Provider, "Trips"); its route is not read.
public struct VehicleTrip: Equatable, Sendable {
    /// The ID of the trip (`trip_id`).
    public var id: String
    /// The ID of the vehicle (`device_id`).
    public var vehicleID: String
    /// The start (`start_time`).
    public var start: Timestamp
    /// The end (`end_time`).
    public var end: Timestamp
    /// The duration in seconds (`duration`); by default, the time from start to end.
    public var seconds: Double
    /// The distance in metres (`distance`).
    public var meters: Double?

    /// Creates a trip.
    public init(
        id: String, vehicleID: String, start: Timestamp, end: Timestamp, seconds: Double? = nil,
        meters: Double? = nil
    ) {
        (self.id, self.vehicleID, self.start, self.end) = (id, vehicleID, start, end)
        (self.seconds, self.meters) = (seconds ?? (end - start).seconds, meters)
    }

    /// The name of the event that it is stored as.
    public static let eventName = "trip"

    /// The trip as one JSON object, like ``VehicleEvent/json``, at its end:
    /// `{"event":"trip","basis":"reported","at":…,"vehicle_id":…,"trip_id":…,"start_time":…,…}`.
    public var json: UTF8Buffer {
        var object = JSONObjectWriter()
        object.add("event", Self.eventName)
        object.add("basis", "reported")
        object.add("at", end)
        object.add("vehicle_id", vehicleID)
        object.add(membersOf: members)
        return object.text
    }

    /// What is known of the trip itself.
    var members: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("trip_id", id)
        object.add("start_time", start)
        object.add("end_time", end)
        object.add("duration_seconds", seconds)
        object.add("distance_meters", meters)
        return object
    }
}
