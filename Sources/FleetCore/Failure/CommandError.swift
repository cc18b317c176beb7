/// Error of a command itself, with its messages and exit status.
package struct CommandError: Error, Equatable {
    /// The problem, in one line.
    package let cause: String
    /// A way to solve it, in one line.
    package let hint: String
    package let status: ExitStatus

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
    package init(_ shortage: MachineShortage) {
        self.init(.ioError, shortage.message, hint: shortage.hint)
    }
}
