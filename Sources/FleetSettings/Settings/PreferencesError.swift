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
    /// The database with the sources cannot be used; `hint` is the remedy.
    case unavailable(path: String, cause: String, hint: String)

    /// Path of the file.
    public var path: String {
        switch self {
        case .invalid(let path, _), .newerVersion(let path, _), .unreadable(let path, _),
            .unwritable(let path, _), .diskFull(let path), .locked(let path), .exposed(let path),
            .unavailable(let path, _, _):
            path
        }
    }

    /// Description of the problem, in one line without a full stop.
    public var cause: String {
        switch self {
        case .invalid(_, let reason): "cannot read \(path): \(reason)"
        case .newerVersion(_, let version):
            "\(path) was written by a newer version of fleet (file version \(version))"
        case .unreadable(_, let reason): "cannot read \(path): \(reason)"
        case .unwritable(_, let reason): "cannot write \(path): \(reason)"
        case .diskFull: "cannot write \(path): the disk is full"
        case .locked: "\(path) is being written by another process"
        case .exposed: "\(path) contains secrets, but other users can access it"
        case .unavailable(_, let cause, _): cause
        }
    }

    /// Suggested remedy, in one line.
    public var hint: String {
        switch self {
        case .invalid: "fix it or move it away; the file is unchanged"
        case .newerVersion: "use the newer version, or move the file away; the file is unchanged"
        case .unreadable: "check its permissions, or set FLEET_HOME to another folder"
        case .unwritable: "check its folder's permissions, or set FLEET_HOME to another folder"
        case .diskFull: "free some disk space; the old file is unchanged"
        case .locked: "try again when that process has finished"
        case .exposed: "restrict access: `chmod 600 \(path)`"
        case .unavailable(_, _, let hint): hint
        }
    }
}
