/// Detector for sensors that enter the alarm state between snapshots.
///
/// An alarm that is active in the first snapshot is reported too; an active alarm is reported only
/// once. It ends when its sensor reports a normal value, not while the sensor, its site or its
/// vehicle is missing, nor while the state of its value is unknown.
public struct AlarmDetector: Sendable {
    private let quantities: Set<Quantity>
    private let battery: BatteryThresholds
    /// The quantities in alarm, for each site or vehicle that has any.
    private var active: [ByteString: Set<Quantity>] = [:]

    /// The number of missing sites or vehicles whose alarms are remembered, at least.
    private static let remembered = 1000

    /// Creates a detector for the sensors of some quantities; the batteries of vehicles are in
    /// alarm at the same charge as in battery events.
    public init(_ quantities: Set<Quantity>, battery: BatteryThresholds = .default) {
        self.quantities = quantities
        self.battery = battery
    }

    /// Processes the next snapshot of the sites and returns the alarms that began.
    public mutating func alarms(of sites: [Site]) -> [Alarm] {
        process(sites, id: \.id, measurements: \.measurements) { site, measurement in
            Alarm(
                measurement, in: .site, id: site.id, name: site.name, position: site.position)
        }
    }

    /// Processes the next snapshot of the vehicles and returns the alarms that began.
    public mutating func alarms(of vehicles: [Vehicle]) -> [Alarm] {
        process(vehicles, id: \.id, measurements: measurements) { vehicle, measurement in
            Alarm(measurement, in: .vehicle, id: vehicle.id, position: vehicle.position)
        }
    }

    /// Returns the values of a vehicle's sensors, including its battery.
    private func measurements(of vehicle: Vehicle) -> [Measurement] {
        guard let charge = vehicle.battery?.percent else { return vehicle.measurements }
        let measurement = Measurement(
            .battery, .number(charge), at: vehicle.lastReported,
            threshold: Threshold(minimum: battery.low), state: battery.state(of: charge))
        return vehicle.measurements.filter { $0.quantity != .battery } + [measurement]
    }

    private mutating func process<Subject>(
        _ subjects: [Subject], id: (Subject) -> String, measurements: (Subject) -> [Measurement],
        alarm: (Subject, Measurement) -> Alarm
    ) -> [Alarm] {
        guard !quantities.isEmpty else { return [] }
        var began: [Alarm] = []
        var present: [ByteString: Set<Quantity>] = [:]
        for subject in subjects {
            let relevant = measurements(subject).filter { quantities.contains($0.quantity) }
            guard !relevant.isEmpty || !active.isEmpty else { continue }
            let key = ByteString(id(subject))
            var inAlarm = active.removeValue(forKey: key) ?? present[key] ?? []
            for measurement in relevant where Self.begins(measurement, &inAlarm) {
                began.append(alarm(subject, measurement))
            }
            present[key] = inAlarm.isEmpty ? nil : inAlarm
        }
        // The others are missing. A feed that keeps inventing IDs must not fill the memory.
        if active.count > max(Self.remembered, subjects.count) { active = [:] }
        active.merge(present) { $1 }
        return began
    }

    /// Updates the set with a measurement; returns whether an alarm begins.
    private static func begins(_ measurement: Measurement, _ inAlarm: inout Set<Quantity>) -> Bool {
        switch measurement.state {
        case .alarm: return inAlarm.insert(measurement.quantity).inserted
        case .normal: inAlarm.remove(measurement.quantity)
        case .unknown: break
        }
        return false
    }
}

/// A sensor that entered the alarm state.
public struct Alarm: Equatable, Sendable {
    /// The kind of thing that the sensor belongs to.
    public enum Subject: Sendable {
        case site
        case vehicle
    }

    /// The kind of thing that the sensor belongs to.
    public var subject: Subject
    /// The ID of the site or vehicle.
    public var id: String
    /// The name of the site.
    public var name: String?
    /// The position of the site or vehicle.
    public var position: Position?
    /// The value that raised the alarm.
    public var measurement: Measurement

    /// Creates an alarm.
    public init(
        _ measurement: Measurement, in subject: Subject, id: String, name: String? = nil,
        position: Position? = nil
    ) {
        self.measurement = measurement
        self.subject = subject
        self.id = id
        self.name = name
        self.position = position
    }
}

extension Alarm: AlertSubject {
    var kind: AlertKind { .alarm(measurement.quantity) }
    var subjectID: String? { id }

    func message(of source: String) -> String {
        let name = ShortText.subject(name ?? id)
        return switch measurement.value {
        case .condition: "\(name): \(measurement.alarmLabel)"
        case .number: "\(name): \(measurement.quantity.label) alarm, \(measurement.text)"
        }
    }

    func json(at time: Timestamp) -> JSONObjectWriter {
        var object = JSONObjectWriter(kind, at: time)
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

    /// Returns the alarm with its texts changed.
    func withTexts(_ text: (String) -> String) -> Alarm {
        var alarm = self
        (alarm.id, alarm.name) = (text(id), name.map(text))
        return alarm
    }
}
