extension Alert {
    /// The alert as one JSON object: `{"event":"battery_low",…,"source":…,"message":…}`.
    ///
    /// `event` is the name of the kind. Of an event of a vehicle it holds all that `watch --events` tells;
    /// of an alarm `at`, `station_id` or `vehicle_id`, `name`, `lat`, `lon`, `quantity`, `value`, `unit`,
    /// `measured_at` and `threshold`; of the feed `at`, `cause`, `since`, and of the last good snapshot
    /// `last_updated` and `fetched_at`. What is not known is left out.
    public var json: ByteText {
        var object: JSONObject
        switch content {
        case .event(let event): object = event.jsonObject
        case .alarm(let alarm): object = alarm.jsonObject(at: at)
        case .feedStale(let lapse), .feedRestored(let lapse): object = json(of: lapse)
        }
        object.add("source", source)
        object.add("message", message)
        return object.text
    }

    private func json(of lapse: FeedLapse) -> JSONObject {
        var object = JSONObject()
        object.add("event", kind.name)
        object.add("at", at)
        object.add("cause", lapse.cause)
        object.add("since", lapse.since)
        object.add("last_updated", lapse.lastUpdated)
        object.add("fetched_at", lapse.fetchedAt)
        return object
    }
}

extension Alarm {
    fileprivate func jsonObject(at time: Timestamp) -> JSONObject {
        var object = JSONObject()
        object.add("event", measurement.quantity.rawValue)
        object.add("at", time)
        switch place {
        case .site: object.add("station_id", id)
        case .vehicle: object.add("vehicle_id", id)
        }
        object.add("name", name)
        object.add("lat", position?.latitude)
        object.add("lon", position?.longitude)
        object.add(measurement)
        return object
    }
}
