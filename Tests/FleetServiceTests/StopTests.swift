import FleetCore
import Testing

@testable import FleetService

@Suite("Stopping", .timeLimit(.minutes(15)))
struct StopTests {
    let fixture = ServiceFixture()

    /// Checks that no work is left, observers see no more states, and a refresh is rejected.
    private func expectEnd(
        of service: VehicleService, _ state: String = "stopped"
    ) async throws {
        #expect(await fixture.inFlight == 0)
        #expect(await fixture.lockHolders == 0)
        #expect(fixture.clock.sleeping == 0)
        var last: [String] = []
        for await update in await service.states() { last.append(update.state.summary) }
        #expect(last == [state])
        await #expect(throws: RefreshError.stopped) { try await service.refresh() }
        await service.start()
        await service.stop()
    }

    @Test("an idle service stops at once")
    func idle() async throws {
        let service = fixture.service()
        await service.stop()
        try await expectEnd(of: service)
    }

    @Test("a load is aborted, its callers get an error, and observers see the end")
    func loading() async throws {
        let service = fixture.service()
        let states = await service.states()
        let caller = Task { try await service.refresh() }
        _ = try await fixture.request()
        await service.stop()
        await #expect(throws: RefreshError.stopped) { try await caller.value }
        #expect(await fixture.aborted == 1)
        var last: StateUpdate?
        for await update in states { last = update }
        #expect(last?.state.summary == "stopped")
        try await expectEnd(of: service)
    }

    @Test("a wait for the lock is cancelled")
    func locked() async throws {
        await fixture.holdLock(Gate())
        let service = fixture.service()
        await service.start()
        await service.stop()
        #expect(await fixture.requestCount == 0)
        try await expectEnd(of: service)
    }

    @Test("a response that is being stored is stored and published first")
    func committing() async throws {
        await fixture.holdCommits()
        let service = fixture.service()
        async let outcome = service.refresh()
        try await fixture.request().response.open(.success(.snapshot()))
        let commit = try await fixture.commit()
        async let stopped: Void = service.stop()
        await service.waitUntil { $0.isStopping }
        commit.open(.success(()))
        await stopped
        #expect(try await outcome.revision == 1)
        #expect(await fixture.storedOutcomes.count == 1)
        try await expectEnd(of: service)
    }

    @Test("the timers of a live and of a failed service are cancelled")
    func timers() async throws {
        let outcomes: [Result<FeedResponse, any Error>] = [
            .success(.snapshot()), .failure(connectionRefused),
        ]
        for outcome in outcomes {
            await fixture.set { $0.record = SourceRecord() }
            let service = fixture.service()
            await service.start()
            try await fixture.request().response.open(outcome)
            _ = try await fixture.sleep()
            await service.stop()
            let isFailed = if case .failure = outcome { true } else { false }
            try await expectEnd(of: service, isFailed ? "stopped by error" : "stopped")
        }
    }

    @Test("a poll is aborted")
    func polling() async throws {
        let service = fixture.service()
        await service.start()
        try await fixture.request().response.open(.success(.snapshot()))
        _ = try await fixture.sleep()
        fixture.clock.advance(by: .seconds(60))
        _ = try await fixture.request()
        await service.stop()
        #expect(await fixture.aborted == 1)
        try await expectEnd(of: service)
    }

    @Test("a stop overrides a refresh that waits for a disposal, and waits for that disposal")
    func resubscribing() async throws {
        await fixture.ignoreCancellation()
        let service = fixture.service()
        await service.start()
        let first = try await fixture.request()
        let caller = Task { try await service.refresh() }
        await service.waitUntil { $0.callers == 1 }
        async let stopped: Void = service.stop()
        await service.waitUntil { $0.isStopping }
        first.response.open(.success(.snapshot()))
        await stopped
        await #expect(throws: RefreshError.stopped) { try await caller.value }
        #expect(await fixture.requestCount == 1)
        #expect(await fixture.storedOutcomes.isEmpty)
        try await expectEnd(of: service)
    }

    @Test("a service that an error stopped can be stopped permanently")
    func stoppedByError() async throws {
        let service = fixture.service(.http(retries: false))
        await service.start()
        try await fixture.request().response.open(.failure(connectionRefused))
        _ = try await fixture.sleep()
        fixture.clock.advance(by: .five)
        _ = await service.reaches("stopped by error")
        await service.stop()
        try await expectEnd(of: service, "stopped by error")
    }

    @Test("a cancelled caller stops waiting, and the others get their outcome")
    func cancelledCaller() async throws {
        let service = fixture.service()
        async let outcome = service.refresh()
        let request = try await fixture.request()
        let cancelled = Task { try await service.refresh() }
        await service.waitUntil { $0.callers == 2 }
        cancelled.cancel()
        await #expect(throws: RefreshError.cancelled) { try await cancelled.value }
        request.response.open(.success(.snapshot()))
        #expect(try await outcome.revision == 1)
        #expect(await fixture.aborted == 0)
        await service.stop()
    }

    @Test("a slow observer skips states and delays nobody; the sequence number counts all states")
    func slowObserver() async throws {
        let service = fixture.service()
        let states = await service.states()
        for revision in 1...3 as ClosedRange<Int64> {
            async let outcome = service.refresh()
            try await fixture.request().response.open(.success(.snapshot()))
            #expect(try await outcome.revision == revision)
        }
        var iterator = states.makeAsyncIterator()
        let seen = await iterator.next()
        #expect(seen?.state.summary == "live r3 +60.0")
        #expect(seen?.seq == 7)
        await service.stop()
    }
}
