/// Watches the large simulated fleet, and compares its resident memory late with that early on.
struct WatchBenchmark {
    /// After how many snapshots memory must no longer grow.
    private static let settled = 10
    /// How many samples a figure is the median of.
    private static let window = 10
    private static let limit = 1.05
    private let setting: Setting

    init(_ setting: Setting) { self.setting = setting }

    func rows() throws -> [Row] {
        let sizes = try samples()
        guard sizes.count >= setting.sizes.snapshots else {
            throw BenchmarkFailure.wrongResult(
                "\(sizes.count) sizes for \(setting.sizes.snapshots) snapshots; /proc is needed")
        }
        let early = sizes.dropFirst(Self.settled).prefix(Self.window).median
        let late = sizes.suffix(Self.window).median
        let ratio = late / max(early, 1)
        return [
            Row(
                name:
                    "watch of \(setting.sizes.vehicles), \(sizes.count) snapshots, resident memory",
                figure: Quantity.peak.text(late),
                reference: "\(Quantity.peak.text(early)) after \(Self.settled)",
                ratio: ratio.text(decimals: 2), limit: "≤ " + Self.limit.text(decimals: 2),
                verdict: Row.verdict(ratio, Self.limit))
        ]
    }

    /// The resident memory as every snapshot came.
    private func samples() throws -> [Double] {
        let place =
            "sim://bench?vehicles=\(setting.sizes.vehicles)&min_interval=0.05&max_interval=0.05"
        let command = setting.fleet(
            [
                "watch", "--source", place, "--format", "ndjson",
                "--count", String(setting.sizes.snapshots),
            ], home: "watch")
        var sizes: [Double] = []
        try setting.cost(of: command) { line, id in
            guard line.contains(#""state":"live""#) else { return }
            if let size = ResidentMemory.size(of: id) { sizes.append(size) }
        }
        return sizes
    }
}
