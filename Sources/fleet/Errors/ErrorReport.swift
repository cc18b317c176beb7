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

    init(_ error: any Error) {
        switch error {
        case let stop as ParsingStop:
            self.init(stop)
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
        case let failure as PhotoFailure:
            self.init(failure.status, failure.cause, failure.hint)
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
            self.init(
                .ioError, "something unexpected happened: \(error)",
                "try again; if it stays so, tell those who make fleet")
        }
    }

    private init(_ status: ExitStatus, _ text: Text) {
        self.status = status
        self.text = text
    }

    private init(_ stop: ParsingStop) {
        switch stop {
        case .answer(let text): self.init(.done, .data(text))
        case .fault(let cause, let command): self.init(.usage, cause, "run `\(command) --help`")
        }
    }

    private init(_ problem: Problem) {
        self.init(problem.status, problem.cause, problem.hint)
    }

    private init(_ status: ExitStatus, _ cause: String, _ hint: String) {
        self.init(status, .failure(cause: cause, hint: hint))
    }

    /// What went wrong, in one line.
    var cause: String {
        if case .failure(let cause, _) = text { Self.bounded(cause) } else { "" }
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
                return ErrorReport(error).print(to: output)
            }
        case .failure(let cause, let hint):
            output.say("error: " + Self.bounded(cause))
            output.say("hint: " + Self.bounded(hint))
        }
        return status
    }

    /// A line that a person can read, whatever a feed put into it.
    private static func bounded(_ line: String) -> String {
        line.utf8.count > 4000 ? String(line.unicodeScalars.prefix(1000)) + "…" : line
    }

    private static let outputHint = "check the disk, and where the output is redirected to"
}

extension PhotoFailure {
    fileprivate var status: ExitStatus {
        switch self {
        case .tooLarge: .data
        case .tooMany, .noteFull: .usage
        case .unreadable, .notAFile, .noRoom, .unwritable, .foreign, .full, .noFolder:
            .ioError
        }
    }
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
