import FleetCore

/// A sensor that gives alarm: an alarm begins when it was not among those of the snapshot before.
struct SiteAlarm: Hashable, Sendable {
    let site: String
    let quantity: Quantity
}

extension Site {
    /// The sensors that give alarm.
    var alarms: [SiteAlarm] {
        measurements.filter { $0.state == .alarm }.map {
            SiteAlarm(site: id, quantity: $0.quantity)
        }
    }

    /// What people call it: its name, or where it has none its identifier.
    var title: String {
        let name = name ?? ""
        return (name.isEmpty ? id : name).limited
    }
}

extension SiteRoll {
    /// What to say of alarms that were not there before; `nil` if there are none.
    func news(since before: SiteRoll) -> String? {
        let begun = alarms.subtracting(before.alarms)
        let there = sites.filter { site in site.alarms.contains(where: begun.contains) }
        guard let first = there.first else { return nil }
        guard there.count == 1 else {
            return "ALARM at \(ShortCount.grouped(there.count)) sites, \(first.title) among them"
        }
        let words = first.measurements.filter {
            begun.contains(SiteAlarm(site: first.id, quantity: $0.quantity))
        }.map { "\($0.quantity.words) \($0.words)" }
        return "ALARM at \(first.title): " + words.joined(separator: ", ")
    }
}
