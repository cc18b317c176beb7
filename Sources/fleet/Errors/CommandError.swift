/// A failure that a command finds by itself: its words and its exit status.
struct Problem: Error, Equatable {
    /// What is wrong, in one line.
    let cause: String
    /// What to do about it, in one line.
    let hint: String
    /// What the caller is told.
    let status: ExitStatus

    init(_ status: ExitStatus, _ cause: String, hint: String) {
        self.status = status
        self.cause = cause
        self.hint = hint
    }

    /// Something on the command line that makes no sense.
    static func usage(_ cause: String, hint: String) -> Problem {
        Problem(.usage, cause, hint: hint)
    }
}
