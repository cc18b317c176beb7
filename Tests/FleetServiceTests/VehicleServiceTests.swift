import FleetCore
import Testing

@testable import FleetService

@Suite("The service", .timeLimit(.minutes(1)))
struct VehicleServiceTests {
    let stage = Stage()

    @Test("it loads, tells of what is stored, and polls when it is due, with what it remembers")
    func polls() async throws {
        let service = stage.service()
        await service.start()
        let first = try await stage.request()
        #expect(first.memory == nil)
        first.answer.open(.success(.snapshot()))
        #expect(await service.reaches("live")?.state.words == "live r1 +60.0")
        #expect(try await stage.sleep() == origin + .seconds(60))
        stage.clock.advance(by: .seconds(60))
        let second = try await stage.request()
        #expect(second.memory == memory)
        second.answer.open(.success(.unchanged))
        #expect(await service.reaches("live r1 +120")?.seq == 4)
        let delivery = try #require(await stage.deliveries.first)
        #expect(delivery.fetchedAt == origin - .seconds(3600))
        #expect(delivery.dueAt == origin + .seconds(60))
        #expect(delivery.request == RequestStamp(beganAt: origin, process: "me"))
        await service.stop()
    }

    @Test("a refresh waits until the running request has really ended before it asks anew")
    func disposesFirst() async throws {
        await stage.ignoreCancellation()
        let service = stage.service()
        await service.start()
        let first = try await stage.request()
        let callers = [Task { try await service.refresh() }, Task { try await service.refresh() }]
        await service.waits { $0.callers == 2 }
        #expect(await stage.requestCount == 1)
        first.answer.open(.success(.snapshot()))
        let second = try await stage.request()
        #expect(await stage.deliveries.isEmpty, "nothing of a disposed request is stored")
        second.answer.open(.success(.snapshot()))
        for caller in callers { #expect(try await caller.value.revision == 1) }
        #expect(await stage.mostInFlight == 1)
        #expect(await stage.deliveries.count == 1)
        await service.stop()
    }

    @Test("50 refreshes at once share one new request and all succeed")
    func fifty() async throws {
        let service = stage.service()
        await service.start()
        _ = try await stage.request()
        let callers = (0..<50).map { _ in Task { try await service.refresh() } }
        await service.waits { $0.callers == 50 }
        try await stage.request().answer.open(.success(.snapshot()))
        for caller in callers { #expect(try await caller.value.revision == 1) }
        #expect(await stage.requestCount == 2)
        #expect(await stage.mostInFlight == 1)
        #expect(await stage.aborted == 1)
        #expect(await service.reaches("live") != nil)
        await service.stop()
    }

    @Test("a refresh while an answer is stored gets a request of its own, after it was told")
    func refreshWhileCommitting() async throws {
        await stage.holdCommits()
        let service = stage.service()
        await service.start()
        try await stage.request().answer.open(.success(.snapshot()))
        let commit = try await stage.commit()
        async let outcome = service.refresh()
        await service.waits { $0.callers == 1 }
        commit.open(.success(()))
        try await stage.request().answer.open(.success(.snapshot()))
        try await stage.commit().open(.success(()))
        #expect(try await outcome.revision == 2)
        #expect(await stage.mostInFlight == 1)
        await service.stop()
    }

    @Test("an error is stored before it is told, lasts for the back-off, and is then tried again")
    func backOff() async throws {
        let service = stage.service()
        await service.start()
        try await stage.request().answer.open(.failure(refused))
        #expect(await service.reaches("failed")?.state.words == "failed 1 +5.0")
        #expect(await stage.record.backOff?.attempt == 1)
        #expect(try await stage.sleep() == origin + .five)
        stage.clock.advance(by: .five)
        try await stage.request().answer.open(.failure(refused))
        #expect(await service.reaches("failed")?.state.words == "failed 2 +15.0")
        async let outcome = service.refresh()
        try await stage.request().answer.open(.success(.snapshot()))
        #expect(try await outcome.revision == 1)
        #expect(await stage.record.backOff == nil)
        await service.stop()
    }

    @Test("a refresh before the end of a Retry-After asks nothing and is told the time")
    func retryAfter() async throws {
        let service = stage.service()
        let busy = FeedFailure(.status(429), at: "feed", retryAfterSeconds: 90)
        let first = Task { try await service.refresh() }
        try await stage.request().answer.open(.failure(busy))
        await #expect(throws: RefreshError.failed(busy, retryAt: origin + .seconds(90))) {
            try await first.value
        }
        await #expect(throws: RefreshError.leftAlone(busy, until: origin + .seconds(90))) {
            try await service.refresh()
        }
        let other = stage.service()
        await #expect(throws: RefreshError.leftAlone(busy, until: origin + .seconds(90))) {
            try await other.refresh()
        }
        #expect(await stage.requestCount == 1)
        await service.stop()
        await other.stop()
    }

    @Test("with --no-retry the error lasts 5 s, then the service is stopped until a refresh")
    func noRetry() async throws {
        let service = stage.service(.http(retries: false))
        await service.start()
        try await stage.request().answer.open(.failure(refused))
        #expect(await service.reaches("failed")?.state.words == "failed 1 never")
        #expect(try await stage.sleep() == origin + .five)
        stage.clock.advance(by: .five)
        #expect(await service.reaches("stopped by error") != nil)
        async let outcome = service.refresh()
        try await stage.request().answer.open(.success(.snapshot()))
        #expect(try await outcome.revision == 1)
        await service.stop()
    }

    @Test("an outcome that another process brought while this one waited for the lock is adopted")
    func adopts() async throws {
        let gate = Gate<Void>()
        await stage.holdLock(gate)
        let service = stage.service()
        async let outcome = service.refresh()
        await service.waits { $0.callers == 1 }
        await stage.set { $0.record = .success(began: origin, due: origin + .seconds(30)) }
        gate.open(.success(()))
        #expect(try await outcome.revision == 7)
        #expect(await stage.requestCount == 0)
        await service.stop()
    }

    @Test("a file without a ttl is looked at every 5 s, or at the interval that was asked for")
    func file() async throws {
        for interval in [nil, Duration.seconds(2)] {
            let stage = Stage()
            let service = stage.service(.file(interval: interval))
            await service.start()
            try await stage.request().answer.open(.success(.file))
            #expect(try await stage.sleep() == origin + (interval ?? .five))
            #expect(await stage.record.dueAt == origin)
            await service.stop()
        }
    }
}
