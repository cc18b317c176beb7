import FleetCore

/// What a person's refresh does.
extension ServiceMachine {
    /// Waits for the load that is under way.
    mutating func join(_ load: Load, _ caller: Caller) -> [Action] {
        var joined = load
        joined.callers.append(caller)
        phase = .loading(joined)
        return []
    }

    /// Waits for the load that follows a disposal.
    mutating func join(_ disposal: Disposal, _ caller: Caller) -> [Action] {
        guard case .renew(let callers, let isSuccessor) = disposal.purpose else {
            return settle([caller], .failure(.stopped))
        }
        let purpose = Disposal.Purpose.renew(callers: callers + [caller], isSuccessor: isSuccessor)
        phase = .disposing(Disposal(generation: disposal.generation, purpose: purpose))
        return []
    }

    /// Disposes a load to make a new one in its place, which its callers wait for, too.
    mutating func renew(_ load: Load, for caller: Caller) -> [Action] {
        renew(load.generation, for: load.callers + [caller], isSuccessor: load.isRefresh)
    }

    /// Disposes a live subscription, with its poll if there is one, to make a new one.
    mutating func renew(_ live: Live, for caller: Caller) -> [Action] {
        renew(live.generation, for: [caller], isSuccessor: false)
    }

    private mutating func renew(
        _ generation: Generation, for callers: [Caller], isSuccessor: Bool
    ) -> [Action] {
        let purpose = Disposal.Purpose.renew(callers: callers, isSuccessor: isSuccessor)
        phase = .disposing(Disposal(generation: generation, purpose: purpose))
        return show(.loading(info)) + [.dispose(generation)]
    }

    /// Keeps a refresh until the outcome on its way into the store is there.
    mutating func queue(_ caller: Caller, behind commit: Commit) -> [Action] {
        guard !commit.isStopping else { return settle([caller], .failure(.stopped)) }
        var queued = commit
        queued.queue.append(caller)
        phase = .committing(queued)
        return []
    }

    /// Ends an error state, or tells until when the feed wants to be left alone.
    mutating func refresh(
        after backOff: BackOff?, for caller: Caller, _ now: Timestamp
    ) -> [Action] {
        if let backOff, let until = backOff.forbidden(at: now) {
            return settle([caller], .failure(.leftAlone(backOff.failure, until: until)))
        }
        return [.cancelWait] + subscribe(for: [caller], now)
    }
}
