import FleetCore
import FleetSQL
import FleetSettings
import FleetTestSupport
import Foundation
import Testing

@testable import FleetPostgres

@Suite("The key of the servers of a database", .ownThreads)
struct KeyCheckTests {
    private let test: PostgresTestDatabase
    private let database: PostgresDatabase
    private let folder: TemporaryFolder
    private let (first, second): (String, String)
    private var name: String { database.address.shown }

    init() throws {
        test = try TestDatabase.makeDatabase()
        database = try PostgresDatabase(PostgresAddress(test.serversAddress), limits: .extended)
        folder = try TemporaryFolder()
        (first, second) = (folder.path + "/first", folder.path + "/second")
        try Self.writeKey(to: first)
        try Self.writeKey(to: second)
    }

    private static func writeKey(to path: String) throws {
        let random = Data((0..<32).map { _ in UInt8.random(in: 0...255) })
        let isCreated = FileManager.default.createFile(
            atPath: path, contents: random, attributes: [.posixPermissions: 0o600])
        try #require(isCreated)
    }

    /// Creates the catalog of another process.
    private func catalog(_ secretFile: String?) throws -> PostgresSourceCatalog {
        let home = try Home(environment: { $0 == "FLEET_HOME" ? folder.path : nil })
        return PostgresSourceCatalog(
            database: database, local: PreferencesFile(home: home), secretFile: secretFile)
    }

    /// Adds a source with credentials.
    @discardableResult
    private func add(_ name: String, _ secretFile: String) async throws -> Credentials {
        let catalog = try catalog(secretFile)
        try await catalog.update {
            $0.set(
                Source(location: .web("https://example.com/\(name)")), named: name, newUUID: UUID())
        }
        var secret = Credentials()
        secret.headers = [.init(name: "X-Key", value: "geheim-" + name)]
        try await catalog.updateCredentials { [secret] in $0[name] = secret }
        return secret
    }

    private func sealed() throws -> [String] {
        try test.sql("SELECT name, credentials FROM fleet.named_source ORDER BY name")
    }

    private func removeCheckValue() throws {
        try test.sql("DELETE FROM fleet.server_setting WHERE name = 'key_check'")
    }

    @Test("the first server stores a check value, and one with another key or none is refused")
    func firstServer() async throws {
        try await catalog(nil).checkKey()
        try await catalog(first).checkKey()
        let value = "SELECT value FROM fleet.server_setting WHERE name = 'key_check'"
        let stored = try test.sql(value)
        #expect(stored.count == 1)
        try await catalog(first).checkKey()
        await #expect(throws: SealingError.otherServers(database: name, path: second)) {
            try await catalog(second).checkKey()
        }
        await #expect(throws: SealingError.missingKey(database: name)) {
            try await catalog(nil).checkKey()
        }
        #expect(try test.sql(value) == stored)
    }

    @Test("of servers that start at once with different keys, those with one of them start")
    func atOnce() async throws {
        let accepted = try await withThrowingTaskGroup(of: String?.self) { group in
            for index in 0..<8 {
                let key = index % 2 == 0 ? first : second
                let catalog = try catalog(key)
                group.addTask {
                    do {
                        try await catalog.checkKey()
                        return key
                    } catch SealingError.otherServers {
                        return nil
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
        }
        #expect(accepted.count == 4 && Set(accepted).count == 1)
    }

    @Test("a database without a check value takes that of a key which opens its credentials")
    func older() async throws {
        try await add("a", first)
        try removeCheckValue()
        await #expect(throws: SealingError.otherKey(source: "a", path: second)) {
            try await catalog(second).checkKey()
        }
        await #expect(throws: SealingError.sealed(source: "a")) {
            try await catalog(nil).checkKey()
        }
        try await catalog(first).checkKey()
        await #expect(throws: SealingError.otherServers(database: name, path: second)) {
            try await catalog(second).checkKey()
        }
    }

    @Test("nothing is sealed with another key")
    func otherKey() async throws {
        try await catalog(first).checkKey()
        let error = SealingError.otherServers(database: name, path: second)
        await #expect(throws: error) { try await add("a", second) }
        #expect(try sealed() == ["a|"])
        var secret = Credentials()
        secret.headers = [.init(name: "X-Key", value: "b")]
        #expect(throws: error) { try catalog(second).checkStorage(of: secret) }
        #expect(throws: Never.self) { try catalog(first).checkStorage(of: secret) }
    }

    @Test("a rotation seals everything with the new key, which replaces the file of a server")
    func rotation() async throws {
        let file = folder.path + "/key"
        try FileManager.default.copyItem(atPath: first, toPath: file)
        let server = try catalog(file)
        let (a, b) = (try await add("a", file), try await add("b", file))
        try await server.refresh()
        #expect(try server.loadCredentials() == ["a": a, "b": b])
        let rotation = KeyRotation(in: database, secretFile: file)
        #expect(try await rotation.run(to: second, discarding: false).sealed == 2)
        let new = try sealed()

        await #expect(throws: SealingError.otherServers(database: name, path: file)) {
            try await server.checkKey()
        }
        try await server.refresh()
        #expect(try server.loadCredentials().isEmpty)
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.copyItem(atPath: second, toPath: file)
        try await server.checkKey()
        #expect(try server.loadCredentials() == ["a": a, "b": b])
        // Again, as after an answer that was lost.
        #expect(try await rotation.run(to: second, discarding: false).sealed == 0)
        #expect(try sealed() == new)
    }

    @Test("a rotation from a key that is not that of the servers changes nothing")
    func wrongRotation() async throws {
        try await add("a", first)
        let before = try sealed()
        let third = folder.path + "/third"
        try Self.writeKey(to: third)
        await #expect(throws: SealingError.otherServers(database: name, path: second)) {
            try await KeyRotation(in: database, secretFile: second)
                .run(to: third, discarding: false)
        }
        await #expect(throws: SealingError.missingKey(database: name)) {
            try await KeyRotation(in: database, secretFile: nil).run(to: third, discarding: false)
        }
        try removeCheckValue()
        await #expect(throws: SealingError.otherKey(source: "a", path: second)) {
            try await KeyRotation(in: database, secretFile: second)
                .run(to: third, discarding: false)
        }
        #expect(try sealed() == before)
        try await catalog(first).checkKey()
    }

    @Test("a lost key is replaced, and the credentials are removed")
    func lostKey() async throws {
        try await add("a", first)
        try FileManager.default.removeItem(atPath: first)
        let report = try await KeyRotation(in: database, secretFile: first)
            .run(to: second, discarding: true)
        #expect(report == KeyRotation.Report(sealed: 0, discarded: ["a"]))
        #expect(try sealed() == ["a|"])
        try await catalog(second).checkKey()
        try await catalog(second).updateCredentials { $0["a"] = Credentials() }
    }
}
