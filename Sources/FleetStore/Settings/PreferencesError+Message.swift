extension PreferencesError {
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
        }
    }
}
