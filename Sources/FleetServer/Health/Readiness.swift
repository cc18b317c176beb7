/// Whether the server can read and write its databases.
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
    private let now: @Sendable () -> Instant
    private var last: (cause: UnavailableCause?, until: Instant)?
    private var running: Task<UnavailableCause?, Never>?
    private var isStopping = false

    /// - Parameters:
    ///   - limit: Time that a probe waits for the databases.
    ///   - check: Reads and writes the databases.
    init(
        limit: Duration = .seconds(5), now: @escaping @Sendable () -> Instant = { .now },
        check: @escaping @Sendable () async throws -> Void
    ) {
        (self.limit, self.now, self.check) = (limit, now, check)
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
        }
        last = (cause, now() + (cause == nil ? Self.interval : Self.failureInterval))
        running = nil
        return cause
    }
}
