import FleetCore

/// Refreshes that a caller requests.
extension ServiceMachine {
    /// Adds the caller to the running load.
    mutating func join(_ load: Load, _ caller: CallerID) -> [Action] {
        var joined = load
        joined.callers.append(caller)
        phase = .loading(joined)
        return []
    }

    /// Adds the caller to the load that follows a disposal.
    mutating func join(_ disposal: Disposal, _ caller: CallerID) -> [Action] {
        guard case .resubscribe(let callers, let isReplacement) = disposal.purpose else {
            return complete([caller], .failure(.stopped))
        }
        let purpose = Disposal.Purpose.resubscribe(
            callers: callers + [caller], isReplacement: isReplacement)
        phase = .disposing(Disposal(generation: disposal.generation, purpose: purpose))
        return []
    }

    /// Disposes a load and replaces it; its callers wait for the new load too.
    mutating func resubscribe(replacing load: Load, for caller: CallerID) -> [Action] {
        resubscribe(
            load.generation, for: load.callers + [caller], isReplacement: load.isRefresh)
    }

    /// Disposes a live subscription, with its poll if one is running, and replaces it.
    mutating func resubscribe(replacing live: Live, for caller: CallerID) -> [Action] {
        resubscribe(live.generation, for: [caller], isReplacement: false)
    }

    private mutating func resubscribe(
        _ generation: Generation, for callers: [CallerID], isReplacement: Bool
    ) -> [Action] {
        let purpose = Disposal.Purpose.resubscribe(
            callers: callers, isReplacement: isReplacement)
        phase = .disposing(Disposal(generation: generation, purpose: purpose))
        return publish(.loading(info)) + [.dispose(generation)]
    }

    /// Queues a refresh until the outcome is stored.
    mutating func queue(_ caller: CallerID, behind commit: Commit) -> [Action] {
        guard !commit.isStopping else { return complete([caller], .failure(.stopped)) }
        var queued = commit
        queued.queue.append(caller)
        phase = .committing(queued)
        return []
    }

    /// Ends an error state early, unless a `Retry-After` has not yet passed.
    mutating func refresh(
        after backOff: BackOff?, for caller: CallerID, at now: Timestamp
    ) -> [Action] {
        if let backOff, let until = backOff.retryAfterDeadline(at: now) {
            return complete([caller], .failure(.backingOff(backOff.failure, until: until)))
        }
        return [.cancelTimer] + subscribe(for: [caller], at: now)
    }
}
