import FleetCore
import POSIX

/// Error of a command itself, with its messages and exit status.
package struct CommandError: Error, Equatable {
    /// The problem, in one line.
    package let cause: String
    /// A way to solve it, in one line.
    package let hint: String
    let status: ExitStatus

    package init(_ status: ExitStatus, _ cause: String, hint: String) {
        self.status = status
        self.cause = cause
        self.hint = hint
    }

    /// Returns an error about an argument that is not valid.
    package static func usage(_ cause: String, hint: String) -> CommandError {
        CommandError(.usage, cause, hint: hint)
    }
}

extension CommandError {
    /// Creates an error about a shortage of this machine.
    init(_ shortage: MachineShortage) {
        self.init(.ioError, shortage.message, hint: shortage.hint)
    }
}

/// Exit status of the program; the numbers are those of BSD's sysexits.h.
package enum ExitStatus: Equatable, Sendable {
    /// Success; stored data may have been shown, with a warning.
    case done
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

/// Exits the process.
package func exit(with status: ExitStatus) -> Never {
    CurrentProcess.exit(status.code)
}
