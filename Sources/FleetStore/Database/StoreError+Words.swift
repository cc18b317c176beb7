extension StoreFailure: CustomStringConvertible {
    /// The cause.
    public var description: String { cause }

    /// What is wrong, in one line without a full stop.
    public var cause: String {
        switch self {
        case .corrupt(let path): "the store \(path) is damaged"
        case .foreign(let path): "\(path) is another program's database"
        case .newer(let path): "the store \(path) was written by a newer fleet"
        case .missing(let path): "there is no store \(path)"
        case .unwritable(let path, let reason): "the store \(path) cannot be written: \(reason)"
        case .unreadable(let path, let reason): "the store \(path) cannot be read: \(reason)"
        case .full(let path): "the store \(path) cannot be written: the disk is full"
        case .busy(let path): "the store \(path) is in use by another process"
        case .nothingStored(let source): "nothing is stored of \(source)"
        case .tooMany(let what, let limit): "a source has at most \(limit) \(what)"
        }
    }

    /// What a person can do about it, in one line.
    public var hint: String {
        switch self {
        case .corrupt(let path), .foreign(let path):
            "move it away: `mv \(path) \(path).bad`; feeds are read anew, favorites and notes are only there"
        case .newer: "use the newer fleet, or set FLEET_HOME to another folder"
        case .missing, .nothingStored: "read the source once: `fleet refresh`"
        case .unwritable, .unreadable:
            "check its permissions, or set FLEET_HOME to another folder"
        case .full: "make room on the disk; what was stored is as it was"
        case .busy: "try again when that process has ended"
        case .tooMany: "remove some first"
        }
    }
}
