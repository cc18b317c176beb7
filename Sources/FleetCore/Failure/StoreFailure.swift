/// What is stored.
public enum StoreFailure: FailureGroup {
    /// The snapshot was loaded but could not be stored; with the cause.
    case notStored(String)
    /// The stored data of the source, or its lock, cannot be used; with the cause.
    case storeUnusable(String)
    /// The database that processes share cannot be reached; with the cause.
    case databaseUnavailable(String)

    var words: Words {
        switch self {
        case .notStored(let detail):
            Words(
                .input,
                detail.isEmpty
                    ? "the snapshot cannot be saved" : "cannot save the snapshot (\(detail))",
                "check the disk and the FLEET_HOME folder")
        case .storeUnusable(let detail):
            Words(
                .input,
                detail.isEmpty
                    ? "the stored data cannot be used"
                    : "cannot use the stored data (\(detail))",
                "try again when other processes have finished, and check the disk")
        case .databaseUnavailable(let detail):
            Words(
                .connection,
                detail.isEmpty ? "the database does not answer" : .verbatim(detail),
                "check that the database runs, and try again")
        }
    }
}
