/// Follows sensors from snapshot to snapshot, and tells which of them began to give alarm.
///
/// An alarm that is on in the first snapshot is told too; none is told again while it is on. It ends
/// when its sensor tells that all is normal: not while the sensor, its site or its vehicle is missing,
/// or while nobody can say whether its value is normal.
public struct AlarmWatch: Sendable {
    private let quantities: Set<Quantity>
    /// The quantities that give alarm, of each site or vehicle that has any.
    private var ringing: [VehicleKey: Set<Quantity>] = [:]

    /// Of so many sites or vehicles that are away alarms are remembered at least.
    static let remembered = 1000

    /// Creates a watch over the sensors of some quantities.
    public init(_ quantities: Set<Quantity>) {
        self.quantities = quantities
    }

    /// Takes the next snapshot of the sites; returns what began.
    public mutating func alarms(of sites: [Site]) -> [Alarm] {
        take(sites, id: \.id, measurements: \.measurements) { site, measurement in
            Alarm(
                measurement, in: .site, id: site.id, name: site.name, position: site.position)
        }
    }

    /// Takes the next snapshot of the vehicles; returns what began.
    public mutating func alarms(of vehicles: [Vehicle]) -> [Alarm] {
        take(vehicles, id: \.id, measurements: \.sensed) { vehicle, measurement in
            Alarm(measurement, in: .vehicle, id: vehicle.id, position: vehicle.position)
        }
    }

    private mutating func take<Subject>(
        _ subjects: [Subject], id: (Subject) -> String, measurements: (Subject) -> [Measurement],
        alarm: (Subject, Measurement) -> Alarm
    ) -> [Alarm] {
        guard !quantities.isEmpty else { return [] }
        var began: [Alarm] = []
        var present: [VehicleKey: Set<Quantity>] = [:]
        for subject in subjects {
            let told = measurements(subject).filter { quantities.contains($0.quantity) }
            guard !told.isEmpty || !ringing.isEmpty else { continue }
            let key = VehicleKey(id: id(subject))
            var rings = ringing.removeValue(forKey: key) ?? present[key] ?? []
            for measurement in told where Self.begins(measurement, &rings) {
                began.append(alarm(subject, measurement))
            }
            present[key] = rings.isEmpty ? nil : rings
        }
        // What is left is away; a feed that makes up ever new codes does not fill the memory.
        if ringing.count > max(Self.remembered, subjects.count) { ringing = [:] }
        ringing.merge(present) { $1 }
        return began
    }

    /// Notes what a sensor tells; returns whether it begins to give alarm.
    private static func begins(_ measurement: Measurement, _ rings: inout Set<Quantity>) -> Bool {
        switch measurement.state {
        case .alarm: return rings.insert(measurement.quantity).inserted
        case .normal: rings.remove(measurement.quantity)
        case .unknown: break
        }
        return false
    }
}

extension Vehicle {
    /// What its sensors tell, its battery among them.
    fileprivate var sensed: [Measurement] {
        guard let battery, !measurements.contains(where: { $0.quantity == .battery }) else {
            return measurements
        }
        return measurements + [Measurement(.battery, .number(battery.percent), at: lastReported)]
    }
}
