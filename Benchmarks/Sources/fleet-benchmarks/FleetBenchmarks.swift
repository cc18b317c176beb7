/// Measures a built `fleet` and prints one table; see `make bench`.
///
/// Exits 0 if every limit holds, 1 if one does not or could not be measured, 64 on wrong usage, 130 if
/// interrupted.
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
            exit(status: BenchmarkFailure.exitStatus(of: error))
        }
    }

    private static func run(_ options: Options) throws -> Bool {
        Interrupts.postpone()
        let workspace = try Workspace()
        defer { workspace.remove() }
        let setting = Setting(
            fleet: try Files.absolutePath(of: options.program), workspace: workspace,
            sizes: options.isQuick ? .quick : .full)
        Standard.output(try setting.heading())
        var table = Table(isJudged: !options.isQuick)
        for benchmark in options.benchmarks {
            Standard.error("measuring \(benchmark.rawValue)\n")
            try table.add(benchmark, in: setting)
        }
        Standard.output(table.text)
        return table.holds
    }
}

extension Table {
    /// Runs a benchmark; one that cannot be measured leaves a row that says so.
    fileprivate mutating func add(
        _ benchmark: Benchmark, in setting: Setting
    ) throws {
        do {
            rows += try benchmark.rows(in: setting)
        } catch BenchmarkFailure.interrupted {
            throw BenchmarkFailure.interrupted
        } catch {
            Standard.error("error: \(benchmark.rawValue): \(error)\n")
            rows.append(.void(benchmark.rawValue))
        }
    }
}
