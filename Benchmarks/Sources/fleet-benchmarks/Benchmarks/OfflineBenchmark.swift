/// Benchmark of `fleet list --offline`: lists the first page of a small and a large stored fleet,
/// compared with `fleet filter show`, which only parses its arguments and reads the preferences, and
/// with a start of Python.
struct OfflineBenchmark {
    private static let page = 20
    private static let startLimit = 2.25
    /// Both sizes should take the same time; the margin is for noise.
    private static let smallLimit = 1.25

    private let context: BenchmarkContext
    private let small: StoredFleet
    private let large: StoredFleet

    init(_ context: BenchmarkContext) throws {
        self.context = context
        small = try StoredFleet(context.sizes.storedFleets.small, in: context)
        large = try StoredFleet(context.sizes.storedFleets.large, in: context)
    }

    func rows() throws -> [Row] {
        for fleet in [small, large] {
            for red in [false, true] { try fleet.check(page: Self.page, red: red) }
        }
        var commands = [
            context.fleet(["filter", "show"], home: "version"),
            // The one of the system: others may be scripts that select a version.
            context.command("/usr/bin/python3", ["-c", "pass"]),
        ]
        for red in [false, true] {
            commands += [small, large].map { $0.list(page: Self.page, red: red) }
        }
        let medians = try Rounds.medians(
            context.sizes.shortRounds,
            commands.map { command in
                { try context.run(command) }
            })
        let name = "list --offline, \(small.count) stored"
        return [
            .comparison(name, .cpu, medians[2], with: ("python3 -c pass", medians[1]), limit: 1)
        ] + rows("list --offline", start: medians[0], small: medians[2], large: medians[3])
            + rows("  by color", start: medians[0], small: medians[4], large: medians[5])
    }

    private func rows(_ name: String, start: Usage, small: Usage, large: Usage) -> [Row] {
        let start = ("filter show", start)
        let names = [self.small, self.large].map { "\(name), \($0.count) stored" }
        return [
            .comparison(names[0], .wall, small, with: start, limit: Self.startLimit),
            .comparison(names[1], .wall, large, with: start, limit: Self.startLimit),
            .comparison(
                names[1], .wall, large, with: ("\(self.small.count) stored", small),
                limit: Self.smallLimit),
        ]
    }
}
