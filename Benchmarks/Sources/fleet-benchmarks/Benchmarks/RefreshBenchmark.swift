/// Refreshes a stored fleet of which one vehicle in fifty changed, against reading the feed alone.
struct RefreshBenchmark {
    private static let home = "refresh"
    private let setting: Setting
    private let feed: Feed
    private let states: AlternatingFeed

    init(_ setting: Setting) throws {
        self.setting = setting
        feed = try Feed(
            count: setting.sizes.vehicles, folder: setting.workspace.path(of: "refresh"))
        states = try AlternatingFeed(feed.vehicles)
    }

    func rows() throws -> [Row] {
        try setting.cost(
            of: setting.fleet(["source", "add", "bench", feed.path], home: Self.home))
        try setting.cost(of: refresh)
        let medians = try Rounds.medians(
            setting.sizes.longRounds,
            [
                { try changeAndRefresh() },
                { try setting.cost(of: read) },
            ])
        let name = "refresh of \(feed.vehicles.count), 2 % changed"
        let other = ("list --limit 1", medians[1])
        return [
            .comparison(name, .cpu, medians[0], with: other, limit: 2.5),
            .comparison(name, .wall, medians[0], with: other),
            try writtenRows(),
        ]
    }

    private var refresh: Command {
        setting.fleet(["refresh", "--source", "bench", "--format", "json"], home: Self.home)
    }

    private var read: Command {
        setting.fleet(
            ["list", "--source", feed.path, "--limit", "1", "--format", "ndjson"], home: Self.home)
    }

    private var changed: Int {
        (feed.vehicles.count + FeedFile.movingShare - 1) / FeedFile.movingShare
    }

    private func changeAndRefresh() throws -> Usage {
        try states.alternate()
        var report = ""
        let usage = try setting.cost(of: refresh) { line, _ in report += line }
        guard report.jsonNumber(of: "changed") == changed else {
            throw BenchmarkFailure.wrongResult(
                "a refresh of \(changed) changed vehicles says \(report)")
        }
        return usage
    }

    private func writtenRows() throws -> Row {
        let watched = try WatchedTables(
            of: Self.home, minimumRows: feed.vehicles.count, in: setting)
        _ = try changeAndRefresh()
        let written = try watched.writtenRows()
        return Row(
            name: "  rows written of \(feed.vehicles.count)", figure: "\(written)",
            reference: "\(changed) changed",
            ratio: (Double(written) / Double(changed)).text(decimals: 2),
            limit: "≤ 1.00", verdict: Row.verdict(Double(written), Double(changed)))
    }
}
