/// Benchmark of the memory growth of `fleet watch`: watches a simulated fleet, and compares the
/// memory at the end with the memory early on.
struct WatchBenchmark {
    /// Number of snapshots after which memory must no longer grow.
    private static let warmUp = 10
    /// Number of samples in each median.
    private static let window = 10
    private static let limit = 1.05
    private let context: BenchmarkContext

    init(_ context: BenchmarkContext) { self.context = context }

    func rows() throws -> [Row] {
        let sizes = try samples()
        guard sizes.count >= context.sizes.snapshots else {
            throw BenchmarkError.unexpectedResult(
                "measured memory \(sizes.count) times for \(context.sizes.snapshots) snapshots;"
                    + " this needs /proc")
        }
        let early = sizes.dropFirst(Self.warmUp).prefix(Self.window).median
        let late = sizes.suffix(Self.window).median
        let ratio = late / max(early, 1)
        return [
            Row(
                name: "watch of \(context.sizes.vehicles) vehicles, \(sizes.count) snapshots,"
                    + " resident memory",
                figure: Quantity.peak.text(late),
                reference: "\(Quantity.peak.text(early)) after \(Self.warmUp) snapshots",
                ratio: ratio.text(decimals: 2), limit: "≤ " + Self.limit.text(decimals: 2),
                verdict: Row.verdict(ratio, Self.limit))
        ]
    }

    /// Measures the resident memory, in bytes, after every snapshot.
    private func samples() throws -> [Double] {
        let address =
            "sim://demo?vehicles=\(context.sizes.vehicles)&min_interval=0.05&max_interval=0.05"
        let command = context.fleet(
            [
                "watch", "--source", address, "--format", "ndjson",
                "--count", String(context.sizes.snapshots),
            ], home: "watch")
        var sizes: [Double] = []
        try context.run(command) { line, id in
            guard line.contains(#""state":"live""#) else { return }
            if let size = ResidentMemory.size(of: id) { sizes.append(size) }
        }
        return sizes
    }
}
