/// Benchmark of starting the program: `fleet --version`.
struct VersionBenchmark {
    private static let limit = 0.015
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
        ]
    }
}
