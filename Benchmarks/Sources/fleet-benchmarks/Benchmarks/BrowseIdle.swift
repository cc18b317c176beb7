/// Benchmark of an idle browser that polls a web feed; the feed is unchanged, or 2 % of its
/// vehicles change between polls.
struct BrowseIdle {
    /// Maximum share of one core.
    private static let limit = 0.01
    /// The feed's `ttl` in seconds; also the program's minimum interval for web feeds.
    private static let ttl = 5
    private let context: BenchmarkContext
    private let changes: Bool

    init(_ context: BenchmarkContext, changes: Bool) {
        (self.context, self.changes) = (context, changes)
    }

    func rows() throws -> [Row] {
        let count = context.sizes.browsedFleets.idle
        let activity = changes ? "2 % change" : "polled"
        let name = "idle browse of \(count) vehicles, \(activity) every 5 s, CPU time"
        guard let share = try share(of: count) else { return [.unavailable(name)] }
        return [
            Row(
                name: name, figure: percents(share), reference: "one core",
                limit: "≤ " + percents(Self.limit), verdict: Row.verdict(share, Self.limit))
        ]
    }

    private func percents(_ share: Double) -> String {
        share.text(scaledBy: 100, decimals: 2) + " %"
    }

    /// Measures the share of one core that the program uses; returns `nil` if CPU time is
    /// unavailable.
    private func share(of count: Int) throws -> Double? {
        let home = "browse-idle" + (changes ? "-changes" : "")
        let folder = context.workspace.path(of: home)
        let feed = try Feed(count: count, folder: folder, ttl: Self.ttl)
        let states = changes ? try AlternatingFeed(feed.vehicles) : nil
        let server = try FeedServer(folder: folder, counting: Feed.vehiclesName)
        let address = server.address + "/" + Feed.discoveryName
        let session = try BrowseSession(feed, at: address, home: home, in: context)
        let before = ProcessorTime.used(by: session.id)
        try idle(session, polling: server, changing: states)
        let after = ProcessorTime.used(by: session.id)
        try session.quit()
        guard let before, let after else { return nil }
        return (after - before) / (context.sizes.idleTime / .seconds(1))
    }

    /// Waits for the idle time and changes the feed after every poll.
    private func idle(
        _ session: BrowseSession, polling server: FeedServer, changing states: AlternatingFeed?
    ) throws {
        let (time, first) = (context.sizes.idleTime, server.responseCount)
        var last = first
        try states?.alternate()
        try session.idle(for: time) {
            guard server.responseCount > last else { return }
            last = server.responseCount
            try states?.alternate()
        }
        guard last - first >= Int(time / .seconds(Self.ttl)) - 1 else {
            throw BenchmarkError.unexpectedResult("the browser polled only \(last - first) times")
        }
    }
}
