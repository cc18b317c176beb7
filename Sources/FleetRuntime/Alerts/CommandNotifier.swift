package import FleetCore
import Subprocess

/// Notifier that runs a program for each alert.
///
/// The program gets the JSON object as its last argument and as a line on its standard input, which
/// it reads whole or not at all, and the alert kind and the vehicle or site ID in `FLEET_EVENT` and `FLEET_ID`. No shell is involved. The
/// object begins with a brace, so feed text can never be mistaken for an option. The program's
/// output is discarded, because standard output is for data.
package struct CommandNotifier: Notifier {
    let command: ShellCommand
    let timeout: Duration
    let environment: [String: String]

    package init(command: ShellCommand, timeout: Duration, environment: [String: String]) {
        self.command = command
        self.timeout = timeout
        self.environment = environment
    }

    /// Checks that the program can run, before the first alert needs it.
    /// - Throws: `CommandError`.
    package func check() async throws {
        let program = Program(name: command.program, arguments: [], environment: environment)
        do {
            guard let path = try? await program.path else {
                throw ProgramFile.Defect(
                    cause: "no folder of PATH has this program",
                    hint: "check the spelling; a program elsewhere needs its path, such as "
                        + "./\(command.program)")
            }
            try ProgramFile(path: path).check()
        } catch let defect as ProgramFile.Defect {
            throw CommandError.usage(
                "cannot run \(label) for --notify: \(defect.cause)", hint: defect.hint)
        }
    }

    /// The program without its arguments, which may be secret.
    package var label: String { "`\(command.program)`" }

    package func notify(_ alert: Alert) async throws {
        let line = alert.json.bytes + [UInt8(ascii: "\n")]
        let result = try await result(of: alert, line)
        switch result?.status {
        case .exited(0):
            // A program that reads nothing uses the argument.
            guard let unread = result?.unread, unread > 0, unread < line.count else { return }
            throw NotifierError("it read only a part of the alert", isRetryable: true)
        case .exited(let code): throw NotifierError("exited with status \(code)", isRetryable: true)
        case .signaled(let number):
            throw NotifierError("killed by signal \(number)", isRetryable: true)
        case nil:
            let limit = timeout.seconds.formatted
            throw NotifierError("timed out after \(limit) s", isRetryable: true)
        }
    }

    package func close() async {}

    /// Runs the program; returns `nil` if it exceeded the time limit.
    private func result(
        of alert: Alert, _ line: [UInt8]
    ) async throws -> (status: TerminationStatus, unread: Int)? {
        var environment = environment
        environment["FLEET_EVENT"] = alert.kind.name
        // An environment variable cannot contain NUL.
        environment["FLEET_ID"] = alert.id?.replacing("\0", with: "\\u{0}")
        let program = Program(
            name: command.program, arguments: command.arguments + [alert.json.string],
            environment: environment)
        let limits = Program.Limits(
            time: timeout, gracePeriod: .seconds(2), cancellationGracePeriod: .seconds(1))
        do {
            let result = try await program.run(input: line, limits: limits)
            try Task.checkCancellation()
            return result
        } catch let error as Program.LaunchError {
            throw NotifierError(error.message, isRetryable: error.isRetryable)
        }
    }
}

extension Double {
    /// The number as text, without `.0` if it is whole.
    fileprivate var formatted: String {
        Int(exactly: self).map(String.init) ?? String(self)
    }
}
