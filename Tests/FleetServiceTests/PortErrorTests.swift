import FleetCore
import Testing

@testable import FleetService

@Suite("Errors of the ports", .timeLimit(.minutes(15)))
struct PortErrorTests {
    let fixture = ServiceFixture()

    private func failure(of service: VehicleService) async -> FeedFailure? {
        guard case .failed(let failure, _, _, _) = await service.reaches("failed")?.state else {
            return nil
        }
        return failure
    }

    @Test("an unknown error of the feed is reported by its type, since its text may hold secrets")
    func unknownError() async throws {
        let service = fixture.service()
        await service.start()
        let secret = ServiceFixture.InjectedError(description: "https://me:secret@feed.test")
        try await fixture.request().response.open(.failure(secret))
        let failure = await failure(of: service)
        #expect(failure?.reason == .network(.connection("InjectedError")))
        #expect(failure?.location == "https://feed.test/gbfs.json")
        await service.stop()
    }

    @Test("a cancellation from elsewhere is a failure like any other")
    func foreignCancellation() async throws {
        let service = fixture.service()
        await service.start()
        try await fixture.request().response.open(.failure(CancellationError()))
        #expect(await failure(of: service)?.reason == .network(.connection("CancellationError")))
        await service.stop()
    }

    @Test("a shortage of this machine is published and not stored, so other processes ask on")
    func shortage() async throws {
        let service = fixture.service()
        await service.start()
        let shortage = FeedFailure(
            .machine(.shortage(.openFiles)), at: "https://feed.test/gbfs.json")
        try await fixture.request().response.open(.failure(shortage))
        #expect(await service.reaches("failed")?.state.summary == "failed 1 +5.0")
        #expect(await fixture.record.backOff == nil)
        await service.stop()
    }

    @Test("a database that is away is named, and not stored as a failure of the service")
    func databaseAway() async throws {
        let service = fixture.service()
        await service.start()
        let away = FeedFailure(
            .store(.databaseUnavailable("connection refused")), at: "postgres://db/f")
        try await fixture.request().response.open(.failure(away))
        let failure = await failure(of: service)
        #expect(failure?.cause == "cannot reach postgres://db/f: connection refused")
        #expect(failure?.hint == "check that the database runs, and try again")
        #expect(failure?.kind == .connection)
        #expect(await fixture.record.backOff == nil)
        await service.stop()
    }

    @Test("a store error fails the load, and the service retries")
    func storeError() async throws {
        await fixture.set { $0.commitError = .init(description: "disk is full") }
        let service = fixture.service()
        await service.start()
        try await fixture.request().response.open(.success(.snapshot()))
        #expect(await failure(of: service)?.reason == .store(.notStored("disk is full")))
        await fixture.set { $0.commitError = nil }
        _ = try await fixture.sleep()
        fixture.clock.advance(by: .five)
        try await fixture.request().response.open(.success(.snapshot()))
        #expect(await service.reaches("live") != nil)
        await service.stop()
    }

    @Test("an error state that cannot be stored is still published and counted")
    func failError() async throws {
        await fixture.set { $0.storeFailureError = .init(description: "read-only") }
        let service = fixture.service()
        await service.start()
        try await fixture.request().response.open(.failure(connectionRefused))
        #expect(await service.reaches("failed")?.state.summary == "failed 1 +5.0")
        _ = try await fixture.sleep()
        fixture.clock.advance(by: .five)
        try await fixture.request().response.open(.failure(connectionRefused))
        #expect(await service.reaches("failed")?.state.summary == "failed 2 +15.0")
        await service.stop()
    }

    @Test("an error of the record or the lock fails the load without a request")
    func recordAndLock() async throws {
        await fixture.set { $0.recordError = .init(description: "corrupt") }
        let reader = fixture.service()
        await reader.start()
        #expect(await failure(of: reader)?.reason == .store(.storeUnusable("corrupt")))
        await reader.stop()
        await fixture.set { $0.recordError = nil }
        await fixture.set { $0.lockError = ServiceFixture.InjectedError(description: "35 s") }
        let waiter = fixture.service()
        await waiter.start()
        #expect(await failure(of: waiter)?.reason == .store(.storeUnusable("35 s")))
        await waiter.stop()
        #expect(await fixture.requestCount == 0)
    }

    @Test("a clock that jumps causes neither a busy loop nor an endless wait")
    func clockJumps() async throws {
        let service = fixture.service()
        await service.start()
        try await fixture.request().response.open(.success(.snapshot()))
        _ = try await fixture.sleep()
        fixture.clock.advance(by: .seconds(1_000_000))
        try await fixture.request().response.open(.success(.snapshot()))
        #expect(try await fixture.sleep() == origin + .seconds(1_000_060))
        await service.stop()

        let back = fixture.service()
        fixture.clock.advance(by: .seconds(-2_000_000))
        await back.start()
        try await fixture.request().response.open(.success(.snapshot()))
        #expect(try await fixture.sleep() == origin - .seconds(999_940))
        await back.stop()
    }

    @Test("if the clock is set back during a commit, the service waits an hour at most")
    func clockSetBack() async throws {
        await fixture.holdCommits()
        let service = fixture.service()
        await service.start()
        try await fixture.request().response.open(.success(.snapshot()))
        let commit = try await fixture.commit()
        fixture.clock.advance(by: .seconds(-86_400))
        commit.open(.success(()))
        #expect(try await fixture.sleep() == origin - .seconds(86_400 - 3600))
        await service.stop()
    }
}
