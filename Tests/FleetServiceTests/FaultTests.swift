import FleetCore
import Testing

@testable import FleetService

@Suite("Faults of the ports", .timeLimit(.minutes(1)))
struct FaultTests {
    let stage = Stage()

    private func failure(of service: VehicleService) async -> FeedFailure? {
        guard case .failed(let failure, _, _, _) = await service.reaches("failed")?.state else {
            return nil
        }
        return failure
    }

    @Test("an unknown error of the feed is told by its type, never by a text that may hold secrets")
    func unknownError() async throws {
        let service = stage.service()
        await service.start()
        let secret = Stage.Broken(description: "https://me:secret@feed.test")
        try await stage.request().answer.open(.failure(secret))
        let failure = await failure(of: service)
        #expect(failure?.reason == .connection("Broken"))
        #expect(failure?.place == "https://feed.test/gbfs.json")
        await service.stop()
    }

    @Test("a request that is cancelled by somebody else is a failure like others")
    func foreignCancellation() async throws {
        let service = stage.service()
        await service.start()
        try await stage.request().answer.open(.failure(CancellationError()))
        #expect(await failure(of: service)?.reason == .connection("CancellationError"))
        await service.stop()
    }

    @Test("a store that cannot be written fails the load, and the service tries again")
    func storeError() async throws {
        await stage.set { $0.commitError = .init(description: "disk is full") }
        let service = stage.service()
        await service.start()
        try await stage.request().answer.open(.success(.snapshot()))
        #expect(await failure(of: service)?.reason == .notStored("disk is full"))
        await stage.set { $0.commitError = nil }
        _ = try await stage.sleep()
        stage.clock.advance(by: .five)
        try await stage.request().answer.open(.success(.snapshot()))
        #expect(await service.reaches("live") != nil)
        await service.stop()
    }

    @Test("an error state that cannot be stored is told all the same, and counted on")
    func failError() async throws {
        await stage.set { $0.failError = .init(description: "read-only") }
        let service = stage.service()
        await service.start()
        try await stage.request().answer.open(.failure(refused))
        #expect(await service.reaches("failed")?.state.words == "failed 1 +5.0")
        _ = try await stage.sleep()
        stage.clock.advance(by: .five)
        try await stage.request().answer.open(.failure(refused))
        #expect(await service.reaches("failed")?.state.words == "failed 2 +15.0")
        await service.stop()
    }

    @Test("a record or a lock that cannot be had fails the load without a request")
    func recordAndLock() async throws {
        await stage.set { $0.recordError = .init(description: "corrupt") }
        let reader = stage.service()
        await reader.start()
        #expect(await failure(of: reader)?.reason == .storeUnusable("corrupt"))
        await reader.stop()
        await stage.set { $0.recordError = nil }
        await stage.set { $0.lockError = Stage.Broken(description: "35 s") }
        let waiter = stage.service()
        await waiter.start()
        #expect(await failure(of: waiter)?.reason == .storeUnusable("35 s"))
        await waiter.stop()
        #expect(await stage.requestCount == 0)
    }

    @Test("a clock that jumps makes neither a busy loop nor an endless wait")
    func clockJumps() async throws {
        let service = stage.service()
        await service.start()
        try await stage.request().answer.open(.success(.snapshot()))
        _ = try await stage.sleep()
        stage.clock.advance(by: .seconds(1_000_000))
        try await stage.request().answer.open(.success(.snapshot()))
        #expect(try await stage.sleep() == origin + .seconds(1_000_060))
        await service.stop()

        let back = stage.service()
        stage.clock.advance(by: .seconds(-2_000_000))
        await back.start()
        try await stage.request().answer.open(.success(.snapshot()))
        #expect(try await stage.sleep() == origin - .seconds(999_940))
        await back.stop()
    }
    @Test("a clock set back while an answer is stored makes the service wait for an hour at most")
    func clockSetBack() async throws {
        await stage.holdCommits()
        let service = stage.service()
        await service.start()
        try await stage.request().answer.open(.success(.snapshot()))
        let commit = try await stage.commit()
        stage.clock.advance(by: .seconds(-86_400))
        commit.open(.success(()))
        #expect(try await stage.sleep() == origin - .seconds(86_400 - 3600))
        await service.stop()
    }
}
