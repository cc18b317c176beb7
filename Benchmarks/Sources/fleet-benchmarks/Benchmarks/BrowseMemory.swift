/// Benchmark of the memory growth of `fleet browse`: 2 % of the vehicles change with every
/// snapshot, and the memory at the end is compared with the memory early on.
struct BrowseMemory {
    /// Number of snapshots after which memory must no longer grow.
    private static let warmUp = 10
    /// Number of samples in each median.
    private static let window = 10
    private static let limit = 1.1
    private static let home = "browse-memory"
    private let context: BenchmarkContext
    private let feed: Feed
    private let states: AlternatingFeed

    init(_ context: BenchmarkContext) throws {
        self.context = context
        feed = try Feed(
            count: context.sizes.browsedFleets.growing,
            folder: context.workspace.path(of: Self.home))
        states = try AlternatingFeed(feed.vehicles)
    }

    func rows() throws -> [Row] {
        let name = "browse of \(feed.vehicles.count) vehicles, \(context.sizes.snapshots) snapshots"
        guard let samples = try samples() else { return [.unavailable("\(name), memory")] }
        let early = samples.dropFirst(Self.warmUp).prefix(Self.window)
        let late = samples.suffix(Self.window)
        return [
            row("\(name), resident memory", \.size, early: early, late: late, limit: Self.limit),
            row("  peak memory", \.peak, early: early, late: late),
        ]
    }

    private typealias Sample = (size: Double, peak: Double)

    private func row(
        _ name: String, _ value: (Sample) -> Double, early: ArraySlice<Sample>,
        late: ArraySlice<Sample>, limit: Double? = nil
    ) -> Row {
        let (early, late) = (early.map(value).median, late.map(value).median)
        let ratio = late / max(early, 1)
        return Row(
            name: name, figure: Quantity.peak.text(late),
            reference: "\(Quantity.peak.text(early)) after \(Self.warmUp) snapshots",
            ratio: ratio.text(decimals: 2), limit: limit.map { "≤ " + $0.text(decimals: 2) } ?? "-",
            verdict: Row.verdict(ratio, limit))
    }

    /// Measures the memory after every snapshot; returns `nil` if it is unavailable.
    private func samples() throws -> [Sample]? {
        let session = try BrowseSession(
            feed, home: Self.home, options: ["--interval", "0.05"], in: context)
        var samples: [Sample] = []
        for _ in 0..<context.sizes.snapshots {
            try waitForSnapshot(session)
            guard let size = ResidentMemory.size(of: session.id),
                let peak = ResidentMemory.peak(of: session.id)
            else { return nil }
            samples.append((size, peak))
        }
        try session.quit()
        return samples
    }

    /// Changes the feed and waits until the change is stored and shown.
    private func waitForSnapshot(_ session: BrowseSession) throws {
        let (before, end) = (try revision(), ContinuousClock.now + .seconds(10))
        try states.alternate()
        while try revision() == before {
            guard ContinuousClock.now < end else {
                throw BenchmarkError.unexpectedResult(
                    "the browser did not notice a change of its feed")
            }
            try session.idle(for: .milliseconds(10))
        }
        try session.idle(for: .milliseconds(30))
    }

    /// Returns the revision of the stored snapshot.
    private func revision() throws -> Int {
        let lines = try context.output(
            of: context.sqlite("SELECT info FROM source", home: Self.home))
        guard let revision = lines.first?.jsonNumber(of: "revision") else {
            throw BenchmarkError.unexpectedResult("the browser has stored no snapshot")
        }
        return revision
    }
}
