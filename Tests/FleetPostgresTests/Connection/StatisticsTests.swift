import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetPostgres

@Suite("Numbers about the use of a database", .ownThreads)
struct StatisticsTests {
    @Test("connections in use, waits for them and errors are counted")
    func use() async throws {
        let test = try TestDatabase(connections: 1)
        let database = test.database
        #expect(database.statistics.waits == 0)
        let (isRunning, mayEnd) = (Observed(false), DispatchSemaphore(value: 0))
        async let running: Void = database.write { _ in
            isRunning.change { $0 = true }
            mayEnd.wait()
        }
        await isRunning.waitUntil(\.self)
        #expect(database.statistics.connections.map(\.inUse).reduce(0, +) == 1)
        async let waiting: Void = database.write { _ in }
        try await waitUntil("a transaction waits") { database.statistics.waits == 1 }
        mayEnd.signal()
        try await running
        try await waiting
        #expect(database.statistics.connections.map(\.inUse).reduce(0, +) == 0)
        await #expect(throws: StoreError.self) {
            try await database.write { try $0.run("SELECT 1 FROM nowhere") }
        }
        #expect(database.statistics.errors == ["other": 1])
    }
}
