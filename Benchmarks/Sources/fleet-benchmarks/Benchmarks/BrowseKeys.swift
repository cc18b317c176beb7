/// Benchmark of key presses in the list of a large fleet, each after the frame of the one before.
struct BrowseKeys {
    private static let wallLimit = 0.016
    private static let cpuLimit = 0.005
    private let context: BenchmarkContext
    private let feed: Feed

    private typealias Press = (key: Keystroke, frame: Frame)

    init(_ context: BenchmarkContext) throws {
        self.context = context
        feed = try Feed(
            count: context.sizes.vehicles, folder: context.workspace.path(of: "browse-keys"))
    }

    func rows() throws -> [Row] {
        let presses = try presses()
        let limits = (wall: Self.wallLimit, cpu: Self.cpuLimit)
        return rows("movement", for: .move, of: presses, limits: limits)
            + rows("sort", for: .sort, of: presses) + rows("search", for: .search, of: presses)
    }

    /// Measures the frames of all keys; the feed is read only once, so the program does nothing
    /// else.
    private func presses() throws -> [Press] {
        let session = try BrowseSession(
            feed, home: "browse-keys", options: ["--interval", "3600"], in: context)
        let presses = try Keystroke.script.map { ($0, try session.press($0)) }
        try session.quit()
        return presses
    }

    private func rows(
        _ keys: String, for purpose: Keystroke.Purpose, of presses: [Press],
        limits: (wall: Double?, cpu: Double?) = (nil, nil)
    ) -> [Row] {
        let frames = presses.filter { $0.key.purpose == purpose }.map(\.frame)
        let (walls, times) = (frames.map(\.wall), frames.compactMap(\.cpu))
        let name = "browse of \(feed.vehicles.count) vehicles, \(frames.count) \(keys) keys"
        let cpuName = "  mean CPU time"
        return [
            row("\(name), median wall time", .wall, walls.median, limit: limits.wall),
            row("  95th percentile wall time", .wall, walls.percentile(95)),
            times.isEmpty
                ? .unavailable(cpuName) : row(cpuName, .cpu, times.mean, limit: limits.cpu),
        ]
    }

    private func row(
        _ name: String, _ quantity: Quantity, _ value: Double, limit: Double? = nil
    ) -> Row {
        Row(
            name: name, figure: quantity.text(value),
            limit: limit.map { "≤ " + quantity.text($0) } ?? "-",
            verdict: Row.verdict(value, limit))
    }
}
