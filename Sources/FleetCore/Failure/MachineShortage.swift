/// Shortage of a resource of this machine, which keeps it from reading a feed.
public enum MachineShortage: String, Equatable, Sendable, Codable {
    /// The process or the system has too many open files.
    case openFiles
    /// Memory, or memory of the network.
    case memory
    /// Every local port is in use.
    case ports
    /// The disk, or the user's part of it, is full.
    case disk

    /// Message for users.
    public var message: String {
        switch self {
        case .openFiles: localized("this machine has too many open files")
        case .memory: localized("this machine is out of memory")
        case .ports: localized("this machine has no free network port")
        case .disk: localized("the disk is full")
        }
    }

    /// The remedy, in one line.
    public var hint: String {
        switch self {
        case .openFiles: localized("close other programs, or raise the limit: `ulimit -n 1024`")
        case .memory: localized("close other programs and try again")
        case .ports:
            localized("wait a minute until the system frees the ports of closed connections")
        case .disk: localized("free disk space and try again")
        }
    }
}
