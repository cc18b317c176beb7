/// Reason that a benchmark could not be measured.
enum BenchmarkError: Error {
    /// The command line is invalid; the value is the usage text.
    case usage(String)
    /// The user interrupted the run.
    case interrupted
    /// A system call failed.
    case system(call: String, cause: String)
    /// A command did not exit with 0.
    case commandFailed(command: String, reason: String, errors: String)
    /// A command did something other than what is measured.
    case unexpectedResult(String)

    /// Returns the exit status of this process for an error.
    static func exitStatus(of error: any Error) -> Int32 {
        switch error {
        case BenchmarkError.usage: 64
        case BenchmarkError.interrupted: 130
        default: 1
        }
    }
}

extension BenchmarkError: CustomStringConvertible {
    var description: String {
        switch self {
        case .usage(let usage): "invalid arguments\n\(usage)"
        case .interrupted: "interrupted"
        case .system(let call, let cause): "\(call): \(cause)"
        case .commandFailed(let command, let reason, let errors):
            "`\(command)` \(reason)" + (errors.isEmpty ? "" : "; its error output:\n\(errors)")
        case .unexpectedResult(let description): description
        }
    }
}
