import FleetCore

/// A sensor of a simulated depot, which reports at a pace of its own.
struct SimulatedSensor {
    /// What the sensors of a depot measure.
    static let quantities: [Quantity] = [
        .temperature, .noiseLevel, .smoke, .humidity, .connectivity, .battery,
    ]

    private let quantity: Quantity
    private let course: SimulatedCourse
    /// The time between two reports, and by how much they come later than those of others.
    private let pace: Int64
    private let delay: Int64

    init(_ quantity: Quantity, of depot: SimulatedDepot, seed: UInt64) {
        self.quantity = quantity
        course = SimulatedCourse(seed: seed, depot: depot, quantity)
        pace = Self.pace(of: quantity)
        delay = Int64(depot.rawValue) * 700
    }

    /// What it reported last.
    func measurement(at time: Timestamp) -> Measurement {
        let age = (time.milliseconds - delay).quotientAndRemainder(flooringBy: pace).remainder
        let reported = Timestamp(milliseconds: time.milliseconds - age)
        let value = value(at: SimulatedCourse.local(reported))
        return Measurement(
            quantity, .number((value * 100).rounded() / 100), at: reported, threshold: threshold)
    }

    /// Milliseconds between two reports.
    private static func pace(of quantity: Quantity) -> Int64 {
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
        case .smoke, .battery, .speed, .tippedOver: quantity.usualThreshold
        }
    }

    private func value(at local: Int64) -> Double {
        let wave = SimulatedCourse.wave(at: local)
        let jitter = course.jitter(at: local)
        switch quantity {
        case .temperature:
            let heat = course.strength(of: Self.heat, at: local)
            return 20 + 4 * wave + 3 * drift(SimulatedCourse.day, local) + 0.2 * jitter + 15 * heat
        case .noiseLevel:
            let noise = course.strength(of: Self.noise, at: local)
            return 48 + 10 * wave + 4 * drift(SimulatedCourse.minute, local) + 2 * jitter
                + 32 * noise
        case .smoke:
            let smoke = course.strength(of: Self.smoke, at: local)
            return 0.2 + 0.1 * drift(SimulatedCourse.hour, local) + 0.08 * jitter + 6 * smoke
        case .humidity:
            return 50 - 8 * wave + 10 * drift(SimulatedCourse.hour * 6, local) + 0.5 * jitter
        case .connectivity:
            return (-68 + 9 * drift(SimulatedCourse.minute * 10, local) + 4 * jitter).rounded()
        case .battery: return charge(at: local)
        case .speed, .tippedOver: return 0
        }
    }

    private func drift(_ step: Int64, _ local: Int64) -> Double {
        course.drift(every: step, at: local)
    }

    /// Percent; a battery is full on the first of forty days and empty enough to be changed on the
    /// last.
    private func charge(at local: Int64) -> Double {
        let term = 40 * SimulatedCourse.day
        let shift = Int64((course.jitter(at: 0) + 1) * 10) * SimulatedCourse.day
        let age = (local + shift).quotientAndRemainder(flooringBy: term).remainder
        return ((100 - 84 * Double(age) / Double(term)) * 10).rounded() / 10
    }

    /// A hot afternoon, on one day of five.
    private static let heat = SimulatedCourse.Spell(
        window: SimulatedCourse.day, chance: 0.2,
        start: 12 * SimulatedCourse.hour..<14 * SimulatedCourse.hour,
        length: 3 * SimulatedCourse.hour..<5 * SimulatedCourse.hour)
    /// Something loud, now and then.
    private static let noise = SimulatedCourse.Spell(
        window: 3 * SimulatedCourse.hour, chance: 0.3,
        start: 0..<170 * SimulatedCourse.minute,
        length: 2 * SimulatedCourse.minute..<6 * SimulatedCourse.minute)
    /// Smoke, once a day.
    private static let smoke = SimulatedCourse.Spell(
        window: SimulatedCourse.day, chance: 1,
        start: 0..<23 * SimulatedCourse.hour,
        length: 4 * SimulatedCourse.minute..<9 * SimulatedCourse.minute)
}
