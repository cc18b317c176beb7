/// A vehicle's battery from one day on which it is full to the next.
///
/// A battery serves eight cycles; in each, a ride takes the same part of it. After the last one some
/// vehicles are out of service for a cycle, in which they are charged.
struct SimulatedCharge {
    static let cycles: Int64 = 8

    private let full: Double
    private let ride: Double
    private let cycle: Int64
    private let endsOutOfService: Bool

    init(seed: UInt64, index: Int, cycle: Int64) {
        let (change, cycle) = cycle.quotientAndRemainder(flooringBy: Self.cycles)
        var dice = Dice(.charge, seed: seed, change, of: index)
        full = dice.number(in: 0.88...1)
        ride = dice.number(in: 0.05...0.105)
        endsOutOfService = dice.unit() < 0.3
        self.cycle = cycle
    }

    /// Whether the vehicle is in a depot, to be charged.
    var isOutOfService: Bool { endsOutOfService && cycle == Self.cycles - 1 }

    /// How full the battery is, 0 to 1, after a part of the cycle's ride.
    func share(afterRiding progress: Double) -> Double {
        ((full - ride * (Double(cycle) + progress)) * 100).rounded() / 100
    }

    /// How full the battery is, 0 to 1, after a part of the time that it takes to be as full as at
    /// the start of the next cycle.
    func share(afterCharging progress: Double, to next: SimulatedCharge) -> Double {
        let (empty, full) = (share(afterRiding: 0), next.share(afterRiding: 0))
        return ((empty + (full - empty) * progress) * 100).rounded() / 100
    }
}

extension Int64 {
    /// Divides so that the remainder is never negative.
    func quotientAndRemainder(flooringBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
