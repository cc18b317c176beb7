/// Command line options.
struct Options {
    /// Path of the built program.
    let program: String
    /// Benchmarks to run, in the order of the table.
    let benchmarks: [Benchmark]
    /// Whether to use small sizes, to test the benchmarks themselves; limits are not checked then.
    let isQuick: Bool

    private static let usage = """
        usage: fleet-benchmarks PROGRAM [--only NAME]… [--quick]
        benchmarks: \(Benchmark.allCases.map(\.rawValue).joined(separator: ", "))
        """

    init(_ arguments: some Sequence<String>) throws {
        var programs: [String] = []
        var selected: Set<Benchmark> = []
        var isQuick = false
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--quick": isQuick = true
            case "--only": selected.insert(try Self.benchmark(rest.next()))
            default: programs.append(argument)
            }
        }
        guard let program = programs.first, programs.count == 1, !program.hasPrefix("-") else {
            throw BenchmarkError.usage(Self.usage)
        }
        self.program = program
        self.isQuick = isQuick
        benchmarks = Benchmark.allCases.filter { selected.isEmpty || selected.contains($0) }
    }

    private static func benchmark(_ name: String?) throws -> Benchmark {
        guard let name, let benchmark = Benchmark(rawValue: name) else {
            throw BenchmarkError.usage(usage)
        }
        return benchmark
    }
}
