import LabelBaseline

/// The arguments by which this program runs itself as the baseline of the labels.
enum BaselineArguments {
    private static let mark = "--label-baseline"

    static func all(_ ids: String, _ folder: String) -> [String] {
        [mark, ids, folder, String(Setting.labelThreads)]
    }

    /// Does what such arguments ask; `nil` for others.
    /// - Returns: the status to exit with.
    static func run(_ arguments: [String]) -> Int32? {
        guard arguments.count == 4, arguments[0] == mark, let threads = Int32(arguments[3]) else {
            return nil
        }
        return label_baseline(arguments[1], arguments[2], threads)
    }
}
