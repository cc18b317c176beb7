/// Browses a feed of which one vehicle in fifty changes every time, and compares its resident memory late
/// with that early on.
struct BrowseMemory {
    /// After how many snapshots memory must no longer grow.
    private static let settled = 10
    /// How many samples a figure is the median of.
    private static let window = 10
    private static let limit = 1.1
    private static let home = "browse-memory"
    private let setting: Setting
    private let feed: Feed
    private let states: AlternatingFeed

    init(_ setting: Setting) throws {
        self.setting = setting
        feed = try Feed(
            count: setting.sizes.browsedFleets.growing,
            folder: setting.workspace.path(of: Self.home))
        states = try AlternatingFeed(feed.vehicles)
    }

    func rows() throws -> [Row] {
        let name = "browse of \(feed.vehicles.count), \(setting.sizes.snapshots) snapshots"
        guard let samples = try samples() else { return [.leftOut("\(name), memory")] }
        let early = samples.dropFirst(Self.settled).prefix(Self.window)
        let late = samples.suffix(Self.window)
        return [
            row("\(name), resident memory", early, late, \.size, limit: Self.limit),
            row("  peak memory", early, late, \.peak),
        ]
    }

    private typealias Sample = (size: Double, peak: Double)

    private func row(
        _ name: String, _ early: ArraySlice<Sample>, _ late: ArraySlice<Sample>,
        _ value: (Sample) -> Double, limit: Double? = nil
    ) -> Row {
        let (early, late) = (early.map(value).median, late.map(value).median)
        let ratio = late / max(early, 1)
        return Row(
            name: name, figure: Quantity.peak.text(late),
            reference: "\(Quantity.peak.text(early)) after \(Self.settled)",
            ratio: ratio.text(decimals: 2), limit: limit.map { "≤ " + $0.text(decimals: 2) } ?? "-",
            verdict: Row.verdict(ratio, limit))
    }

    /// The memory after every snapshot; `nil` where it cannot be told.
    private func samples() throws -> [Sample]? {
        let session = try BrowseSession(
            feed, home: Self.home, options: ["--interval", "0.05"], in: setting)
        var samples: [Sample] = []
        for _ in 0..<setting.sizes.snapshots {
            try waitForSnapshot(session)
            guard let size = ResidentMemory.size(of: session.id),
                let peak = ResidentMemory.peak(of: session.id)
            else { return nil }
            samples.append((size, peak))
        }
        try session.leave()
        return samples
    }

    /// Changes the feed, and waits until the change is stored and shown.
    private func waitForSnapshot(_ session: BrowseSession) throws {
        let (before, end) = (try revision(), ContinuousClock.now + .seconds(10))
        try states.alternate()
        while try revision() == before {
            guard ContinuousClock.now < end else {
                throw BenchmarkFailure.wrongResult("the browser does not see that its feed changed")
            }
            try session.look(for: .milliseconds(10))
        }
        try session.look(for: .milliseconds(30))
    }

    /// Which of its snapshots the program has stored.
    private func revision() throws -> Int {
        let lines = try setting.output(
            of: setting.sqlite("SELECT info FROM source", home: Self.home))
        guard let revision = lines.first?.jsonNumber(of: "revision") else {
            throw BenchmarkFailure.wrongResult("the browser has stored no snapshot")
        }
        return revision
    }
}
