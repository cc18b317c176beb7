import FleetCore

/// How values of a simulated depot go up and down, as functions of seed and time.
struct SimulatedCourse {
    static let minute: Int64 = 60_000
    static let hour: Int64 = 60 * minute
    static let day: Int64 = 24 * hour

    private let seed: UInt64
    /// What distinguishes one course from another.
    private let key: Int

    init(seed: UInt64, depot: SimulatedDepot, _ quantity: Quantity) {
        self.seed = seed
        let number = Quantity.allCases.firstIndex(of: quantity) ?? 0
        key = depot.rawValue * 100 + number
    }

    /// The clock of the depot, an hour ahead of UTC all year, in milliseconds.
    static func local(_ time: Timestamp) -> Int64 { time.milliseconds + hour }

    /// The day's wave, from −1 at four in the morning to 1 at four in the afternoon.
    static func wave(at local: Int64) -> Double {
        let age = local.quotientAndRemainder(flooringBy: day).remainder
        let fromPeak = (Double(age) / Double(hour) - 16).magnitude
        return 1 - 2 * smooth(min(fromPeak, 24 - fromPeak) / 12)
    }

    /// A number from −1 to 1 that wanders, to another one every `step` milliseconds.
    func drift(every step: Int64, at time: Int64) -> Double {
        let (number, rest) = time.quotientAndRemainder(flooringBy: step)
        var (here, next) = (dice(.drift, step, number), dice(.drift, step, number + 1))
        let (from, to) = (here.deviation(), next.deviation())
        return from + (to - from) * Self.smooth(Double(rest) / Double(step))
    }

    /// A number from −1 to 1, another one at each time.
    func jitter(at time: Int64) -> Double {
        var dice = dice(.jitter, 0, time)
        return dice.deviation()
    }

    /// Something that comes over the depot for a while, at most once in so many milliseconds.
    struct Spell {
        /// The time in which it may come once.
        var window: Int64
        /// How often it does, 0 to 1.
        var chance: Double
        /// When in the window it begins, and how long it takes, in milliseconds.
        var start: Range<Int64>
        var length: Range<Int64>
    }

    /// How strong a spell is at a time, 0 to 1: it comes and goes in a quarter of its length each.
    func strength(of spell: Spell, at time: Int64) -> Double {
        let (number, age) = time.quotientAndRemainder(flooringBy: spell.window)
        var dice = dice(.spell, spell.window, number)
        guard dice.unit() < spell.chance else { return 0 }
        let start = dice.whole(in: spell.start)
        let length = dice.whole(in: spell.length)
        guard age >= start, age < start + length else { return 0 }
        let progress = Double(age - start) / Double(length)
        return Self.smooth(min(1, min(progress, 1 - progress) * 4))
    }

    private func dice(_ purpose: Dice.Purpose, _ step: Int64, _ number: Int64) -> Dice {
        Dice(purpose, seed: seed &+ UInt64(bitPattern: step), number, of: key)
    }

    /// 0 to 1 for 0 to 1, without a bend at the ends.
    private static func smooth(_ part: Double) -> Double { part * part * (3 - 2 * part) }
}
