/// Battery of a simulated vehicle, from one full charge to the next.
///
/// A charge lasts eight cycles, and the ride of each cycle uses the same fraction of it. Some
/// vehicles are out of service in the last cycle, to be charged.
struct SimulatedBattery {
    static let cycles: Int64 = 8

    private let fullLevel: Double
    private let rideConsumption: Double
    private let cycle: Int64
    private let endsOutOfService: Bool

    init(seed: UInt64, index: Int, cycle: Int64) {
        let (chargeNumber, cycle) = cycle.quotientAndRemainder(flooringBy: Self.cycles)
        var random = SeededRandom(.charge, seed: seed, step: chargeNumber, of: index)
        fullLevel = random.number(in: 0.88...1)
        rideConsumption = random.number(in: 0.05...0.105)
        endsOutOfService = random.unit() < 0.3
        self.cycle = cycle
    }

    /// Whether the vehicle is charging in a depot.
    var isOutOfService: Bool { endsOutOfService && cycle == Self.cycles - 1 }

    /// Returns the level, 0 to 1, after a fraction of the cycle's ride.
    func level(afterRiding progress: Double) -> Double {
        ((fullLevel - rideConsumption * (Double(cycle) + progress)) * 100).rounded() / 100
    }

    /// Returns the level, 0 to 1, after a fraction of the time to charge to the initial level of
    /// the next cycle.
    func level(afterCharging progress: Double, to next: SimulatedBattery) -> Double {
        let (start, end) = (level(afterRiding: 0), next.level(afterRiding: 0))
        return ((start + (end - start) * progress) * 100).rounded() / 100
    }
}

extension Int64 {
    /// Divides with a remainder that is never negative.
    func quotientAndRemainder(flooringBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
