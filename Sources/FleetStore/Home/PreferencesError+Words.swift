extension PreferencesFailure {
    /// What is wrong, in one line without a full stop.
    public var cause: String {
        switch self {
        case .broken(_, let why): "\(path) is broken: \(why)"
        case .newerVersion(_, let version): "\(path) has version \(version), of a newer fleet"
        case .unreadable(_, let why): "\(path) cannot be read: \(why)"
        case .unwritable(_, let why): "\(path) cannot be written: \(why)"
        case .full: "\(path) cannot be written: the disk is full"
        case .locked: "\(path) is being written by another process"
        case .exposed: "\(path) holds secrets and is open to other users"
        }
    }

    /// What a person can do about it, in one line.
    public var hint: String {
        switch self {
        case .broken: "mend it or move it away; it is left as it is"
        case .newerVersion: "use the newer fleet, or move the file away; it is left as it is"
        case .unreadable: "check its permissions, or set FLEET_HOME to another folder"
        case .unwritable: "check its folder's permissions, or set FLEET_HOME to another folder"
        case .full: "make room on the disk; the old file is as it was"
        case .locked: "try again when that process has ended"
        case .exposed: "close it: `chmod 600 \(path)`"
        }
    }
}
