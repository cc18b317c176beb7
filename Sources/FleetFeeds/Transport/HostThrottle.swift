/// Rate limiter for the polls of each host, across all refreshes of a process.
///
/// Polls of one host take turns in the order of their requests. A poll that is cancelled while it
/// waits does not count, so rapid refreshes do not add up.
actor HostThrottle {
    private struct Host {
        var lastPoll: ContinuousClock.Instant?
        /// Polls that wait, the next one first.
        var queue: [UInt64] = []
    }

    private let interval: Duration
    private var hosts: [String: Host] = [:]
    private var lastTicket: UInt64 = 0

    init(interval: Duration) {
        self.interval = interval
    }

    /// Waits until the host may be polled, and records the poll; throws only `CancellationError`.
    func waitForTurn(at host: String) async throws {
        forgetIdleHosts()
        lastTicket += 1
        let ticket = lastTicket
        hosts[host, default: Host()].queue.append(ticket)
        defer { hosts[host]?.queue.removeAll { $0 == ticket } }
        while let position = hosts[host]?.queue.firstIndex(of: ticket) {
            let wait = remaining(for: host, at: .now) + interval * position
            if wait <= .zero { break }
            try await Task.sleep(for: wait)
        }
        hosts[host]?.lastPoll = .now
    }

    /// Returns the time until the host may be polled again.
    func remaining(for host: String, at now: ContinuousClock.Instant) -> Duration {
        guard let lastPoll = hosts[host]?.lastPoll else { return .zero }
        return max(.zero, interval - (now - lastPoll))
    }

    /// Returns the number of polls of a host that wait.
    func waiting(at host: String) -> Int { hosts[host]?.queue.count ?? 0 }

    /// Forgets the hosts that may be polled at once, since a hostile feed may link to other hosts
    /// with every poll.
    private func forgetIdleHosts() {
        let now = ContinuousClock.now
        hosts = hosts.filter { name, host in
            !host.queue.isEmpty || remaining(for: name, at: now) > .zero
        }
    }
}
