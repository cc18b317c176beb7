/// Benchmarks, in the order of the table.
enum Benchmark: String, CaseIterable {
    case list
    case labels
    case offline
    case refresh
    case version
    case watch
    case browse
    case serve
    case sizing
    case postgres

    /// Runs the benchmark and returns its rows.
    func rows(in context: BenchmarkContext) throws -> [Row] {
        switch self {
        case .list: try ListBenchmark(context).rows()
        case .labels: try LabelsBenchmark.rows(in: context)
        case .offline: try OfflineBenchmark(context).rows()
        case .refresh: try RefreshBenchmark(context).rows()
        case .version: try VersionBenchmark(context).rows()
        case .watch: try WatchBenchmark(context).rows()
        case .browse: try BrowseBenchmark.rows(in: context)
        case .serve:
            try ServeMemory(context: context).rows() + ServeBenchmark(context).rows()
                + ServePages(context: context).rows() + ServeStreams(context: context).rows()
        case .sizing: try SizingBenchmark(context: context).rows()
        case .postgres: try PostgresBenchmark.rows(in: context)
        }
    }
}
