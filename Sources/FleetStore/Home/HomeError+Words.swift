extension HomeFailure {
    /// What is wrong, in one line without a full stop.
    public var cause: String {
        switch self {
        case .noHome: "no home folder is known"
        case .unusable(let path, let why): "the folder \(path) cannot be used: \(why)"
        case .unsafe(let path, let why): "the folder \(path) is not safe: \(why)"
        }
    }

    /// What a person can do about it, in one line.
    public var hint: String {
        switch self {
        case .noHome: "set HOME, or FLEET_HOME to a folder for fleet"
        case .unusable: "check its permissions, or set FLEET_HOME to another folder"
        case .unsafe: "remove it, or set FLEET_HOME or XDG_RUNTIME_DIR to a folder of your own"
        }
    }
}
