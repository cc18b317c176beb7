/// Benchmark of `fleet refresh`: refreshes a stored fleet after 2 % of its vehicles changed,
/// compared with only reading the feed.
struct RefreshBenchmark {
    private static let home = "refresh"
    private let context: BenchmarkContext
    private let feed: Feed
    private let states: AlternatingFeed

    init(_ context: BenchmarkContext) throws {
        self.context = context
        feed = try Feed(
            count: context.sizes.vehicles, folder: context.workspace.path(of: "refresh"))
        states = try AlternatingFeed(feed.vehicles)
    }

    func rows() throws -> [Row] {
        try context.run(
            context.fleet(["source", "add", "bench", feed.path, "--no-check"], home: Self.home))
        try context.run(refresh)
        let medians = try Rounds.medians(
            context.sizes.longRounds,
            [
                { try changeAndRefresh() },
                { try context.run(read) },
            ])
        let name = "refresh of \(feed.vehicles.count) vehicles, 2 % changed"
        let other = ("list --limit 1", medians[1])
        return [
            .comparison(name, .cpu, medians[0], with: other, limit: 2.5),
            .comparison(name, .wall, medians[0], with: other),
            try writtenRows(),
        ]
    }

    private var refresh: Command {
        context.fleet(["refresh", "--source", "bench", "--format", "json"], home: Self.home)
    }

    private var read: Command {
        context.fleet(
            ["list", "--source", feed.path, "--limit", "1", "--format", "ndjson"], home: Self.home)
    }

    private var changed: Int {
        (feed.vehicles.count + FeedFile.changeInterval - 1) / FeedFile.changeInterval
    }

    private func changeAndRefresh() throws -> Usage {
        try states.alternate()
        var report = ""
        let usage = try context.run(refresh) { line, _ in report += line }
        guard report.jsonNumber(of: "changed") == changed else {
            throw BenchmarkError.unexpectedResult(
                "expected \(changed) changed vehicles; the refresh reports \(report)")
        }
        return usage
    }

    private func writtenRows() throws -> Row {
        let watched = try WatchedTables(
            of: Self.home, minimumRows: feed.vehicles.count, in: context)
        _ = try changeAndRefresh()
        let written = try watched.writtenRows()
        return Row(
            name: "  database rows written", figure: "\(written)",
            reference: "\(changed) changed",
            ratio: (Double(written) / Double(changed)).text(decimals: 2),
            limit: "≤ 1.00", verdict: Row.verdict(Double(written), Double(changed)))
    }
}
