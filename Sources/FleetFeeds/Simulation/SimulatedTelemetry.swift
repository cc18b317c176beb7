import FleetCore

/// Latest report of a simulated vehicle: its activity, position and charge.
struct SimulatedTelemetry {
    /// Activity of a vehicle.
    enum Activity {
        case parked
        /// On a ride, with its mean speed in metres per second.
        case ridden(speed: Double)
        case charging(SimulatedDepot)
    }

    var activity: Activity
    var position: SimulatedPosition
    /// Battery level, 0 to 1.
    var charge: Double
    var reportedAt: Timestamp

    init(
        _ activity: Activity, at position: SimulatedPosition, charge: Double, reportedAt: Timestamp
    ) {
        self.activity = activity
        self.position = position
        self.charge = charge
        self.reportedAt = reportedAt
    }

    var isRidden: Bool { if case .ridden = activity { true } else { false } }

    /// Depot in which the vehicle is charging, if any.
    var depot: SimulatedDepot? { if case .charging(let depot) = activity { depot } else { nil } }
}

extension SimulatedTelemetry {
    /// Returns the sensor readings of the report.
    func measurements(of index: Int, seed: UInt64) -> [Measurement] {
        var random = SeededRandom(
            .report, seed: seed, step: reportedAt.milliseconds, of: index)
        let temperature = batteryTemperature + random.deviation()
        let signal = -75 + 20 * random.deviation()
        let speed = speed * random.number(in: 0.8...1.2)
        let isTippedOver = isParked && random.unit() < 0.02
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

    private var isParked: Bool { if case .parked = activity { true } else { false } }

    private var speed: Double { if case .ridden(let speed) = activity { speed } else { 0 } }

    /// Battery temperature in degrees Celsius; riding and charging heat the battery.
    private var batteryTemperature: Double {
        let airTemperature =
            16 + 6 * SimulatedSeries.dailyWave(at: SimulatedSeries.localTime(reportedAt))
        return switch activity {
        case .parked: airTemperature
        case .ridden(let speed): airTemperature + 4 + speed
        case .charging: airTemperature + 8
        }
    }
}
