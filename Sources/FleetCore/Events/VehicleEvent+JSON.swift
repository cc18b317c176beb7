extension VehicleEvent {
    /// The event as one JSON object:
    /// `{"event":"moved","basis":"inferred","at":…,"vehicle_id":…,…}`.
    ///
    /// Unknown values are omitted; `event_types` is always present, even if empty. Distances are
    /// rounded to decimetres.
    public var json: UTF8Buffer { jsonObject.text }

    /// The writer of the JSON object, for callers that add members.
    var jsonObject: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("event", kind.rawValue)
        object.add("basis", basis.rawValue)
        object.add("at", at)
        object.add("vehicle_id", vehicleID)
        object.add("previous_vehicle_id", previousID)
        object.add("lat", position?.latitude)
        object.add("lon", position?.longitude)
        object.add("previous_lat", previousPosition?.latitude)
        object.add("previous_lon", previousPosition?.longitude)
        object.add("distance_meters", distanceMeters.map { ($0 * 10).rounded() / 10 })
        object.add("state", state.rawValue)
        object.add("previous_state", previousState?.rawValue)
        object.add("battery_percent", battery?.percent)
        object.add("previous_battery_percent", previousBattery?.percent)
        object.add("event_types", mdsEventTypes)
        object.add("vehicle_state", mdsVehicleState)
        return object
    }
}
