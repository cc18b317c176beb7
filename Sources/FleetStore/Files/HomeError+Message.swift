extension HomeError {
    /// Description of the problem, in one line without a full stop.
    public var cause: String {
        switch self {
        case .noHome: "the home folder is unknown"
        case .unusable(let path, let reason): "cannot use the folder \(path): \(reason)"
        case .unsafe(let path, let reason): "the folder \(path) is not safe: \(reason)"
        }
    }

    /// Suggested remedy, in one line.
    public var hint: String {
        switch self {
        case .noHome: "set HOME, or set FLEET_HOME to a folder for fleet"
        case .unusable: "check its permissions, or set FLEET_HOME to another folder"
        case .unsafe: "remove it, or set FLEET_HOME or XDG_RUNTIME_DIR to a folder of your own"
        }
    }
}
