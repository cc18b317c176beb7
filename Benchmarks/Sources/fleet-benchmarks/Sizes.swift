/// How much is measured, and how often.
struct Sizes {
    /// Vehicles of the feed that is listed and refreshed.
    let vehicles: Int
    /// Vehicles of the two stored fleets of which a page is listed.
    let storedFleets: (small: Int, large: Int)
    /// Snapshots of the watch, and of the browser whose memory is compared.
    let snapshots: Int
    /// Vehicles of the feeds that are browsed while they change.
    let browsedFleets: (idle: Int, growing: Int)
    /// How long the browser is left alone.
    let idleTime: Duration
    /// Labels whose speed is measured, and, ten times as many, whose memory is.
    let labels: Int
    /// Labels that are made by slow programs.
    let slowLabels: Int
    /// Runs of commands that take long.
    let longRounds: Int
    /// Runs of commands that take about as long as the program's start.
    let shortRounds: Int

    /// What the limits speak of.
    static let full = Sizes(
        vehicles: 100_000, storedFleets: (10_000, 1_000_000), snapshots: 300,
        browsedFleets: (10_000, 20_000), idleTime: .seconds(30), labels: 10_000,
        slowLabels: 300, longRounds: 11, shortRounds: 51)

    /// Enough to see that the benchmarks work.
    static let quick = Sizes(
        vehicles: 10_000, storedFleets: (1_000, 20_000), snapshots: 60,
        browsedFleets: (1_000, 2_000), idleTime: .seconds(12), labels: 1_000,
        slowLabels: 30, longRounds: 3, shortRounds: 5)
}
