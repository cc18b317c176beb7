/// Tells what is new in each snapshot of a source's sites.
///
/// The first snapshot brings all that is measured, and the alarms that there are. A sensor that goes
/// silent, or goes with its site, tells nothing: neither does its alarm end by that.
public struct SiteEventDetector: Sendable {
    private struct Sensor: Hashable, Sendable {
        var site: [UInt8]
        var quantity: Quantity
    }

    private var last: [Sensor: Measurement] = [:]

    /// Creates a detector that has seen nothing.
    public init() {}

    /// What is new in a snapshot that was received at `time`: alarms follow the value that they are of.
    public mutating func events(in sites: [Site], at time: Timestamp) -> [SiteEvent] {
        var now: [Sensor: Measurement] = [:]
        var events: [SiteEvent] = []
        for site in sites {
            for measurement in site.measurements {
                let sensor = Sensor(site: Array(site.id.utf8), quantity: measurement.quantity)
                let before = last[sensor]
                guard measurement.isNew(after: before) else {
                    now[sensor] = before
                    continue
                }
                now[sensor] = measurement
                for kind in measurement.kinds(after: before) {
                    events.append(SiteEvent(kind, at: site, measurement, receivedAt: time))
                }
            }
        }
        last = now
        return events
    }
}

extension Measurement {
    /// Whether it differs from the one before and is not older.
    fileprivate func isNew(after before: Measurement?) -> Bool {
        guard let before else { return true }
        if let measuredAt, let last = before.measuredAt, measuredAt < last { return false }
        return self != before
    }

    fileprivate func kinds(after before: Measurement?) -> [SiteEvent.Kind] {
        switch (before?.state == .alarm, state == .alarm) {
        case (false, true): [.measurement, .alarmBegan]
        case (true, false): [.measurement, .alarmEnded]
        case (true, true), (false, false): [.measurement]
        }
    }
}
