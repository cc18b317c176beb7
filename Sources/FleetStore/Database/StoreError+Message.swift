extension StoreError: CustomStringConvertible {
    /// The same text as `cause`.
    public var description: String { cause }

    /// Description of the problem, in one line without a full stop.
    public var cause: String {
        switch self {
        case .corrupt(let path): "the store \(path) is damaged"
        case .foreign(let path): "\(path) is another program's database"
        case .newerVersion(let path):
            "the store \(path) was written by a newer version of fleet"
        case .missing(let path): "no store at \(path)"
        case .unwritable(let path, let reason): "cannot write the store \(path): \(reason)"
        case .unreadable(let path, let reason): "cannot read the store \(path): \(reason)"
        case .diskFull(let path): "cannot write the store \(path): the disk is full"
        case .locked(let path): "the store \(path) is in use by another process"
        case .nothingStored(let source): "nothing is stored for \(source)"
        case .tooMany(let what, let limit): "a source can have at most \(limit) \(what)"
        }
    }

    /// Suggested remedy, in one line.
    public var hint: String {
        switch self {
        case .corrupt(let path), .foreign(let path):
            "move it away: `mv \(path) \(path).bad`; feeds are fetched again, "
                + "but favorites and notes exist only in this file"
        case .newerVersion: "use the newer version, or set FLEET_HOME to another folder"
        case .missing, .nothingStored: "run `fleet refresh` to fetch the source"
        case .unwritable, .unreadable:
            "check its permissions, or set FLEET_HOME to another folder"
        case .diskFull: "free some disk space; the stored data is unchanged"
        case .locked: "try again when that process has finished"
        case .tooMany: "remove some first"
        }
    }
}
