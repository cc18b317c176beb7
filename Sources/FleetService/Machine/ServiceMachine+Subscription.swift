import FleetCore

/// How a subscription begins and ends.
extension ServiceMachine {
    /// Takes up what is remembered of the source.
    mutating func start(from record: SourceRecord, _ now: Timestamp) -> [Action] {
        learn(record)
        switch AskPolicy(record, at: now, offline: false, isLed: false) {
        case .dontAsk(.backOff(let backOff)):
            return fail(backOff, nextGeneration(), settling: [], now)
        case .dontAsk(.fresh(let until)):
            guard let info = record.info else { return subscribe(now) }
            return live(info, nextAt: until, nextGeneration(), settling: [])
        case .ask, .dontAsk(.offline), .dontAsk(.leader):
            return subscribe(now)
        }
    }

    /// Subscribes without anybody's refresh.
    mutating func subscribe(_ now: Timestamp) -> [Action] {
        subscribe(Load(generation: nextGeneration(), askedAt: now, isRefresh: false))
    }

    /// Subscribes by a refresh.
    mutating func subscribe(
        for callers: [Caller], isSuccessor: Bool = false, _ now: Timestamp
    ) -> [Action] {
        subscribe(
            Load(
                generation: nextGeneration(), askedAt: now, isRefresh: true,
                isSuccessor: isSuccessor, callers: callers))
    }

    private mutating func subscribe(_ load: Load) -> [Action] {
        phase = .loading(load)
        return show(.loading(info)) + [.request(load.generation)]
    }

    /// Asks again within the subscription.
    mutating func poll(_ live: Live, _ now: Timestamp) -> [Action] {
        guard live.poll == nil else { return [] }
        let load = Load(generation: live.generation, askedAt: now, isRefresh: false)
        phase = .live(Live(generation: live.generation, poll: load))
        return [.request(live.generation)]
    }

    /// Ends the subscription for good.
    mutating func dispose(_ generation: Generation, abandoning callers: [Caller]) -> [Action] {
        phase = .disposing(Disposal(generation: generation, purpose: .stop))
        return settle(callers, .failure(.stopped)) + [.dispose(generation)]
    }

    /// Goes on after a subscription has ended.
    mutating func succeed(_ disposal: Disposal, _ now: Timestamp) -> [Action] {
        switch disposal.purpose {
        case .renew(let callers, let isSuccessor):
            subscribe(for: callers, isSuccessor: isSuccessor, now)
        case .stop: stop(after: nil)
        }
    }

    /// Stops rather than subscribing again.
    mutating func stop(instead disposal: Disposal) -> [Action] {
        guard case .renew(let callers, _) = disposal.purpose else { return [] }
        phase = .disposing(Disposal(generation: disposal.generation, purpose: .stop))
        return settle(callers, .failure(.stopped))
    }

    /// Stops once the outcome on its way into the store is there.
    mutating func stop(behind commit: Commit) -> [Action] {
        var stopping = commit
        stopping.isStopping = true
        stopping.queue = []
        phase = .committing(stopping)
        return settle(commit.queue, .failure(.stopped))
    }

    /// Stops for good, with nothing left to dispose.
    mutating func stop(after backOff: BackOff?) -> [Action] {
        phase = .stopped(Stopped(backOff: backOff, isCancelled: true))
        return show(.stopped(backOff?.failure, info)) + [.finish]
    }

    /// Stops until somebody refreshes.
    mutating func rest(after backOff: BackOff) -> [Action] {
        phase = .stopped(Stopped(backOff: backOff, isCancelled: false))
        return show(.stopped(backOff.failure, info))
    }
}
