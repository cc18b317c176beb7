/// Sizes and repetitions of the benchmarks.
struct Sizes {
    /// Number of vehicles in the feed that is listed, refreshed, watched and browsed.
    let vehicles: Int
    /// Number of vehicles in each of the two stored fleets whose first page is listed.
    let storedFleets: (small: Int, large: Int)
    /// Number of snapshots of `watch` and `browse` over which memory is compared.
    let snapshots: Int
    /// Number of vehicles in the feeds that are browsed while they change.
    let browsedFleets: (idle: Int, growing: Int)
    /// Time without input in the browser.
    let idleTime: Duration
    /// Number of clients that follow a served fleet.
    let streams: Int
    /// Time of one run of a load generator, and number of runs.
    let loadTime: Duration
    let loadRounds: Int
    /// Number of vehicles, and of the sources that they are spread over, that a server polls.
    let polledFleet: (vehicles: Int, sources: Int)
    /// Time over which it is watched; its sources are polled every minute.
    let pollingTime: Duration
    /// Number of labels whose speed is measured; memory is measured for ten times as many.
    let labels: Int
    /// Number of labels made by slow programs.
    let slowLabels: Int
    /// Number of runs of slow commands.
    let longRounds: Int
    /// Number of runs of commands that take about as long as starting the program.
    let shortRounds: Int

    /// Sizes for which the limits are defined.
    static let full = Sizes(
        vehicles: 100_000, storedFleets: (10_000, 1_000_000), snapshots: 300,
        browsedFleets: (10_000, 20_000), idleTime: .seconds(30), streams: 1_000,
        loadTime: .seconds(3), loadRounds: 5, polledFleet: (1_000_000, 1_520),
        pollingTime: .seconds(180), labels: 10_000, slowLabels: 300, longRounds: 11,
        shortRounds: 51)

    /// Sizes just large enough to test the benchmarks.
    static let quick = Sizes(
        vehicles: 10_000, storedFleets: (1_000, 20_000), snapshots: 60,
        browsedFleets: (1_000, 2_000), idleTime: .seconds(12), streams: 50,
        loadTime: .seconds(1), loadRounds: 1, polledFleet: (20_000, 60),
        pollingTime: .seconds(90), labels: 1_000, slowLabels: 30, longRounds: 3, shortRounds: 5)
}
