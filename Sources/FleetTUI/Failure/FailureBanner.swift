import FleetCore
import FleetService

/// What went wrong with the source, in a person's words.
struct Trouble: Equatable, Sendable {
    /// Whose fault it is likely to be.
    enum Side: Equatable, Sendable {
        /// The way to the service; often the person's own connection.
        case connection
        /// The service.
        case service
        /// What a person set up: rights, addresses, files.
        case setup
    }

    let side: Side
    /// What kind of thing happened.
    let title: String
    /// What happened.
    let cause: String
    /// The same without the place.
    let reason: String
    /// What a person can do.
    let hint: String
    /// What happens next, and when.
    let next: String
    /// The same in a few words.
    let shortNext: String

    /// How long a service that does not retry shows an error before it stops, as it is told there.
    private static let stopsAfter = Duration.seconds(5)

    /// The trouble that a state tells of; `nil` if it tells of none.
    init?(_ update: StateUpdate?, now: Timestamp) {
        switch update?.state {
        case .failed(let failure, let retryAt?, let attempt, _):
            let wait = (retryAt - now).secondsToWait
            let tries = attempt > 1 ? " (it failed \(attempt) times)" : ""
            self.init(
                failure, next: "trying again in \(wait) s\(tries); r tries now",
                shortNext: "again in \(wait) s; r: now")
        case .failed(let failure, nil, _, _):
            let end = (update?.at ?? now) + Self.stopsAfter
            let wait = (end - now).secondsToWait
            self.init(
                failure, next: "stopping in \(wait) s; r or a pull tries again",
                shortNext: "stopping in \(wait) s; r: again")
        case .stopped(let failure?, _):
            self.init(
                failure, next: "stopped: r or a pull begins anew", shortNext: "stopped; r: anew")
        case .idle, .loading, .live, .stopped(nil, _), nil: return nil
        }
    }

    private init(_ failure: FeedFailure, next: String, shortNext: String) {
        (side, title) = Self.words(for: failure)
        cause = failure.cause
        reason = failure.reason.words
        hint = Self.hint(for: failure)
        (self.next, self.shortNext) = (next, shortNext)
    }

    /// Where nothing can be done but wait, a screen says so; the words for commands name options.
    private static func hint(for failure: FeedFailure) -> String {
        switch failure.reason {
        case .unreachable, .connectTimeout, .readTimeout, .connectionReset, .truncated,
            .connection:
            "check your own connection"
        case .status where failure.kind == .service && failure.retryAfterSeconds == nil,
            .simulatedServerError:
            "the service has to mend it; nothing is to be done here"
        default: failure.hint
        }
    }

    private static func words(for failure: FeedFailure) -> (Side, String) {
        switch (failure.kind, failure.reason) {
        case (.connection, _): (.connection, "No connection")
        case (.service, .status(500...)), (.service, .simulatedServerError):
            (.service, "Internal server error")
        case (.service, _): (.service, "The service refuses")
        case (.access, _): (.setup, "Access denied")
        case (.content, _): (.service, "The feed cannot be read")
        case (.input, _): (.setup, "It cannot be read")
        case (.usage, _): (.setup, "The source is not usable")
        }
    }

    /// The sign before the title.
    var sign: String {
        switch side {
        case .connection: "⇄"
        case .service: "▲"
        case .setup: "!"
        }
    }

    /// The color of the title.
    var ink: Ink { side == .connection ? .warning : .bad }
}
