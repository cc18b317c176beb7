import FleetCore
import Testing

@testable import FleetService

@Suite("The service", .timeLimit(.minutes(15)))
struct VehicleServiceTests {
    let fixture = ServiceFixture()

    @Test("the service loads, publishes what it stored, and polls when due with the cache state")
    func polls() async throws {
        let service = fixture.service()
        await service.start()
        let first = try await fixture.request()
        #expect(first.cacheState == nil)
        first.response.open(.success(.snapshot()))
        #expect(await service.reaches("live")?.state.summary == "live r1 +60.0")
        #expect(try await fixture.sleep() == origin + .seconds(60))
        fixture.clock.advance(by: .seconds(60))
        let second = try await fixture.request()
        #expect(second.cacheState == cacheState)
        second.response.open(.success(.unchanged))
        #expect(await service.reaches("live r1 +120")?.seq == 4)
        let outcome = try #require(await fixture.storedOutcomes.first)
        #expect(outcome.fetchedAt == origin - .seconds(3600))
        #expect(outcome.dueAt == origin + .seconds(60))
        #expect(outcome.request == RequestID(beganAt: origin, process: "me"))
        await service.stop()
    }

    @Test("a refresh waits for the running request to end before it makes a new one")
    func disposesFirst() async throws {
        await fixture.ignoreCancellation()
        let service = fixture.service()
        await service.start()
        let first = try await fixture.request()
        let callers = [Task { try await service.refresh() }, Task { try await service.refresh() }]
        await service.waitUntil { $0.callers == 2 }
        #expect(await fixture.requestCount == 1)
        first.response.open(.success(.snapshot()))
        let second = try await fixture.request()
        #expect(
            await fixture.storedOutcomes.isEmpty,
            "the response of a disposed request is not stored")
        second.response.open(.success(.snapshot()))
        for caller in callers { #expect(try await caller.value.revision == 1) }
        #expect(await fixture.maxInFlight == 1)
        #expect(await fixture.storedOutcomes.count == 1)
        await service.stop()
    }

    @Test("50 concurrent refreshes share one new request and all succeed")
    func fifty() async throws {
        let service = fixture.service()
        await service.start()
        _ = try await fixture.request()
        let callers = (0..<50).map { _ in Task { try await service.refresh() } }
        await service.waitUntil { $0.callers == 50 }
        try await fixture.request().response.open(.success(.snapshot()))
        for caller in callers { #expect(try await caller.value.revision == 1) }
        #expect(await fixture.requestCount == 2)
        #expect(await fixture.maxInFlight == 1)
        #expect(await fixture.aborted == 1)
        #expect(await service.reaches("live") != nil)
        await service.stop()
    }

    @Test("a refresh during a commit gets its own request once the commit is published")
    func refreshWhileCommitting() async throws {
        await fixture.holdCommits()
        let service = fixture.service()
        await service.start()
        try await fixture.request().response.open(.success(.snapshot()))
        let commit = try await fixture.commit()
        async let outcome = service.refresh()
        await service.waitUntil { $0.callers == 1 }
        commit.open(.success(()))
        try await fixture.request().response.open(.success(.snapshot()))
        try await fixture.commit().open(.success(()))
        #expect(try await outcome.revision == 2)
        #expect(await fixture.maxInFlight == 1)
        await service.stop()
    }

    @Test("an error is stored before it is published, and retried after the back-off")
    func backOff() async throws {
        let service = fixture.service()
        await service.start()
        try await fixture.request().response.open(.failure(connectionRefused))
        #expect(await service.reaches("failed")?.state.summary == "failed 1 +5.0")
        #expect(await fixture.record.backOff?.attempt == 1)
        #expect(try await fixture.sleep() == origin + .five)
        fixture.clock.advance(by: .five)
        try await fixture.request().response.open(.failure(connectionRefused))
        #expect(await service.reaches("failed")?.state.summary == "failed 2 +15.0")
        async let outcome = service.refresh()
        try await fixture.request().response.open(.success(.snapshot()))
        #expect(try await outcome.revision == 1)
        #expect(await fixture.record.backOff == nil)
        await service.stop()
    }

    @Test("a refresh before the end of a Retry-After makes no request and gets that time")
    func retryAfter() async throws {
        let service = fixture.service()
        let busy = FeedFailure(.service(.status(429)), at: "feed", retryAfterSeconds: 90)
        let first = Task { try await service.refresh() }
        try await fixture.request().response.open(.failure(busy))
        await #expect(throws: RefreshError.failed(busy, retryAt: origin + .seconds(90))) {
            try await first.value
        }
        await #expect(throws: RefreshError.backingOff(busy, until: origin + .seconds(90))) {
            try await service.refresh()
        }
        let other = fixture.service()
        await #expect(throws: RefreshError.backingOff(busy, until: origin + .seconds(90))) {
            try await other.refresh()
        }
        #expect(await fixture.requestCount == 1)
        await service.stop()
        await other.stop()
    }

    @Test("with --no-retry the error is shown for 5 s, then the service stops until a refresh")
    func noRetry() async throws {
        let service = fixture.service(.http(retries: false))
        await service.start()
        try await fixture.request().response.open(.failure(connectionRefused))
        #expect(await service.reaches("failed")?.state.summary == "failed 1 never")
        #expect(try await fixture.sleep() == origin + .five)
        fixture.clock.advance(by: .five)
        #expect(await service.reaches("stopped by error") != nil)
        async let outcome = service.refresh()
        try await fixture.request().response.open(.success(.snapshot()))
        #expect(try await outcome.revision == 1)
        await service.stop()
    }

    @Test("an outcome that another process stored while this one waited for the lock is adopted")
    func adopts() async throws {
        let gate = Gate<Void>()
        await fixture.holdLock(gate)
        let service = fixture.service()
        async let outcome = service.refresh()
        await service.waitUntil {
            if case .loading(let load) = $0 { load.adoption == .after(nil) } else { false }
        }
        await fixture.set { $0.record = .success(began: origin, due: origin + .seconds(30)) }
        gate.open(.success(()))
        #expect(try await outcome.revision == 7)
        #expect(await fixture.requestCount == 0)
        await service.stop()
    }

    @Test("a file without a ttl is read every 5 s, or at the requested interval")
    func file() async throws {
        for interval in [nil, Duration.seconds(2)] {
            let fixture = ServiceFixture()
            let service = fixture.service(.file(interval: interval))
            await service.start()
            try await fixture.request().response.open(.success(.file))
            #expect(try await fixture.sleep() == origin + (interval ?? .five))
            #expect(await fixture.record.dueAt == origin)
            await service.stop()
        }
    }
}
