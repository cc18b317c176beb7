/// The benchmarks, in the order of the table.
enum Benchmark: String, CaseIterable {
    case list
    case labels
    case offline
    case refresh
    case version
    case watch
    case browse

    /// Measures, and says what came of it.
    func rows(in setting: Setting) throws -> [Row] {
        switch self {
        case .list: try ListBenchmark(setting).rows()
        case .labels: try LabelsBenchmark.rows(in: setting)
        case .offline: try OfflineBenchmark(setting).rows()
        case .refresh: try RefreshBenchmark(setting).rows()
        case .version: try VersionBenchmark(setting).rows()
        case .watch: try WatchBenchmark(setting).rows()
        case .browse: try BrowseBenchmark.rows(in: setting)
        }
    }
}
