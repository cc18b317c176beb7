/// Why the preferences or the credentials cannot be read or written; the file stays as it was.
public enum PreferencesFailure: Error, Equatable, Sendable {
    /// It is no JSON, or something in it is not what it should be; with what.
    case broken(path: String, why: String)
    /// It was written by a newer version of the program, for the version of the file named.
    case newerVersion(path: String, version: Int)
    /// It cannot be read; with the system's words.
    case unreadable(path: String, why: String)
    /// It cannot be written; with the system's words.
    case unwritable(path: String, why: String)
    /// The disk or a quota leaves no room for it.
    case full(path: String)
    /// Another process has been writing for too long.
    case locked(path: String)
    /// It holds secrets, and users other than the owner may use it.
    case exposed(path: String)

    /// The file.
    public var path: String {
        switch self {
        case .broken(let path, _), .newerVersion(let path, _), .unreadable(let path, _),
            .unwritable(let path, _), .full(let path), .locked(let path), .exposed(let path):
            path
        }
    }
}
