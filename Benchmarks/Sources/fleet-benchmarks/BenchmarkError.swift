/// Why something could not be measured.
enum BenchmarkFailure: Error {
    /// The command line is wrong; holds how it should be.
    case usage(String)
    /// The user interrupted the run.
    case interrupted
    /// A call of the operating system failed.
    case system(call: String, cause: String)
    /// A program ended otherwise than by exiting with 0.
    case ended(command: String, how: String, errors: String)
    /// A program did not do what was to be measured.
    case wrongResult(String)

    /// The status that this process exits with because of an error.
    static func exitStatus(of error: any Error) -> Int32 {
        switch error {
        case BenchmarkFailure.usage: 64
        case BenchmarkFailure.interrupted: 130
        default: 1
        }
    }
}

extension BenchmarkFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .usage(let usage): "wrong usage\n\(usage)"
        case .interrupted: "interrupted"
        case .system(let call, let cause): "\(call): \(cause)"
        case .ended(let command, let how, let errors):
            "`\(command)` \(how)" + (errors.isEmpty ? "" : "; it said:\n\(errors)")
        case .wrongResult(let what): what
        }
    }
}
