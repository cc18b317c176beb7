/// An error that has an exit status and messages of its own.
package protocol ReportedError: Error {
    var exitStatus: ExitStatus { get }
    /// Description of the problem, in one line without a full stop.
    var cause: String { get }
    /// Suggested remedy, in one line.
    var hint: String { get }
}
