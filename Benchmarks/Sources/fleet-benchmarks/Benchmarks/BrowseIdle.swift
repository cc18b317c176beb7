/// Leaves the browser of a polled web feed alone: of one that does not change, and of one of which one
/// vehicle in fifty does every time.
struct BrowseIdle {
    /// The most that one core may be busy.
    private static let limit = 0.01
    /// How long the feed is good, in seconds; the program asks no web feed more often.
    private static let ttl = 5
    private let setting: Setting
    private let changes: Bool

    init(_ setting: Setting, changes: Bool) {
        (self.setting, self.changes) = (setting, changes)
    }

    func rows() throws -> [Row] {
        let count = setting.sizes.browsedFleets.idle
        let name = "browse of \(count) alone, \(changes ? "2 % change" : "polled") every 5 s, CPU"
        guard let share = try share(of: count) else { return [.leftOut(name)] }
        return [
            Row(
                name: name, figure: percents(share), reference: "one core",
                limit: "≤ " + percents(Self.limit), verdict: Row.verdict(share, Self.limit))
        ]
    }

    private func percents(_ share: Double) -> String {
        share.text(scaledBy: 100, decimals: 2) + " %"
    }

    /// The share of one core that the program takes; `nil` where it is not told.
    private func share(of count: Int) throws -> Double? {
        let home = "browse-idle" + (changes ? "-changes" : "")
        let folder = setting.workspace.path(of: home)
        let feed = try Feed(count: count, folder: folder, ttl: Self.ttl)
        let states = changes ? try AlternatingFeed(feed.vehicles) : nil
        let server = try FeedServer(folder: folder, counting: Feed.vehiclesName)
        let address = server.address + "/" + Feed.discoveryName
        let session = try BrowseSession(feed, at: address, home: home, in: setting)
        let before = ProcessorTime.used(by: session.id)
        try look(on: session, server, states)
        let after = ProcessorTime.used(by: session.id)
        try session.leave()
        guard let before, let after else { return nil }
        return (after - before) / (setting.sizes.idleTime / .seconds(1))
    }

    /// Lets the time go by, and changes the feed whenever it was read.
    private func look(
        on session: BrowseSession, _ server: FeedServer, _ states: AlternatingFeed?
    ) throws {
        let (time, first) = (setting.sizes.idleTime, server.answers)
        var last = first
        try states?.alternate()
        try session.look(for: time) {
            guard server.answers > last else { return }
            last = server.answers
            try states?.alternate()
        }
        guard last - first >= Int(time / .seconds(Self.ttl)) - 1 else {
            throw BenchmarkFailure.wrongResult("the browser polled only \(last - first) times")
        }
    }
}
