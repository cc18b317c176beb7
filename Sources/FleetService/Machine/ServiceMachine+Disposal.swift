import FleetCore

/// Disposal of subscriptions, and the end of the service.
extension ServiceMachine {
    /// Disposes the subscription in order to stop permanently.
    mutating func dispose(_ generation: Generation, abandoning callers: [CallerID]) -> [Action] {
        phase = .disposing(Disposal(generation: generation, purpose: .stop))
        return complete(callers, .failure(.stopped)) + [.dispose(generation)]
    }

    /// Resubscribes or stops once the subscription has ended.
    mutating func finish(_ disposal: Disposal, at now: Timestamp) -> [Action] {
        switch disposal.purpose {
        case .resubscribe(let callers, let isReplacement):
            subscribe(for: callers, isReplacement: isReplacement, at: now)
        case .stop: stop(after: nil)
        }
    }

    /// Turns a disposal for a new subscription into one for a stop.
    mutating func stop(insteadOf disposal: Disposal) -> [Action] {
        guard case .resubscribe(let callers, _) = disposal.purpose else { return [] }
        phase = .disposing(Disposal(generation: disposal.generation, purpose: .stop))
        return complete(callers, .failure(.stopped))
    }

    /// Stops once the outcome is stored.
    mutating func stop(behind commit: Commit) -> [Action] {
        var stopping = commit
        stopping.isStopping = true
        stopping.queue = []
        phase = .committing(stopping)
        return complete(commit.queue, .failure(.stopped))
    }

    /// Stops permanently when no work is left to dispose.
    mutating func stop(after backOff: BackOff?) -> [Action] {
        phase = .stopped(Stopped(backOff: backOff, isPermanent: true))
        return publish(.stopped(backOff?.failure, info)) + [.finish]
    }

    /// Stops until the next refresh.
    mutating func stopUntilRefresh(after backOff: BackOff) -> [Action] {
        phase = .stopped(Stopped(backOff: backOff, isPermanent: false))
        return publish(.stopped(backOff.failure, info))
    }
}
