import FleetPostgres
import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite(.ownThreads) struct PostgresTeamDatabaseTests {
    @Test("a failed transaction changes nothing")
    func rollback() async throws {
        let database = try PostgresTeam()
        await #expect(throws: CancellationError.self) {
            try await database.write(as: .server) { transaction in
                try transaction.execute("UPDATE team_access SET revision = 7", [])
                throw CancellationError()
            }
        }
        #expect(try await TestTeam(database).team.accessRevision() == 0)
    }

    @Test("a cancelled task finishes its write")
    func cancelled() async throws {
        let database = try PostgresTeam()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await database.write(as: .server) {
                try $0.execute("UPDATE team_access SET revision = 7", [])
            }
        }
        #expect(try await task.value == 1)
        #expect(try await TestTeam(database).team.accessRevision() == 7)
    }

    @Test("notes that one person writes at the same time have different numbers")
    func concurrent() async throws {
        let anna = try await TestTeam(try PostgresTeam()).user("anna").access
        let numbers = try await withThrowingTaskGroup(of: Int64.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await anna.notes.add(NoteContent(text: "\(number)")).note.number
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(numbers.sorted() == Array(1...20))
    }

    @Test("two administrators who remove each other do not leave none")
    func lastAdministrator() async throws {
        let test = try TestTeam(try PostgresTeam())
        let (anna, bob) = (
            try await test.user("anna", .administrator).access,
            try await test.user("bob", .administrator).access
        )
        async let first: Void = anna.administration().remove(bob.owner)
        async let second: Void = bob.administration().remove(anna.owner)
        _ = try? await first
        _ = try? await second
        let users = try await test.team.onMachine().users()
        #expect(users.count == 1)
    }
}
