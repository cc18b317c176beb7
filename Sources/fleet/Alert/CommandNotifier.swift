import Dispatch
import FleetCore
import FleetFeeds

/// Tells alerts to a program, which is started for each: the JSON object is its last argument and its
/// standard input, and `FLEET_EVENT` and `FLEET_ID` in its environment say what and of which.
///
/// It is started as it is, by no shell. The object begins with a brace, so nothing that a feed says is
/// ever taken for an option. What the program writes is thrown away: the standard output is data.
struct CommandNotifier: Notifier {
    let command: CommandWords
    /// How long the program may take.
    let limit: Duration
    let environment: [String: String]

    /// How long a program that was asked to end may take to do so: when its time is up, and when the
    /// watch is interrupted, which ends in three seconds at the latest.
    private static let grace = (late: 2.0, interrupted: 1.0)

    /// Without what it is handed, which may be a secret.
    var label: String { "`\(command.program)`" }

    func notify(_ alert: Alert) async throws {
        let program = try start(alert)
        let status = try await status(of: program, reading: alert.json.bytes)
        switch status {
        case .exit(0): return
        case .exit(let code): throw NotifyFailure("it ended with status \(code)", mayPass: true)
        case .signal(let number):
            throw NotifyFailure("signal \(number) ended it", mayPass: true)
        }
    }

    func close() async {}

    private func start(_ alert: Alert) throws -> StartedProgram {
        var environment = environment
        environment["FLEET_EVENT"] = alert.kind.name
        // No environment can hold a NUL.
        environment["FLEET_ID"] = alert.id?.replacing("\0", with: "\\u{0}")
        do {
            return try StartedProgram(
                command.program, command.arguments + [alert.json.string], environment)
        } catch {
            throw NotifyFailure(error.words, mayPass: error.mayPass)
        }
    }

    /// Waits for the program; one that takes too long, or that nobody waits for any more, is ended.
    private func status(
        of program: StartedProgram, reading input: [UInt8]
    ) async throws -> StartedProgram.End {
        try await withThrowingTaskGroup(of: StartedProgram.End?.self) { group in
            group.addTask { await program.end(reading: input) }
            group.addTask { [limit] in
                try? await Task.sleep(for: limit)
                return nil
            }
            if case let end?? = try await group.next() {
                group.cancelAll()
                return end
            }
            program.stop(grace: Task.isCancelled ? Self.grace.interrupted : Self.grace.late)
            while try await group.next() != nil {}
            try Task.checkCancellation()
            throw NotifyFailure("it took longer than \(limit.seconds.formatted) s", mayPass: true)
        }
    }
}

extension Double {
    /// Without a fraction if there is none.
    fileprivate var formatted: String {
        Int(exactly: self).map(String.init) ?? String(self)
    }
}
