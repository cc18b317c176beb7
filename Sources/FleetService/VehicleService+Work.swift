import FleetCore

extension VehicleService {
    /// Carries out one piece of work to its end, and reports its events to the machine.
    func carryOut(_ work: Work) async {
        switch work {
        case .request(let generation): await request(generation)
        case .wait(let until, let generation): await wait(until: until, generation)
        case .disposal(let generation): receive(.disposed(generation))
        }
    }

    /// Waits until a time, for at most an hour, since the clock may be set back meanwhile.
    private func wait(until time: Timestamp, _ generation: Generation) async {
        try? await clock.sleep(min(time, clock.now() + Schedule.horizon))
        if !Task.isCancelled { receive(.timerFired(generation)) }
    }

    /// Makes a request under the lock; an error caught here is a lock error.
    private func request(_ generation: Generation) async {
        do {
            try await ports.withRequestLock { await self.runRequest(generation) }
        } catch {
            receive(failed(generation, .recordError(error, at: location)))
        }
    }

    /// Reads the record, loads the feed and stores the outcome, as the machine decides.
    private func runRequest(_ generation: Generation) async {
        var step = receive(await readRecord(generation))
        while let next = step {
            step = receive(await perform(next, generation))
        }
    }

    private func perform(
        _ step: ServiceMachine.RequestStep, _ generation: Generation
    ) async -> ServiceMachine.Event {
        switch step {
        case .load(let cacheState): await load(cacheState, generation)
        case .commit(let outcome): await commit(outcome, generation)
        case .storeFailure(let backOff, let requestID):
            await storeFailure(backOff, requestID, generation)
        }
    }

    private func readRecord(_ generation: Generation) async -> ServiceMachine.Event {
        do {
            return .recordRead(generation, try await ports.readRecord())
        } catch {
            return failed(generation, .recordError(error, at: location))
        }
    }

    private func load(
        _ cacheState: FeedCacheState?, _ generation: Generation
    ) async -> ServiceMachine.Event {
        do {
            let response = try await ports.load(cacheState)
            return .loaded(generation, response, shownAt: clock.shownNow())
        } catch {
            return failed(generation, .loadError(error, at: location))
        }
    }

    /// Stores a response; the machine never cancels a request at this point.
    private func commit(
        _ outcome: FetchOutcome, _ generation: Generation
    ) async -> ServiceMachine.Event {
        do {
            return .committed(generation, try await ports.commit(outcome))
        } catch {
            return failed(generation, .commitError(error, at: location))
        }
    }

    /// Stores an error state; a store error here is ignored, so that polling continues.
    private func storeFailure(
        _ backOff: BackOff, _ requestID: RequestID, _ generation: Generation
    ) async -> ServiceMachine.Event {
        try? await ports.storeFailure(backOff, requestID)
        return .failureStored(generation)
    }

    private func failed(
        _ generation: Generation, _ failure: FeedFailure
    ) -> ServiceMachine.Event {
        .failed(generation, failure, jitter: clock.jitter())
    }
}

extension FeedFailure {
    /// Returns the failure for an error of a load.
    ///
    /// An unknown error is reported by its type only: its text may hold an address with secrets.
    fileprivate static func loadError(_ error: any Error, at location: String) -> FeedFailure {
        if let failure = error as? FeedFailure { return failure }
        return FeedFailure(.connection("\(type(of: error))"), at: location)
    }

    /// Returns the failure for an error of the lock or of reading the record.
    fileprivate static func recordError(_ error: any Error, at location: String) -> FeedFailure {
        (error as? FeedFailure) ?? FeedFailure(.storeUnusable("\(error)"), at: location)
    }

    /// Returns the failure for an error of storing a response.
    fileprivate static func commitError(_ error: any Error, at location: String) -> FeedFailure {
        (error as? FeedFailure) ?? FeedFailure(.notStored("\(error)"), at: location)
    }
}
