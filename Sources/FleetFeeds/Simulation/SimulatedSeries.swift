import FleetCore

/// Time series of a simulated depot's values, as functions of seed and time.
struct SimulatedSeries {
    static let minute: Int64 = 60_000
    static let hour: Int64 = 60 * minute
    static let day: Int64 = 24 * hour

    private let seed: UInt64
    /// Key that distinguishes this series from the others.
    private let key: Int

    init(seed: UInt64, depot: SimulatedDepot, _ quantity: Quantity) {
        self.seed = seed
        let number = Quantity.allCases.firstIndex(of: quantity) ?? 0
        key = depot.rawValue * 100 + number
    }

    /// Returns the depot's local time, an hour ahead of UTC all year, in milliseconds.
    static func localTime(_ time: Timestamp) -> Int64 { time.milliseconds + hour }

    /// Returns the daily wave, from −1 at 04:00 to 1 at 16:00.
    static func dailyWave(at local: Int64) -> Double {
        let age = local.quotientAndRemainder(flooringBy: day).remainder
        let fromPeak = (Double(age) / Double(hour) - 16).magnitude
        return 1 - 2 * smooth(min(fromPeak, 24 - fromPeak) / 12)
    }

    /// Returns a number from −1 to 1 that drifts to another one every `step` milliseconds.
    func drift(every step: Int64, at time: Int64) -> Double {
        let (number, age) = time.quotientAndRemainder(flooringBy: step)
        var (current, next) = (
            random(.drift, step, number), random(.drift, step, number + 1)
        )
        let (from, to) = (current.deviation(), next.deviation())
        return from + (to - from) * Self.smooth(Double(age) / Double(step))
    }

    /// Returns a number from −1 to 1 that differs at each time.
    func jitter(at time: Int64) -> Double {
        var random = random(.jitter, 0, time)
        return random.deviation()
    }

    /// Temporary change of the depot's values, at most once per window.
    struct Episode {
        /// Length of the window, in milliseconds.
        var window: Int64
        /// Probability of an episode in a window, 0 to 1.
        var chance: Double
        /// Start in the window, in milliseconds.
        var start: Range<Int64>
        /// Length, in milliseconds.
        var length: Range<Int64>
    }

    /// Returns the strength of an episode at a time, 0 to 1.
    ///
    /// The strength rises in the first quarter of the episode and falls in the last one.
    func strength(of episode: Episode, at time: Int64) -> Double {
        let (number, age) = time.quotientAndRemainder(flooringBy: episode.window)
        var random = random(.episode, episode.window, number)
        guard random.unit() < episode.chance else { return 0 }
        let start = random.whole(in: episode.start)
        let length = random.whole(in: episode.length)
        guard age >= start, age < start + length else { return 0 }
        let progress = Double(age - start) / Double(length)
        return Self.smooth(min(1, min(progress, 1 - progress) * 4))
    }

    private func random(
        _ purpose: SeededRandom.Purpose, _ interval: Int64, _ number: Int64
    ) -> SeededRandom {
        SeededRandom(
            purpose, seed: seed &+ UInt64(bitPattern: interval), step: number, of: key)
    }

    /// Smoothstep function from 0…1 to 0…1.
    private static func smooth(_ fraction: Double) -> Double {
        fraction * fraction * (3 - 2 * fraction)
    }
}
