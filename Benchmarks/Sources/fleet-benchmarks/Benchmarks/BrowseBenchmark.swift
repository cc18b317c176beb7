/// Benchmark of `fleet browse` on a terminal: latency of keys, CPU time when idle, and memory
/// growth.
enum BrowseBenchmark {
    static func rows(in context: BenchmarkContext) throws -> [Row] {
        try BrowseKeys(context).rows()
            + BrowseIdle(context, changes: false).rows()
            + BrowseIdle(context, changes: true).rows()
            + BrowseMemory(context).rows()
    }
}

extension Row {
    /// Creates a row for a figure that cannot be measured on this system.
    static func unavailable(_ name: String) -> Row {
        Row(name: name, figure: "unavailable", verdict: .noLimit)
    }
}
