import FleetCore

/// Sensor of a simulated depot, which reports at its own interval.
struct SimulatedSensor {
    /// Quantities that the sensors of a depot measure.
    static let quantities: [Quantity] = [
        .temperature, .noiseLevel, .smoke, .humidity, .connectivity, .battery,
    ]

    private let quantity: Quantity
    private let series: SimulatedSeries
    /// Time between two reports, in milliseconds.
    private let interval: Int64
    /// Offset of the reports, in milliseconds, so that depots do not report at the same time.
    private let delay: Int64

    init(_ quantity: Quantity, of depot: SimulatedDepot, seed: UInt64) {
        self.quantity = quantity
        series = SimulatedSeries(seed: seed, depot: depot, quantity)
        interval = Self.interval(of: quantity)
        delay = Int64(depot.rawValue) * 700
    }

    /// Returns the latest report at a time.
    func measurement(at time: Timestamp) -> Measurement {
        let age = (time.milliseconds - delay).quotientAndRemainder(flooringBy: interval).remainder
        let reported = Timestamp(milliseconds: time.milliseconds - age)
        let value = value(at: SimulatedSeries.localTime(reported))
        return Measurement(
            quantity, .number((value * 100).rounded() / 100), at: reported, threshold: threshold)
    }

    /// Returns the milliseconds between two reports.
    private static func interval(of quantity: Quantity) -> Int64 {
        switch quantity {
        case .noiseLevel, .speed: 2000
        case .smoke: 3000
        case .connectivity: 4000
        case .temperature, .tippedOver: 5000
        case .humidity: 10_000
        case .battery: 15_000
        }
    }

    private var threshold: Threshold? {
        switch quantity {
        case .temperature: Threshold(minimum: 5, maximum: 35)
        case .noiseLevel: Threshold(maximum: 80)
        case .humidity: Threshold(minimum: 20, maximum: 80)
        case .connectivity: Threshold(minimum: -100)
        case .smoke, .battery, .speed, .tippedOver: quantity.defaultThreshold
        }
    }

    private func value(at local: Int64) -> Double {
        let wave = SimulatedSeries.dailyWave(at: local)
        let jitter = series.jitter(at: local)
        switch quantity {
        case .temperature:
            let heat = series.strength(of: Self.heat, at: local)
            return 20 + 4 * wave + 3 * drift(SimulatedSeries.day, local) + 0.2 * jitter + 15 * heat
        case .noiseLevel:
            let noise = series.strength(of: Self.noise, at: local)
            return 48 + 10 * wave + 4 * drift(SimulatedSeries.minute, local) + 2 * jitter
                + 32 * noise
        case .smoke:
            let smoke = series.strength(of: Self.smoke, at: local)
            return 0.2 + 0.1 * drift(SimulatedSeries.hour, local) + 0.08 * jitter + 6 * smoke
        case .humidity:
            return 50 - 8 * wave + 10 * drift(SimulatedSeries.hour * 6, local) + 0.5 * jitter
        case .connectivity:
            return (-68 + 9 * drift(SimulatedSeries.minute * 10, local) + 4 * jitter).rounded()
        case .battery: return charge(at: local)
        case .speed, .tippedOver: return 0
        }
    }

    private func drift(_ step: Int64, _ local: Int64) -> Double {
        series.drift(every: step, at: local)
    }

    /// Returns the battery level in percent, which falls from full to 16% in forty days.
    private func charge(at local: Int64) -> Double {
        let period = 40 * SimulatedSeries.day
        let shift = Int64((series.jitter(at: 0) + 1) * 10) * SimulatedSeries.day
        let age = (local + shift).quotientAndRemainder(flooringBy: period).remainder
        return ((100 - 84 * Double(age) / Double(period)) * 10).rounded() / 10
    }

    /// Hot afternoon, on one day in five.
    private static let heat = SimulatedSeries.Episode(
        window: SimulatedSeries.day, chance: 0.2,
        start: 12 * SimulatedSeries.hour..<14 * SimulatedSeries.hour,
        length: 3 * SimulatedSeries.hour..<5 * SimulatedSeries.hour)
    /// Loud noise, occasionally.
    private static let noise = SimulatedSeries.Episode(
        window: 3 * SimulatedSeries.hour, chance: 0.3,
        start: 0..<170 * SimulatedSeries.minute,
        length: 2 * SimulatedSeries.minute..<6 * SimulatedSeries.minute)
    /// Smoke, once a day.
    private static let smoke = SimulatedSeries.Episode(
        window: SimulatedSeries.day, chance: 1,
        start: 0..<23 * SimulatedSeries.hour,
        length: 4 * SimulatedSeries.minute..<9 * SimulatedSeries.minute)
}
