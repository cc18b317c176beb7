/// Error while opening, reading or writing the store; no stored data is lost or overwritten.
public enum StoreError: Error, Equatable, Sendable {
    /// The file is damaged or is not an SQLite database.
    case corrupt(path: String)
    /// The file is an SQLite database of another program.
    case foreign(path: String)
    /// A newer version of the program wrote the file, with an unknown schema.
    case newerVersion(path: String)
    /// The file does not exist and cannot be created.
    case missing(path: String)
    /// The file cannot be created or written; `reason` is the system's message.
    case unwritable(path: String, reason: String)
    /// The file cannot be read; `reason` is the system's message.
    case unreadable(path: String, reason: String)
    /// The disk is full, or the file has reached its size limit.
    case diskFull(path: String)
    /// Another process has locked the file for more than five seconds.
    case locked(path: String)
    /// The store has no snapshot of the source.
    case nothingStored(source: String)
    /// The change would exceed a limit.
    case tooMany(what: String, limit: Int)
}
