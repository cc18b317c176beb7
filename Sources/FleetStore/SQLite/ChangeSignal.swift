import Synchronization

/// Signal that some process has changed the database since the last look.
///
/// It has its own connection, whose look costs one short read (`PRAGMA data_version`).
public final class ChangeSignal: Sendable {
    private let file: SQLiteFile
    private let last: Mutex<SQLiteFile.State?>

    init(_ file: SQLiteFile) {
        self.file = file
        last = Mutex(nil)
    }

    /// Returns whether anything was committed since the last call; true at the first, and always for
    /// a database in memory, whose only connection is not notified of its own commits.
    public func hasChanged() async throws -> Bool {
        guard file.path != nil else { return true }
        let state = try await file.state()
        return last.withLock { last in
            defer { last = state }
            return last != state
        }
    }
}
