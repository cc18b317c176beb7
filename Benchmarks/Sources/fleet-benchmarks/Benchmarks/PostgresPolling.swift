/// CPU time and memory of a `fleet serve --database` that polls many sources every minute, and the
/// time until a change is on its streams; 2 % of the vehicles change between two polls.
struct PostgresPolling {
    /// Limits: share of one core, bytes of the server, and seconds.
    private static let limits = (cpu: 1.0, memory: 300_000_000.0, lag: 2.0)
    private static let maxInterval = 1.1 * Double(PolledFeed.ttl)
    private static let database = "polling"
    private static let loadLimit = Duration.seconds(1_800)
    /// Time after the end in which a change still has to arrive.
    private static let lagLimit = Duration.seconds(15)
    let context: BenchmarkContext
    let postgres: PostgresServer

    func rows() throws -> [Row] {
        let (vehicles, sources) = context.sizes.polledFleet
        let name = "postgres: \(sources) sources, \(vehicles) vehicles, 2 % change a minute, "
        // Where it is, the loopback has all the addresses of the feeds.
        guard ProcessorTime.isAvailable else { return [.unavailable(name + "CPU time")] }
        let hosts = try FeedHosts(FleetSizes.all(vehicles: vehicles, sources: sources))
        defer { hosts.stop() }
        let followed = Self.followed(of: sources)
        let fleet = try ServedFleet(
            adding: (0..<sources).map { ["s\($0)", hosts.address(of: $0), "--no-check"] },
            home: "postgres-polling", database: postgres.makeDatabase(Self.database),
            viewers: ServedFleet.viewers(forStreams: followed.count), in: context)
        let arrivals = ChangeArrivals(clients: followed.count)
        let streams = try Subscribers(
            fleet.authorizations(forStreams: followed.count), of: followed.map { "s\($0)" },
            port: fleet.port
        ) { client, bytes in arrivals.add(bytes, from: client) }
        try load(hosts, sources, streams)
        let window = try watch(fleet, streams)
        try streams.read(for: Self.lagLimit)
        let polls = hosts.polls
        return [
            usageRow(name + "CPU time", window), memoryRow(name + "resident memory", window),
            lagRow(name, lags(polls, arrivals, followed, window)),
            try intervalRow(name, polls, sources, window),
        ]
    }

    /// Returns the sources with streams: the ten largest, and some 50 of the others, evenly spaced.
    private static func followed(of sources: Int) -> [Int] {
        let others = stride(from: 10, to: sources, by: max(1, sources / 50))
        return Array(0..<min(10, sources)) + others
    }

    /// Waits until all sources were polled twice, so that the vehicles of the first poll are
    /// stored.
    private func load(_ hosts: FeedHosts, _ sources: Int, _ streams: Subscribers) throws {
        let start = ContinuousClock.now
        while true {
            try streams.read(for: .seconds(2))
            let counts = Dictionary(hosts.polls.map { ($0.feed, 1) }, uniquingKeysWith: +)
            if (counts.values.count { $0 > 1 }) == sources { break }
            guard start.duration(to: .now) < Self.loadLimit else {
                throw BenchmarkError.unexpectedResult(
                    "\(counts.count) of \(sources) sources were polled")
            }
        }
        // What autovacuum does after a large load, so that it is not a part of the measurement.
        try postgres.sql("VACUUM ANALYZE", in: Self.database)
    }

    /// Server during the measurement.
    private struct Window {
        let start: ContinuousClock.Instant
        let end: ContinuousClock.Instant
        /// CPU time of the server and PostgreSQL, as shares of one core; `nil` if unavailable.
        let shares: (server: Double, postgres: Double)?
        /// Largest resident memory of the server at any second, and since its start.
        let memory: (largest: Double, peak: Double)?
    }

    private func watch(_ fleet: ServedFleet, _ streams: Subscribers) throws -> Window {
        let (server, time) = (fleet.server.id, context.sizes.pollingTime)
        let used = { (ProcessorTime.used(by: server), ProcessorTime.used(byFamilyOf: postgres.id)) }
        var memory: [Double] = []
        let (start, before) = (ContinuousClock.now, used())
        try streams.read(for: time) {
            if let size = ResidentMemory.size(of: server) { memory.append(size) }
        }
        let (end, after) = (ContinuousClock.now, used())
        let seconds = start.duration(to: end) / .seconds(1)
        func share(_ start: Double?, _ end: Double?) -> Double? {
            start.flatMap { start in end.map { ($0 - start) / seconds } }
        }
        var shares: (Double, Double)?
        if let server = share(before.0, after.0), let postgres = share(before.1, after.1) {
            shares = (server, postgres)
        }
        let peak = ResidentMemory.peak(of: server)
        return Window(
            start: start, end: end, shares: shares,
            memory: memory.max().flatMap { largest in peak.map { (largest, $0) } })
    }

    private func usageRow(_ name: String, _ window: Window) -> Row {
        guard let (server, postgres) = window.shares else { return .unavailable(name) }
        func percents(_ share: Double) -> String {
            share.text(scaledBy: 100, decimals: 1) + " %"
        }
        return Row(
            name: name, figure: percents(server + postgres),
            reference: "one core: server \(percents(server)), PostgreSQL \(percents(postgres))",
            limit: "≤ " + percents(Self.limits.cpu),
            verdict: Row.verdict(server + postgres, Self.limits.cpu))
    }

    private func memoryRow(_ name: String, _ window: Window) -> Row {
        guard let (largest, peak) = window.memory else { return .unavailable(name) }
        func text(_ size: Double) -> String {
            size.text(scaledBy: 1 / 1_000_000, decimals: 0) + " MB"
        }
        return Row(
            name: name, figure: text(largest), reference: "peak since the start \(text(peak))",
            limit: "≤ " + text(Self.limits.memory),
            verdict: Row.verdict(largest, Self.limits.memory))
    }

    /// Returns the times in seconds from the last byte of each response to the message on the
    /// stream of its source, by source; for a message that never came, the time until now.
    private func lags(
        _ polls: [FeedPoll], _ arrivals: ChangeArrivals, _ followed: [Int], _ window: Window
    ) -> [Int: [Double]] {
        let clients = Dictionary(uniqueKeysWithValues: zip(followed, followed.indices))
        let now = ContinuousClock.now
        return polls.reduce(into: [:]) { lags, poll in
            guard let client = clients[poll.feed], (window.start..<window.end) ~= poll.sentAt else {
                return
            }
            let arrival = arrivals.time(of: poll.update, at: client) ?? now
            lags[poll.feed, default: []].append(poll.sentAt.duration(to: arrival) / .seconds(1))
        }
    }

    private func lagRow(_ name: String, _ lags: [Int: [Double]]) -> Row {
        let all = lags.values.flatMap(\.self)
        func text(_ time: Double) -> String { time.text(decimals: 2) + " s" }
        let (last, largest) = (all.percentile(99), lags[0, default: []].median)
        return Row(
            name: name + "from feed to stream, 99th percentile", figure: text(last),
            reference: "median \(text(all.median)), largest source \(text(largest))",
            limit: "≤ " + text(Self.limits.lag), verdict: Row.verdict(last, Self.limits.lag))
    }

    /// Compares the times between two polls of a source with the `ttl`.
    private func intervalRow(
        _ name: String, _ polls: [FeedPoll], _ sources: Int, _ window: Window
    ) throws -> Row {
        let times = Dictionary(grouping: polls.filter { $0.sentAt < window.end }, by: \.feed)
            .mapValues { $0.map(\.sentAt) }
        let intervals = times.values.flatMap { times in
            zip(times, times.dropFirst()).filter { $0.1 >= window.start }.map {
                $0.0.duration(to: $0.1) / .seconds(1)
            }
        }
        let isComplete = times.values.allSatisfy { ($0.last ?? window.start) >= window.start }
        guard times.count == sources, isComplete else {
            throw BenchmarkError.unexpectedResult("some of \(sources) sources are not polled")
        }
        func text(_ time: Double) -> String { time.text(decimals: 1) + " s" }
        let last = intervals.percentile(99)
        return Row(
            name: name + "between two polls, 99th percentile", figure: text(last),
            reference: "ttl \(PolledFeed.ttl) s, median \(text(intervals.percentile(50)))",
            limit: "≤ " + text(Self.maxInterval), verdict: Row.verdict(last, Self.maxInterval))
    }
}
