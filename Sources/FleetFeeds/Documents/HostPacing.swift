/// Keeps the polls of one host apart, over all refreshes of a process.
///
/// A poll that is given up while it waits leaves no trace, so refreshing fast never adds up.
actor HostPacing {
    private let interval: Duration
    private var lastPolls: [String: ContinuousClock.Instant] = [:]

    init(interval: Duration) {
        self.interval = interval
    }

    /// Returns when the host may be polled, and notes that it is; throws only `CancellationError`.
    func waitForTurn(at host: String) async throws {
        while true {
            let wait = remaining(for: host, at: .now)
            if wait <= .zero { break }
            try await Task.sleep(for: wait)
        }
        lastPolls[host] = .now
    }

    /// How long the host must be left alone yet.
    func remaining(for host: String, at now: ContinuousClock.Instant) -> Duration {
        lastPolls[host].map { interval - (now - $0) } ?? .zero
    }
}
