extension VehicleTrip {
    /// Creates a trip from the members of its event; `nil` if some are missing.
    public init?(_ event: EventDetail) {
        guard event.event == Self.eventName, let id = event.tripID, let vehicleID = event.vehicleID,
            let start = event.startTime.flatMap({ Timestamp(rfc3339: $0) }),
            let end = event.at.flatMap({ Timestamp(rfc3339: $0) })
        else { return nil }
        self.init(
            id: id, vehicleID: vehicleID, start: start, end: end, seconds: event.duration,
            meters: event.distance)
    }
}
