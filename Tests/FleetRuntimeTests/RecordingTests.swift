import FleetCore
import FleetRuntimeTestSupport
import FleetSQL
import FleetService
import Foundation
import POSIX
import Testing

@testable import FleetRuntime

@Suite("The changes of a home's sources")
struct RecordingTests {
    private let home: TestHome

    init() throws { home = try TestHome() }

    /// Stores vehicles as another process would, and returns the cursor of their changes.
    private func commit(_ ids: [String]) async throws -> ChangeCursor? {
        home.advance(by: .seconds(1))
        let context = try home.context()
        let session = try home.open("a")
        let snapshot = Snapshot(
            vehicles: ids.map(Vehicle.init(id:)), feed: FeedDescription(format: "test"),
            parseReport: ParseReport())
        let response = FeedResponse.loaded(
            snapshot, FeedCacheState(location: "a", main: .init(address: "a")),
            FeedSchedule(minInterval: .seconds(5), freshFor: .zero))
        let store = try session.workingStore()
        _ = try await session.commit(
            FetchOutcome(
                response, of: RequestID(beganAt: context.now(), process: context.process),
                shownAt: context.now(), receivedAt: context.now(),
                session.servicePolicy(WatchPolicy())),
            in: store)
        return try await store.changes.cursors(of: [session.key.uuid])[session.key.uuid]
    }

    @Test("are recorded by every process while a server uses the home, and only then")
    func served() async throws {
        let path = try home.write(["A1"], to: "a.json")
        try await home.add("a", Source(location: .file(path), uuid: UUID(sourceName: "a")))
        #expect(try await commit(["A1"]) == nil)
        let context = try home.context()
        let (first, second) = (
            try await ServerLock.take(in: context), try await ServerLock.take(in: context)
        )
        let cursor = try #require(try await commit(["A1", "A2"]))
        first?.release()
        let next = try #require(try await commit(["A2"]))
        #expect(next.stream == cursor.stream && next.sequence == cursor.sequence + 1)
        second?.release()
        #expect(try await commit(["A1"]) == nil)
    }
}
