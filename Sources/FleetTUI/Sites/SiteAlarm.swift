import FleetCore

/// Sensor in alarm; an alarm is new if the previous snapshot did not have it.
struct SiteAlarm: Hashable, Sendable {
    let site: String
    let quantity: Quantity
}

extension Site {
    /// Sensors in alarm.
    var alarms: [SiteAlarm] {
        measurements.filter { $0.state == .alarm }.map {
            SiteAlarm(site: id, quantity: $0.quantity)
        }
    }

    /// Name, or the ID if it has none.
    var title: String {
        let name = name ?? ""
        return (name.isEmpty ? id : name).limited
    }
}

extension SortedSites {
    /// Returns a message about alarms that are not in `previous`; nil if there are none.
    func newAlarmText(since previous: SortedSites) -> String? {
        let new = alarms.subtracting(previous.alarms)
        let affected = sites.filter { site in site.alarms.contains(where: new.contains) }
        guard let first = affected.first else { return nil }
        guard affected.count == 1 else {
            return "ALARM at \(ShortCount.grouped(affected.count)) sites, including \(first.title)"
        }
        let readings = first.measurements.filter {
            new.contains(SiteAlarm(site: first.id, quantity: $0.quantity))
        }.map { "\($0.quantity.label) \($0.text)" }
        return "ALARM at \(first.title): " + readings.joined(separator: ", ")
    }
}
