import Dispatch
package import FleetCore
import FleetFeeds

/// Notifier that runs a program for each alert.
///
/// The program gets the JSON object as its last argument and on its standard input, and the alert
/// kind and the vehicle or site ID in `FLEET_EVENT` and `FLEET_ID`. No shell is involved. The
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

    /// Seconds between SIGTERM and SIGKILL: after a timeout, and when the watch is interrupted (the
    /// process exits three seconds later at the latest).
    private static let gracePeriod = (timeout: 2.0, interrupt: 1.0)

    /// The program without its arguments, which may be secret.
    package var label: String { "`\(command.program)`" }

    package func notify(_ alert: Alert) async throws {
        let program = try start(alert)
        let status = try await status(of: program, reading: alert.json.bytes)
        switch status {
        case .exit(0): return
        case .exit(let code): throw NotifierError("exited with status \(code)", isRetryable: true)
        case .signal(let number):
            throw NotifierError("killed by signal \(number)", isRetryable: true)
        }
    }

    package func close() async {}

    private func start(_ alert: Alert) throws -> Subprocess {
        var environment = environment
        environment["FLEET_EVENT"] = alert.kind.name
        // An environment variable cannot contain NUL.
        environment["FLEET_ID"] = alert.id?.replacing("\0", with: "\\u{0}")
        do {
            return try Subprocess(
                command.program, command.arguments + [alert.json.string], environment)
        } catch {
            throw NotifierError(error.message, isRetryable: error.isRetryable)
        }
    }

    /// Waits for the program; stops it at the time limit or when the task is cancelled.
    private func status(
        of program: Subprocess, reading input: [UInt8]
    ) async throws -> Subprocess.TerminationStatus {
        try await withThrowingTaskGroup(of: Subprocess.TerminationStatus?.self) { group in
            group.addTask { await program.terminationStatus(input: input) }
            group.addTask { [timeout] in
                try? await Task.sleep(for: timeout)
                return nil
            }
            if case let status?? = try await group.next() {
                group.cancelAll()
                return status
            }
            let grace = Task.isCancelled ? Self.gracePeriod.interrupt : Self.gracePeriod.timeout
            program.stop(gracePeriod: grace)
            while try await group.next() != nil {}
            try Task.checkCancellation()
            throw NotifierError("timed out after \(timeout.seconds.formatted) s", isRetryable: true)
        }
    }
}

extension Double {
    /// The number as text, without `.0` if it is whole.
    fileprivate var formatted: String {
        Int(exactly: self).map(String.init) ?? String(self)
    }
}
