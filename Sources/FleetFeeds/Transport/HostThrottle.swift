/// Rate limiter for the polls of each host, across all refreshes of a process.
///
/// A poll that is cancelled while it waits does not count, so rapid refreshes do not add up.
public actor HostThrottle {
    private let interval: Duration
    private var lastPolls: [String: ContinuousClock.Instant] = [:]

    /// - Parameter interval: Minimum time between two polls of a host.
    public init(interval: Duration) {
        self.interval = interval
    }

    /// Waits until the host may be polled, and records the poll; throws only `CancellationError`.
    func waitForTurn(at host: String) async throws {
        while true {
            let wait = remaining(for: host, at: .now)
            if wait <= .zero { break }
            try await Task.sleep(for: wait)
        }
        let now = ContinuousClock.now
        // A hostile feed may link to other hosts with every poll.
        lastPolls = lastPolls.filter { now - $0.value < interval }
        lastPolls[host] = now
    }

    /// Returns the time until the host may be polled again.
    func remaining(for host: String, at now: ContinuousClock.Instant) -> Duration {
        lastPolls[host].map { interval - (now - $0) } ?? .zero
    }
}
