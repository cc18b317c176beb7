/// What the command line asks for.
struct Options {
    /// The built program, as a path.
    let program: String
    /// The benchmarks to run, in the order of the table.
    let benchmarks: [Benchmark]
    /// Whether sizes are small, to try the benchmarks themselves; limits are not judged then.
    let isQuick: Bool

    private static let usage = """
        usage: fleet-benchmarks PROGRAM [--only NAME]… [--quick]
        names: \(Benchmark.allCases.map(\.rawValue).joined(separator: ", "))
        """

    init(_ arguments: some Sequence<String>) throws {
        var programs: [String] = []
        var chosen: Set<Benchmark> = []
        var isQuick = false
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--quick": isQuick = true
            case "--only": chosen.insert(try Self.benchmark(rest.next()))
            default: programs.append(argument)
            }
        }
        guard let program = programs.first, programs.count == 1, !program.hasPrefix("-") else {
            throw BenchmarkFailure.usage(Self.usage)
        }
        self.program = program
        self.isQuick = isQuick
        benchmarks = Benchmark.allCases.filter { chosen.isEmpty || chosen.contains($0) }
    }

    private static func benchmark(_ name: String?) throws -> Benchmark {
        guard let name, let benchmark = Benchmark(rawValue: name) else {
            throw BenchmarkFailure.usage(usage)
        }
        return benchmark
    }
}
