import FleetCore

extension VehicleService {
    /// Does one piece of work to its end, telling the machine of what happens.
    func carryOut(_ work: Work) async {
        switch work {
        case .request(let generation): await request(generation)
        case .wait(let until, let generation): await wait(until: until, generation)
        case .disposal(let generation): receive(.disposed(generation))
        }
    }

    /// Waits for a time, an hour at most: the clock may have been set back meanwhile.
    private func wait(until time: Timestamp, _ generation: Generation) async {
        try? await clock.sleep(min(time, clock.now() + Schedule.horizon))
        if !Task.isCancelled { receive(.timer(generation)) }
    }

    /// Makes a request under the lock; an error here is one of the lock.
    private func request(_ generation: Generation) async {
        do {
            try await ports.withRequestLock { await self.ask(generation) }
        } catch {
            receive(failed(generation, .ofRecord(error, at: place)))
        }
    }

    /// Reads the record, asks the feed and stores the outcome, as far as the machine lets it.
    private func ask(_ generation: Generation) async {
        var step = receive(await recall(generation))
        while let next = step {
            step = receive(await take(next, generation))
        }
    }

    private func take(
        _ step: ServiceMachine.RequestStep, _ generation: Generation
    ) async -> ServiceMachine.Event {
        switch step {
        case .load(let memory): await load(memory, generation)
        case .commit(let delivery): await commit(delivery, generation)
        case .remember(let backOff, let stamp): await remember(backOff, stamp, generation)
        }
    }

    private func recall(_ generation: Generation) async -> ServiceMachine.Event {
        do {
            return .recalled(generation, try await ports.record())
        } catch {
            return failed(generation, .ofRecord(error, at: place))
        }
    }

    private func load(
        _ memory: FeedMemory?, _ generation: Generation
    ) async -> ServiceMachine.Event {
        do {
            let answer = try await ports.load(memory)
            return .loaded(generation, answer, shownAt: clock.shownNow())
        } catch {
            return failed(generation, .ofLoad(error, at: place))
        }
    }

    /// Stores an answer; the machine cancels no request that has come this far.
    private func commit(
        _ delivery: Delivery, _ generation: Generation
    ) async -> ServiceMachine.Event {
        do {
            return .committed(generation, try await ports.commit(delivery))
        } catch {
            return failed(generation, .ofStore(error, at: place))
        }
    }

    /// Stores an error state; that this fails is no reason to give up the feed.
    private func remember(
        _ backOff: BackOff, _ stamp: RequestStamp, _ generation: Generation
    ) async -> ServiceMachine.Event {
        try? await ports.fail(backOff, stamp)
        return .remembered(generation)
    }

    private func failed(
        _ generation: Generation, _ failure: FeedFailure
    ) -> ServiceMachine.Event {
        .failed(generation, failure, jitter: clock.jitter())
    }
}

extension FeedFailure {
    /// What a request threw; of an unknown error only the type is told, since its text may hold
    /// an address with its secrets.
    fileprivate static func ofLoad(_ error: any Error, at place: String) -> FeedFailure {
        if let failure = error as? FeedFailure { return failure }
        return FeedFailure(.connection("\(type(of: error))"), at: place)
    }

    /// What the lock threw, or the store before anything was asked.
    fileprivate static func ofRecord(_ error: any Error, at place: String) -> FeedFailure {
        (error as? FeedFailure) ?? FeedFailure(.storeUnusable("\(error)"), at: place)
    }

    /// What the store threw when it was to keep an answer.
    fileprivate static func ofStore(_ error: any Error, at place: String) -> FeedFailure {
        (error as? FeedFailure) ?? FeedFailure(.notStored("\(error)"), at: place)
    }
}
