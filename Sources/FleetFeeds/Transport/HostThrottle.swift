/// Rate limiter for the polls of each host, across all refreshes of a process, and for the single
/// requests to a host that asks its clients to slow down (``RequestPace``).
///
/// Polls of one host take turns in the order of their requests. A poll that is cancelled while it
/// waits does not count, so rapid refreshes do not add up.
actor HostThrottle {
    private struct Host {
        var lastPoll: ContinuousClock.Instant?
        /// Polls that wait, the next one first.
        var queue: [UInt64] = []
        /// Pace of all requests; `nil` unless the host asked for one.
        var pace: RequestPace?
    }

    private let interval: Duration
    private let clock: PauseClock
    private var hosts: [String: Host] = [:]
    private var lastTicket: UInt64 = 0

    init(interval: Duration, clock: PauseClock = .continuous) {
        (self.interval, self.clock) = (interval, clock)
    }

    /// Waits until the host may be polled, and records the poll; throws only `CancellationError`.
    func waitForTurn(at host: String) async throws {
        forgetIdleHosts()
        lastTicket += 1
        let ticket = lastTicket
        hosts[host, default: Host()].queue.append(ticket)
        defer { hosts[host]?.queue.removeAll { $0 == ticket } }
        while let position = hosts[host]?.queue.firstIndex(of: ticket) {
            let wait = remaining(for: host, at: clock.now()) + interval * position
            if wait <= .zero { break }
            try await clock.sleep(wait)
        }
        hosts[host]?.lastPoll = clock.now()
    }

    /// Waits until a request may be sent to a host; throws only `CancellationError`.
    ///
    /// A request that is cancelled while it waits does not count.
    func waitForRequest(to host: String) async throws {
        while let wait = hosts[host]?.pace?.remaining(at: clock.now()), wait > .zero {
            try await clock.sleep(wait)
        }
        hosts[host]?.pace?.send(at: clock.now())
    }

    /// Notes that a host asked to slow down.
    ///
    /// - Parameter wait: The pause that it asked for; `nil` if it named none.
    func slowDown(_ host: String, for wait: Duration?) {
        let now = clock.now()
        hosts[host, default: Host()].pace = hosts[host]?.pace ?? RequestPace(at: now)
        hosts[host]?.pace?.slowDown(for: wait, at: now)
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
        let now = clock.now()
        for (name, host) in hosts where host.pace?.isOver(at: now) == true {
            hosts[name]?.pace = nil
        }
        hosts = hosts.filter { name, host in
            !host.queue.isEmpty || host.pace != nil || remaining(for: name, at: now) > .zero
        }
    }
}
