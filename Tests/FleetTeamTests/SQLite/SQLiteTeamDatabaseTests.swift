import FleetSQL
import FleetSQLite
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite(.ownThreads) struct SQLiteTeamDatabaseTests {
    @Test("only the owner may read the files")
    func modes() async throws {
        let database = try TemporaryTeamDatabase()
        _ = try await TestTeam(database).user("anna")
        for suffix in ["", "-wal", "-shm"] {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: database.path + suffix)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
    }

    @Test("users and sessions survive a restart")
    func restart() async throws {
        let database = try TemporaryTeamDatabase()
        let test = try TestTeam(database)
        let signedIn = try await test.user("anna")
        let again = try TestTeam(SQLiteTeamDatabase(path: database.path), clock: test.clock)
        #expect(try await again.access(signedIn.secret).name == "anna")
    }

    @Test("another schema is refused, and stays as it is")
    func otherSchema() async throws {
        let database = try TemporaryTeamDatabase()
        _ = try await database.write(as: .server) {
            try $0.execute("PRAGMA user_version = 99", [])
        }
        #expect(throws: StoreError.otherSchema(path: database.path)) {
            try SQLiteTeamDatabase(path: database.path)
        }
    }

    @Test("the store of the vehicles is not taken for a team's database")
    func foreign() throws {
        let database = try TemporaryTeamDatabase()
        let path = database.path + ".fleet"
        _ = try HomeStore(path: path)
        #expect(throws: StoreError.foreign(path: path)) { try SQLiteTeamDatabase(path: path) }
        #expect(throws: StoreError.foreign(path: database.path)) {
            try HomeStore(path: database.path)
        }
    }

    @Test("processes that open a new file at once find the same tables")
    func concurrent() async throws {
        let database = try TemporaryTeamDatabase()
        let path = database.path + ".new"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let database = try SQLiteTeamDatabase(
                        path: path, lockLimit: .seconds(Deadline.seconds))
                    let test = try TestTeam(database)
                    _ = try await test.user("user\(number)")
                }
            }
            try await group.waitForAll()
        }
        let users = try await TestTeam(SQLiteTeamDatabase(path: path)).team.onMachine().users()
        #expect(users.count == 4)
    }

    @Test("a write that waits too long for its turn, or for another process, is not made later")
    func waits() async throws {
        let made = try TemporaryTeamDatabase()
        let database = try SQLiteTeamDatabase(path: made.path, lockLimit: .milliseconds(100))
        // The writer of the same process, then that of another one.
        for holder: any TeamDatabase in [database, made] {
            let (isLocked, mayEnd) = (Observed(false), DispatchSemaphore(value: 0))
            async let lock: Void = {
                // A busy machine may not give it the turn in time.
                while !isLocked.value {
                    try? await holder.write(as: .server) { _ in
                        isLocked.change { $0 = true }
                        mayEnd.wait()
                    }
                }
            }()
            await isLocked.waitUntil(\.self)
            let hasRun = Observed(false)
            await #expect(throws: StoreError.locked(path: made.path)) {
                try await database.write(as: .server) { _ in hasRun.change { $0 = true } }
            }
            mayEnd.signal()
            await lock
            // Writes are made one after the other.
            _ = try await made.write(as: .server) { try $0.integer("SELECT 1", []) }
            #expect(!hasRun.value)
        }
    }

    @Test("a failed transaction changes nothing")
    func rollback() async throws {
        let database = try TemporaryTeamDatabase()
        await #expect(throws: CancellationError.self) {
            try await database.write(as: .server) { transaction in
                try transaction.execute("UPDATE team_access SET revision = 7", [])
                throw CancellationError()
            }
        }
        #expect(try await TestTeam(database).team.accessRevision() == 0)
    }

    @Test("every key of personal data begins with its owner, but for a week of sightings")
    func keys() async throws {
        let database = try TemporaryTeamDatabase()
        let keys = try await database.read(as: .server) { transaction in
            try transaction.rows(
                """
                SELECT "table".name, "index".name, column.name
                FROM pragma_table_list AS "table", pragma_index_list("table".name) AS "index",
                    pragma_index_info("index".name) AS column
                WHERE "unique" = 1 AND seqno = 0 AND column.name <> 'owner'
                    AND "table".name IN
                        (SELECT m.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
                         WHERE c.name = 'owner')
                """, []
            ) { $0.text(0) }
        }
        #expect(keys == ["sighting"])
    }
}
