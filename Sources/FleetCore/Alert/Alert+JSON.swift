extension Alert {
    /// The alert as one JSON object: `{"event":"battery_low",…,"source":…,"message":…}`.
    ///
    /// `event` is the name of the kind. A vehicle event has the members that `watch --events`
    /// writes. An alarm has `at`, `station_id` or `vehicle_id`, `name`, `lat`, `lon`, `quantity`,
    /// `value`, `unit`, `measured_at` and `threshold`. A feed alert has `at`, `cause`, `since`, and
    /// the `last_updated` and `fetched_at` of the last good snapshot. Unknown values are omitted.
    public var json: UTF8Buffer {
        var object: JSONObjectWriter
        switch content {
        case .event(let event): object = event.jsonObject
        case .alarm(let alarm): object = alarm.jsonObject(at: at)
        case .feedStale(let period), .feedRestored(let period): object = json(of: period)
        }
        object.add("source", source)
        object.add("message", message)
        return object.text
    }

    private func json(of period: StalePeriod) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("event", kind.name)
        object.add("at", at)
        object.add("cause", period.cause)
        object.add("since", period.since)
        object.add("last_updated", period.lastUpdated)
        object.add("fetched_at", period.fetchedAt)
        return object
    }
}

extension Alarm {
    fileprivate func jsonObject(at time: Timestamp) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("event", measurement.quantity.rawValue)
        object.add("at", time)
        switch subject {
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
