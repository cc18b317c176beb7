/// Why the store could not be opened, read or written; nothing in it was lost or overwritten.
public enum StoreFailure: Error, Equatable, Sendable {
    /// The file is damaged, or no SQLite database at all.
    case corrupt(path: String)
    /// The file is an SQLite database that another program made.
    case foreign(path: String)
    /// A newer version of the program wrote the file, with a schema that this one does not know.
    case newer(path: String)
    /// There is no file, and none may be created.
    case missing(path: String)
    /// The file cannot be created or written; with the system's words.
    case unwritable(path: String, reason: String)
    /// The file cannot be read; with the system's words.
    case unreadable(path: String, reason: String)
    /// The disk is full, or the file has reached the size that is allowed.
    case full(path: String)
    /// Another process kept the file locked for longer than five seconds.
    case busy(path: String)
    /// A feed said that nothing changed, but no snapshot of it is stored.
    case nothingStored(source: String)
    /// More would be kept than may be.
    case tooMany(what: String, limit: Int)
}
