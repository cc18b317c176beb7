import FleetSQL
import Synchronization

extension ChangeSignal {
    /// Creates the signal of a file; it is always on for a database in memory.
    convenience init(_ file: SQLiteFile) {
        let last = LastMark()
        self.init {
            file.mark().map(last.replace) ?? true ? .all : .none
        }
    }
}

/// The mark of a file at the last look.
private final class LastMark: Sendable {
    private let mark = Mutex<CommitMark?>(nil)

    /// Returns whether the new mark differs from the last one.
    func replace(with new: CommitMark) -> Bool {
        mark.withLock { last in
            defer { last = new }
            return last != new
        }
    }
}
