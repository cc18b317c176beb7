/// Exit status of the program; the numbers are those of BSD's sysexits.h.
package enum ExitStatus: Equatable, Sendable {
    /// Success; stored data may have been shown, with a warning.
    case done
    /// A check found something.
    case findings
    /// The command was used incorrectly.
    case usage
    /// The input cannot be parsed.
    case data
    /// The vehicle or source does not exist, or several match.
    case noInput
    /// The service or the connection to it failed.
    case unavailable
    /// The output cannot be created.
    case cannotCreate
    /// A file or the store cannot be read or written.
    case ioError
    /// The service denied access.
    case noPermission
    /// A signal ended the program.
    case signal(Int32)

    package var code: Int32 {
        switch self {
        case .done: 0
        case .findings: 1
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

extension ExitStatus {
    /// Creates the exit status of a failed feed.
    package init(_ kind: FeedFailure.Kind) {
        self =
            switch kind {
            case .connection, .service: .unavailable
            case .access: .noPermission
            case .content: .data
            case .input: .ioError
            case .usage: .usage
            }
    }
}
