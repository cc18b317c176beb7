import FleetCore

/// Start of subscriptions, and polls within them.
extension ServiceMachine {
    /// Starts the service from the stored record of the source.
    mutating func start(from record: SourceRecord, at now: Timestamp) -> [Action] {
        restore(from: record)
        switch FetchPolicy(record, at: now, offline: false, hasLeader: false) {
        case .skip(.backOff(let backOff)):
            return enterFailed(backOff, nextGeneration(), completing: [], at: now)
        case .skip(.fresh(let until)):
            guard let info = record.info else { return subscribe(at: now) }
            return enterLive(info, nextAt: until, nextGeneration(), completing: [])
        case .fetch, .skip(.offline), .skip(.leader):
            return subscribe(at: now)
        }
    }

    /// Subscribes without a refresh.
    mutating func subscribe(at now: Timestamp) -> [Action] {
        subscribe(Load(generation: nextGeneration(), requestedAt: now, isRefresh: false))
    }

    /// Subscribes for the callers of a refresh.
    mutating func subscribe(
        for callers: [CallerID], isReplacement: Bool = false, at now: Timestamp
    ) -> [Action] {
        subscribe(
            Load(
                generation: nextGeneration(), requestedAt: now, isRefresh: true,
                isReplacement: isReplacement, callers: callers))
    }

    private mutating func subscribe(_ load: Load) -> [Action] {
        phase = .loading(load)
        return publish(.loading(info)) + [.request(load.generation)]
    }

    /// Starts a poll within the subscription.
    mutating func poll(_ live: Live, at now: Timestamp) -> [Action] {
        guard live.poll == nil else { return [] }
        let load = Load(generation: live.generation, requestedAt: now, isRefresh: false)
        phase = .live(Live(generation: live.generation, poll: load))
        return [.request(live.generation)]
    }
}
