/// Detector for new measurements and alarms in the snapshots of a source's sites.
///
/// The first snapshot yields all measurements and active alarms. A sensor that disappears, alone or
/// with its site, yields no event, and its alarm does not end.
public struct SiteEventDetector: Sendable {
    private struct Sensor: Hashable, Sendable {
        var site: [UInt8]
        var quantity: Quantity
    }

    private var latest: [Sensor: Measurement] = [:]

    /// Creates a detector without a snapshot.
    public init() {}

    /// Returns the events of a snapshot that was received at `time`; an alarm follows its
    /// measurement.
    public mutating func events(in sites: [Site], at time: Timestamp) -> [SiteEvent] {
        var current: [Sensor: Measurement] = [:]
        var events: [SiteEvent] = []
        for site in sites {
            for measurement in site.measurements {
                let sensor = Sensor(site: Array(site.id.utf8), quantity: measurement.quantity)
                let previous = latest[sensor]
                guard measurement.isNew(after: previous) else {
                    current[sensor] = previous
                    continue
                }
                current[sensor] = measurement
                for kind in measurement.kinds(after: previous) {
                    events.append(SiteEvent(kind, at: site, measurement, receivedAt: time))
                }
            }
        }
        latest = current
        return events
    }
}

extension Measurement {
    /// Returns whether it differs from the previous measurement and is not older.
    fileprivate func isNew(after previous: Measurement?) -> Bool {
        guard let previous else { return true }
        if let measuredAt, let previousTime = previous.measuredAt, measuredAt < previousTime {
            return false
        }
        return self != previous
    }

    fileprivate func kinds(after previous: Measurement?) -> [SiteEvent.Kind] {
        switch (previous?.state == .alarm, state == .alarm) {
        case (false, true): [.measurement, .alarmBegan]
        case (true, false): [.measurement, .alarmEnded]
        case (true, true), (false, false): [.measurement]
        }
    }
}
