import FleetCore
import FleetPostgres
import FleetTeam
import FleetTestSupport
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Two servers of one PostgreSQL", .ownThreads) struct ReplicaLimitTests {
    private let database: PostgresTestDatabase
    private let storages: [ServedStorage]

    init() throws {
        let database = try PostgresServer.shared().makeDatabase()
        self.database = database
        storages = try (0..<2).map { _ in try ServedStorage(database: database.address) }
    }

    @Test("count the refreshes of a user and the failures to sign in together")
    func limits() async throws {
        defer { for storage in storages { storage.close() } }
        let first = try await ServedTeam(storage: storages[0])
        let second = try await ServedTeam(isSetUp: false, storage: storages[1], isRead: false)
        let here = try await first.visitor("ana")
        let there = Visitor(server: second, cookie: here.cookie)
        let path = "/api/v1/sources/demo/refresh"
        for number in 0..<Access.refreshesPerMinute {
            let answer = try await (number % 2 == 0 ? here : there).send(.post, path, json: "{}")
            #expect(answer.status != 429)
        }
        for visitor in [here, there] {
            let refused = try await visitor.send(.post, path, json: "{}")
            #expect(refused.status == 429 && refused.fields[.retryAfter] == "60")
        }
        let wrong = #"{"name": "ana", "password": "not the password"}"#
        for number in 0..<5 {
            let stranger = number % 2 == 0 ? first.stranger : second.stranger
            #expect(
                try await stranger.send(.post, "/api/v1/session", json: wrong).status == 401)
        }
        for stranger in [first.stranger, second.stranger] {
            let refused = try await stranger.send(.post, "/api/v1/session", json: wrong)
            #expect(refused.status == 429 && refused.fields[.retryAfter] == "15")
        }
    }
}
