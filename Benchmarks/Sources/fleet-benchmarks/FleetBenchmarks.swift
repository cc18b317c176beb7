/// Program that measures a built `fleet` and prints one table; see `make bench`.
///
/// Exits with 0 if every limit is met, 1 if one is exceeded or could not be measured, 64 on invalid
/// arguments, and 130 if interrupted.
@main
enum FleetBenchmarks {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let status = BaselineArguments.run(arguments) { exit(status: status) }
        do {
            let options = try Options(arguments)
            exit(status: try run(options) ? 0 : 1)
        } catch {
            Standard.error("error: \(error)\n")
            exit(status: BenchmarkError.exitStatus(of: error))
        }
    }

    private static func run(_ options: Options) throws -> Bool {
        Interrupts.block()
        let workspace = try Workspace()
        defer { workspace.remove() }
        let context = BenchmarkContext(
            fleet: try Files.absolutePath(of: options.program), workspace: workspace,
            sizes: options.isQuick ? .quick : .full)
        Standard.output(try context.heading())
        var table = Table(checksLimits: !options.isQuick)
        for benchmark in options.benchmarks {
            Standard.error("measuring \(benchmark.rawValue)\n")
            try table.add(benchmark, in: context)
        }
        Standard.output(table.text)
        return table.passes
    }
}

extension Table {
    /// Runs a benchmark and adds its rows; if it fails, adds an error row instead.
    fileprivate mutating func add(
        _ benchmark: Benchmark, in context: BenchmarkContext
    ) throws {
        do {
            rows += try benchmark.rows(in: context)
        } catch BenchmarkError.interrupted {
            throw BenchmarkError.interrupted
        } catch {
            Standard.error("error: \(benchmark.rawValue): \(error)\n")
            rows.append(.error(benchmark.rawValue))
        }
    }
}
