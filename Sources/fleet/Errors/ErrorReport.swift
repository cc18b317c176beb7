import ArgumentParser
import FleetCore
import FleetStore
import QRCode

/// What a person and the caller are told of how a command ended: the one place in which errors become
/// words and exit statuses.
struct ErrorReport {
    private let status: ExitStatus
    private let text: Text

    private enum Text {
        case nothing
        /// What was asked for instead of a command, such as the help.
        case data(String)
        case failure(cause: String, hint: String)
    }

    init(_ error: any Error, arguments: [String]) {
        switch error {
        case let problem as Problem:
            self.init(problem.status, problem.cause, problem.hint)
        case let failure as FeedFailure:
            self.init(ExitStatus(failure.kind), failure.cause, failure.hint)
        case let failure as StoreFailure:
            self.init(.ioError, failure.cause, failure.hint)
        case let failure as HomeFailure:
            self.init(.ioError, failure.cause, failure.hint)
        case let failure as PreferencesFailure:
            self.init(.ioError, failure.cause, failure.hint)
        case let failure as FileLockFailure:
            self.init(.ioError, failure.description, "try again when the other process has ended")
        case let failure as QRCodeError:
            self.init(Problem(failure))
        case Output.Failure.closedPipe:
            self.init(.done, .nothing)
        case Output.Failure.unwritable(let words):
            self.init(.cannotCreate, "the output cannot be written: \(words)", Self.outputHint)
        case is CancellationError:
            self.init(.signal(2), "interrupted", "run the command again")
        default:
            self.init(parsing: error, arguments: arguments)
        }
    }

    private init(_ status: ExitStatus, _ text: Text) {
        self.status = status
        self.text = text
    }

    private init(_ problem: Problem) {
        self.init(problem.status, problem.cause, problem.hint)
    }

    private init(_ status: ExitStatus, _ cause: String, _ hint: String) {
        self.init(status, .failure(cause: cause, hint: hint))
    }

    /// Says what is to be said, feed text made safe, each part on one line; returns what the caller is
    /// told.
    func print(to output: Output) -> ExitStatus {
        switch text {
        case .nothing: break
        case .data(let data):
            do {
                try output.write(data + "\n")
                try output.finish()
            } catch {
                return ErrorReport(error, arguments: []).print(to: output)
            }
        case .failure(let cause, let hint):
            output.say("error: " + TerminalText.escaped(cause))
            output.say("hint: " + TerminalText.escaped(hint))
        }
        return status
    }

    private static let outputHint = "check the disk, and where the output is redirected to"
}

extension ExitStatus {
    /// What the caller is told of a failed feed.
    init(_ kind: FeedFailure.Kind) {
        self =
            switch kind {
            case .connection, .service: .unavailable
            case .access: .noPermission
            case .content: .data
            case .input: .ioError
            case .usage: .usage
            }
    }
}

extension ErrorReport {
    /// Reports what swift-argument-parser threw: a wrong argument, or help that was asked for.
    private init(parsing error: any Error, arguments: [String]) {
        guard Fleet.exitCode(for: error) != .success else {
            self.init(.done, .data(Fleet.fullMessage(for: error)))
            return
        }
        let message = Fleet.message(for: error).split(whereSeparator: \.isNewline)
            .joined(separator: " ")
        self.init(
            .usage, message.isEmpty ? "no such command" : message,
            "run `\(Self.command(in: arguments)) --help`")
    }

    /// The command that the arguments name, as far as they name one.
    private static func command(in arguments: [String]) -> String {
        var path = "fleet"
        var commands = Fleet.configuration.subcommands
        for argument in arguments {
            guard let next = commands.first(where: { $0.configuration.commandName == argument })
            else { break }
            path += " " + argument
            commands = next.configuration.subcommands
        }
        return path
    }
}
