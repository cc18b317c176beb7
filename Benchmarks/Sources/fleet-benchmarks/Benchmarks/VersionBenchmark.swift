/// Benchmark of the program itself: its size, and its start by `fleet --version`.
struct VersionBenchmark {
    private static let limit = 0.015
    private static let sizeLimit = 75.0
    private let context: BenchmarkContext

    init(_ context: BenchmarkContext) { self.context = context }

    func rows() throws -> [Row] {
        let command = context.fleet(["--version"], home: "version")
        let medians = try Rounds.medians(
            context.sizes.shortRounds,
            [{ try context.run(command) }])
        let (quantity, usage) = (Quantity.wall, medians[0])
        return [
            Row(
                name: "--version, CPU time", figure: Quantity.cpu.text(usage.cpu),
                verdict: .noLimit),
            Row(
                name: "--version, wall time", figure: quantity.text(usage.wall),
                limit: "≤ " + quantity.text(Self.limit),
                verdict: Row.verdict(usage.wall, Self.limit)),
            try size(),
        ]
    }

    /// Returns the row of the size of the program without its symbols.
    private func size() throws -> Row {
        let stripped = context.workspace.path(of: "fleet-stripped")
        try context.run(context.command("strip", ["-o", stripped, context.fleet]))
        let count = try context.output(of: context.command("wc", ["-c", stripped])).first ?? ""
        guard let bytes = Double(count.prefix { $0 != " " }) else {
            throw BenchmarkError.unexpectedResult("no size of \(stripped)")
        }
        let megabytes = bytes / 1_000_000
        return Row(
            name: "the program, stripped", figure: megabytes.text(decimals: 1) + " MB",
            limit: "≤ " + Self.sizeLimit.text(decimals: 0) + " MB",
            verdict: Row.verdict(megabytes, Self.sizeLimit))
    }
}
