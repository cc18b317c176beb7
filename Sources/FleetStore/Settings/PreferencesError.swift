/// Error while reading or writing the preferences or the credentials; the file is unchanged.
public enum PreferencesError: Error, Equatable, Sendable {
    /// The file is not valid JSON or has an invalid field; `reason` names the problem.
    case invalid(path: String, reason: String)
    /// A newer version of the program wrote the file, with this file version.
    case newerVersion(path: String, version: Int)
    /// The file cannot be read; `reason` is the system's message.
    case unreadable(path: String, reason: String)
    /// The file cannot be written; `reason` is the system's message.
    case unwritable(path: String, reason: String)
    /// The disk is full or a quota is exceeded.
    case diskFull(path: String)
    /// Another process has locked the file for too long.
    case locked(path: String)
    /// The file contains secrets and other users can access it.
    case exposed(path: String)

    /// Path of the file.
    public var path: String {
        switch self {
        case .invalid(let path, _), .newerVersion(let path, _), .unreadable(let path, _),
            .unwritable(let path, _), .diskFull(let path), .locked(let path), .exposed(let path):
            path
        }
    }
}
