/// What the program tells its caller; the numbers are those of BSD's sysexits.h.
enum ExitStatus: Equatable, Sendable {
    /// All was done; stored data may have been shown, with a warning.
    case done
    /// The command was used wrongly.
    case usage
    /// What was read cannot be understood.
    case data
    /// There is no such vehicle or source, or several.
    case noInput
    /// The service or the way to it failed.
    case unavailable
    /// The output cannot be made.
    case cannotCreate
    /// A file or the store cannot be read or written.
    case ioError
    /// The service does not let us in.
    case noPermission
    /// A signal ended the work.
    case signal(Int32)

    var code: Int32 {
        switch self {
        case .done: 0
        case .usage: 64
        case .data: 65
        case .noInput: 66
        case .unavailable: 69
        case .cannotCreate: 73
        case .ioError: 74
        case .noPermission: 77
        case .signal(let number): 128 + number
        }
    }
}
