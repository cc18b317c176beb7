/// Error of a command itself, with its messages and exit status.
struct CommandError: Error, Equatable {
    /// The problem, in one line.
    let cause: String
    /// A way to solve it, in one line.
    let hint: String
    let status: ExitStatus

    init(_ status: ExitStatus, _ cause: String, hint: String) {
        self.status = status
        self.cause = cause
        self.hint = hint
    }

    /// Returns an error about an argument that is not valid.
    static func usage(_ cause: String, hint: String) -> CommandError {
        CommandError(.usage, cause, hint: hint)
    }
}
