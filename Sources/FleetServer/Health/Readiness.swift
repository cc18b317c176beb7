import FleetSQL
import FleetSettings
import Logging

/// Whether the server can work: read and write its databases, and follow the other servers.
///
/// The check writes to the database, so its outcome serves all probes of a few seconds, and one
/// check runs at a time, also while the database does not answer.
actor Readiness {
    typealias Instant = ContinuousClock.Instant

    /// Time for which a success serves further probes.
    static let interval = Duration.seconds(5)
    /// Time for which a failure does.
    static let failureInterval = Duration.seconds(2)

    private let limit: Duration
    private let check: @Sendable () async throws -> Void
    private let logger: Logger?
    private let now: @Sendable () -> Instant
    private var last: (cause: UnavailableCause?, until: Instant)?
    private var running: Task<UnavailableCause?, Never>?
    private var isStopping = false

    /// - Parameters:
    ///   - limit: Time that a probe waits for the databases.
    ///   - logger: Log of each change, with all details of the cause.
    ///   - check: Reads and writes the databases.
    init(
        limit: Duration = .seconds(5), logger: Logger? = nil,
        now: @escaping @Sendable () -> Instant = { .now },
        check: @escaping @Sendable () async throws -> Void
    ) {
        (self.limit, self.logger, self.now, self.check) = (limit, logger, now, check)
    }

    /// Makes the server unready from now on, so that no further requests are sent to it.
    func stop() { isStopping = true }

    /// Returns why the server is not ready; `nil` if it is.
    /// - Parameter limit: Time to wait for the databases; `nil` for the usual one.
    func cause(within limit: Duration? = nil) async -> UnavailableCause? {
        if isStopping { return .stopping }
        if let last, now() < last.until { return last.cause }
        let task = running ?? Task { await run() }
        running = task
        switch await task.value(within: limit ?? self.limit) {
        case .some(let cause): return cause
        case nil: return .noAnswer
        }
    }

    private func run() async -> UnavailableCause? {
        var cause: UnavailableCause?
        do {
            try await check()
        } catch {
            cause = UnavailableCause(error)
            if cause != last?.cause { log(error) }
        }
        if cause == nil, last?.cause != nil { logger?.notice("ready again") }
        last = (cause, now() + (cause == nil ? Self.interval : Self.failureInterval))
        running = nil
        return cause
    }

    private func log(_ error: any Error) {
        var facts: Logger.Metadata = ["cause": "\(UnavailableCause(error).text)"]
        if let error = error as? SealingError {
            (facts["error"], facts["hint"]) = ("\(error.cause)", "\(error.hint)")
        } else if let error = error as? StoreError {
            (facts["error"], facts["hint"]) = ("\(error.cause)", "\(error.hint)")
        } else if !(error is UnavailableCause) {
            facts["error"] = "\(error)"
        }
        logger?.warning("not ready", metadata: facts)
    }
}
