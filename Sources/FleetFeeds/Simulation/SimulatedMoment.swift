import FleetCore

/// What changes about a simulated vehicle, as it last reported it.
struct SimulatedMoment {
    /// What happens to it.
    enum Activity {
        case standing
        /// Somebody rides it, at a mean speed in metres a second.
        case ridden(speed: Double)
        case charging(SimulatedDepot)
    }

    var activity: Activity
    var place: SimulatedPlace
    /// How full the battery is, 0 to 1.
    var charge: Double
    var reportedAt: Timestamp

    init(
        _ activity: Activity, at place: SimulatedPlace, charge: Double, reportedAt: Timestamp
    ) {
        self.activity = activity
        self.place = place
        self.charge = charge
        self.reportedAt = reportedAt
    }

    var isRidden: Bool { if case .ridden = activity { true } else { false } }

    /// Where it is out of service.
    var depot: SimulatedDepot? { if case .charging(let depot) = activity { depot } else { nil } }
}

extension SimulatedMoment {
    /// What the vehicle's sensors told with that report.
    func measurements(of index: Int, seed: UInt64) -> [Measurement] {
        var dice = Dice(.report, seed: seed, reportedAt.milliseconds, of: index)
        let temperature = warmth + dice.deviation()
        let signal = -75 + 20 * dice.deviation()
        let speed = speed * dice.number(in: 0.8...1.2)
        let isTippedOver = isLeftAlone && dice.unit() < 0.02
        return [
            Measurement(
                .temperature, .number((temperature * 10).rounded() / 10), at: reportedAt,
                threshold: Threshold(minimum: -10, maximum: 45)),
            Measurement(
                .connectivity, .number(signal.rounded()), at: reportedAt,
                threshold: Threshold(minimum: -110)),
            Measurement(.speed, .number((speed * 10).rounded() / 10), at: reportedAt),
            Measurement(.tippedOver, .condition(isTippedOver), at: reportedAt),
        ]
    }

    private var isLeftAlone: Bool { if case .standing = activity { true } else { false } }

    private var speed: Double { if case .ridden(let speed) = activity { speed } else { 0 } }

    /// How warm the battery is, in degrees Celsius: work and charging heat it.
    private var warmth: Double {
        let air = 16 + 6 * SimulatedCourse.wave(at: SimulatedCourse.local(reportedAt))
        return switch activity {
        case .standing: air
        case .ridden(let speed): air + 4 + speed
        case .charging: air + 8
        }
    }
}
