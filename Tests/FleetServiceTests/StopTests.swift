import FleetCore
import Testing

@testable import FleetService

@Suite("Stopping", .timeLimit(.minutes(1)))
struct StopTests {
    let stage = Stage()

    /// Nothing is left, nobody is told more, and a refresh is refused.
    private func expectEnd(
        of service: VehicleService, _ words: String = "stopped"
    ) async throws {
        #expect(await stage.inFlight == 0)
        #expect(await stage.lockHolders == 0)
        #expect(stage.clock.sleeping == 0)
        var last: [String] = []
        for await update in await service.states() { last.append(update.state.words) }
        #expect(last == [words])
        await #expect(throws: RefreshError.stopped) { try await service.refresh() }
        await service.start()
        await service.stop()
    }

    @Test("an idle service stops at once")
    func idle() async throws {
        let service = stage.service()
        await service.stop()
        try await expectEnd(of: service)
    }

    @Test("a load is aborted, its callers are told, and observers see the end")
    func loading() async throws {
        let service = stage.service()
        let states = await service.states()
        let caller = Task { try await service.refresh() }
        _ = try await stage.request()
        await service.stop()
        await #expect(throws: RefreshError.stopped) { try await caller.value }
        #expect(await stage.aborted == 1)
        var last: StateUpdate?
        for await update in states { last = update }
        #expect(last?.state.words == "stopped")
        try await expectEnd(of: service)
    }

    @Test("a wait for the lock is given up")
    func locked() async throws {
        await stage.holdLock(Gate())
        let service = stage.service()
        await service.start()
        await service.stop()
        #expect(await stage.requestCount == 0)
        try await expectEnd(of: service)
    }

    @Test("an answer on its way into the store is stored and told of first")
    func committing() async throws {
        await stage.holdCommits()
        let service = stage.service()
        async let outcome = service.refresh()
        try await stage.request().answer.open(.success(.snapshot()))
        let commit = try await stage.commit()
        async let stopped: Void = service.stop()
        await service.waits { $0.isStopping }
        commit.open(.success(()))
        await stopped
        #expect(try await outcome.revision == 1)
        #expect(await stage.deliveries.count == 1)
        try await expectEnd(of: service)
    }

    @Test("the timers of a live and of a failed service are ended")
    func timers() async throws {
        for outcome in [Result<FeedAnswer, any Error>.success(.snapshot()), .failure(refused)] {
            await stage.set { $0.record = SourceRecord() }
            let service = stage.service()
            await service.start()
            try await stage.request().answer.open(outcome)
            _ = try await stage.sleep()
            await service.stop()
            let isFailed = if case .failure = outcome { true } else { false }
            try await expectEnd(of: service, isFailed ? "stopped by error" : "stopped")
        }
    }

    @Test("a poll is aborted")
    func polling() async throws {
        let service = stage.service()
        await service.start()
        try await stage.request().answer.open(.success(.snapshot()))
        _ = try await stage.sleep()
        stage.clock.advance(by: .seconds(60))
        _ = try await stage.request()
        await service.stop()
        #expect(await stage.aborted == 1)
        try await expectEnd(of: service)
    }

    @Test("it wins over a disposal for a refresh, and waits for it")
    func renewing() async throws {
        await stage.ignoreCancellation()
        let service = stage.service()
        await service.start()
        let first = try await stage.request()
        let caller = Task { try await service.refresh() }
        await service.waits { $0.callers == 1 }
        async let stopped: Void = service.stop()
        await service.waits { $0.isStopping }
        first.answer.open(.success(.snapshot()))
        await stopped
        await #expect(throws: RefreshError.stopped) { try await caller.value }
        #expect(await stage.requestCount == 1)
        #expect(await stage.deliveries.isEmpty)
        try await expectEnd(of: service)
    }

    @Test("a service that stopped by an error is stopped for good")
    func resting() async throws {
        let service = stage.service(.http(retries: false))
        await service.start()
        try await stage.request().answer.open(.failure(refused))
        _ = try await stage.sleep()
        stage.clock.advance(by: .five)
        _ = await service.reaches("stopped by error")
        await service.stop()
        try await expectEnd(of: service, "stopped by error")
    }

    @Test("a cancelled caller gives up his wait, and the others get their outcome")
    func cancelledCaller() async throws {
        let service = stage.service()
        async let outcome = service.refresh()
        let request = try await stage.request()
        let impatient = Task { try await service.refresh() }
        await service.waits { $0.callers == 2 }
        impatient.cancel()
        await #expect(throws: RefreshError.cancelled) { try await impatient.value }
        request.answer.open(.success(.snapshot()))
        #expect(try await outcome.revision == 1)
        #expect(await stage.aborted == 0)
        await service.stop()
    }

    @Test("a slow observer misses states and holds up nobody; the numbers tell how many")
    func slowObserver() async throws {
        let service = stage.service()
        let states = await service.states()
        for revision in 1...3 as ClosedRange<Int64> {
            async let outcome = service.refresh()
            try await stage.request().answer.open(.success(.snapshot()))
            #expect(try await outcome.revision == revision)
        }
        var iterator = states.makeAsyncIterator()
        let seen = await iterator.next()
        #expect(seen?.state.words == "live r3 +60.0")
        #expect(seen?.seq == 7)
        await service.stop()
    }
}
