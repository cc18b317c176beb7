import LabelBaseline

/// Arguments with which this program runs itself as the baseline of the label benchmark.
enum BaselineArguments {
    private static let flag = "--label-baseline"

    static func all(_ ids: String, _ folder: String) -> [String] {
        [flag, ids, folder, String(BenchmarkContext.labelThreads)]
    }

    /// Runs the baseline if the arguments request it.
    /// - Returns: Exit status, or `nil` for other arguments.
    static func run(_ arguments: [String]) -> Int32? {
        guard arguments.count == 4, arguments[0] == flag, let threads = Int32(arguments[3]) else {
            return nil
        }
        return label_baseline(arguments[1], arguments[2], threads)
    }
}
