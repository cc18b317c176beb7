import FleetCore
import FleetSettings
import FleetTestSupport
import Foundation
import Testing

@testable import FleetPostgres

@Suite("Sources in PostgreSQL", .ownThreads)
struct PostgresSourceCatalogTests {
    private let test: PostgresTestDatabase
    private let database: PostgresDatabase
    private let folder: TemporaryFolder

    init() throws {
        test = try PostgresServer.shared().makeDatabase(like: "created") { address in
            try PostgresDatabase(
                PostgresAddress(address), connections: 1, limits: .extended
            ).close()
        }
        database = try PostgresDatabase(PostgresAddress(test.serversAddress), limits: .extended)
        folder = try TemporaryFolder()
    }

    /// Creates the catalog of another process.
    private func catalog(secretFile: String? = nil) throws -> PostgresSourceCatalog {
        let home = try Home(environment: { $0 == "FLEET_HOME" ? folder.path : nil })
        return PostgresSourceCatalog(
            database: database, local: PreferencesFile(home: home), secretFile: secretFile)
    }

    /// Writes a key; returns its path.
    private func key(_ bytes: Int = 32, mode: Int = 0o600) throws -> String {
        let path = folder.path + "/key-\(UUID().uuidString)"
        let random = Data((0..<bytes).map { _ in UInt8.random(in: 0...255) })
        let isCreated = FileManager.default.createFile(
            atPath: path, contents: random, attributes: [.posixPermissions: mode])
        try #require(isCreated)
        return path
    }

    private static func web(_ address: String) -> Source { Source(location: .web(address)) }

    @Test("a new database has no sources; what one process adds, renames and removes, others read")
    func changes() async throws {
        let (one, other) = (try catalog(), try catalog())
        #expect(try one.load().sources.isEmpty)
        var source = Self.web("https://example.com/gbfs.json")
        source.colorMap.colors["cargo"] = VehicleColor("yellow")
        source.publications = [.page]
        source.rotation = .no
        let uuid = UUID()
        try await one.update { [source] preferences in
            preferences.set(source, named: "oslo", newUUID: uuid)
            preferences.defaultSource = "oslo"
        }
        source.uuid = uuid
        #expect(try other.load().sources == ["oslo": source])
        #expect(try other.load().defaultSource == "oslo")
        #expect(try await one.update { $0.setDefaultHistory(try HistorySetting("30d")) } == [])
        try await other.refresh()
        #expect(try other.load().sources["oslo"]?.history?.text == "30d")
        #expect(try test.sql("SELECT history FROM fleet.source_catalog") == ["30d"])
        try await other.update { $0.rename("oslo", to: "bergen") }
        #expect(try one.load().sources["oslo"] != nil, "it was read once")
        try await one.refresh()
        let renamed = try one.load()
        #expect(renamed.source(named: "oslo")?.name == "bergen")
        #expect(renamed.defaultSource == "bergen")
        try await one.update { _ = $0.remove("bergen", .snapshots) }
        try await other.refresh()
        #expect(try other.load().sources.isEmpty)
        #expect(try other.load().defaultSource == nil)
        #expect(try other.load().pendingRemovals == [uuid: .snapshots])
        try await other.update { $0.finish([uuid]) }
        #expect(try test.sql("SELECT count(*) FROM fleet.source_removal") == ["0"])
    }

    @Test("changes that processes make at the same time are all made")
    func concurrentChanges() async throws {
        try await withThrowingTaskGroup { group in
            for index in 0..<12 {
                let catalog = try catalog()
                group.addTask {
                    try await catalog.update {
                        $0.set(
                            Self.web("https://example.com/\(index)"), named: "s\(index)",
                            newUUID: UUID())
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try catalog().load().sources.count == 12)
    }

    @Test("two sources exchange their names")
    func exchange() async throws {
        let catalog = try catalog()
        for name in ["a", "b"] {
            try await catalog.update {
                $0.set(Self.web("https://example.com/\(name)"), named: name, newUUID: UUID())
            }
        }
        try await catalog.update {
            $0.rename("a", to: "c")
            $0.rename("b", to: "a")
            $0.rename("c", to: "b")
        }
        #expect(try catalog.load().sources["b"]?.location == .web("https://example.com/a"))
    }

    @Test("a new location ends the leases of its feeds; a new name does not")
    func fencing() async throws {
        let catalog = try catalog()
        let uuid = UUID()
        try await catalog.update {
            $0.set(Self.web("https://example.com/a"), named: "a", newUUID: uuid)
        }
        let epochs = "SELECT string_agg(epoch::text, ',' ORDER BY feed) FROM fleet.lease"
        #expect(try test.sql(epochs) == ["0,0"])
        try await catalog.update { $0.rename("a", to: "b") }
        #expect(try test.sql(epochs) == ["0,0"])
        try await catalog.update { $0.sources["b"]?.location = .web("https://example.com/b") }
        #expect(try test.sql(epochs) == ["1,1"])
        try await catalog.update { _ = $0.remove("b") }
        #expect(try test.sql(epochs) == ["2,2"])
    }

    @Test("saved colors stay in the home")
    func colors() async throws {
        let catalog = try catalog()
        let uuid = UUID()
        let red = try #require(ColorFilter(["red"]))
        try await catalog.update { $0.setColors(red, of: uuid) }
        #expect(try catalog.load().colors(of: uuid) == red)
        let home = try Home(environment: { $0 == "FLEET_HOME" ? folder.path : nil })
        #expect(try PreferencesFile(home: home).load().colors(of: uuid) == red)
        #expect(try test.sql("SELECT revision FROM fleet.source_catalog") == ["0"])
    }

    @Test("credentials are sealed, and opened only with the key and for the same origin")
    func credentials() async throws {
        let key = try key()
        let catalog = try catalog(secretFile: key)
        try await catalog.update {
            $0.set(Self.web("https://example.com/a"), named: "a", newUUID: UUID())
        }
        var secret = Credentials()
        secret.headers = [.init(name: "X-Key", value: "geheim-4711")]
        secret.tokenSigning = TokenSigning(
            privateKey: "geheim-4712", keyID: "1", issuer: "me", audience: "it")
        try await catalog.updateCredentials { [secret] in $0["a"] = secret }
        #expect(try self.catalog(secretFile: key).loadCredentials() == ["a": secret])
        let stored = try test.sql("SELECT * FROM fleet.named_source").joined()
        #expect(!stored.contains("geheim") && !stored.contains("X-Key"))
        #expect(try self.catalog(secretFile: self.key()).loadCredentials().isEmpty)
        #expect(try self.catalog().loadCredentials().isEmpty)
        #expect(try catalog.credentials(of: "a") == secret)
        #expect(try catalog.credentials(of: "b").isEmpty)
        #expect(throws: SealingError.sealed(source: "a")) {
            try self.catalog().credentials(of: "a")
        }
        // Another document of the same service, as an edit leaves it.
        try await catalog.update { $0.sources["a"]?.location = .web("https://example.com/b") }
        #expect(try catalog.loadCredentials() == ["a": secret])
        // Somebody who writes to the database.
        try test.sql(
            """
            UPDATE fleet.named_source
            SET settings = replace(settings, 'example.com', 'attacker.example');
            UPDATE fleet.source_catalog SET revision = revision + 1
            """)
        try await catalog.refresh()
        #expect(try catalog.load().sources["a"]?.location.text == "https://attacker.example/b")
        #expect(try catalog.loadCredentials().isEmpty)
        #expect(throws: SealingError.otherKey(source: "a", path: key)) {
            try catalog.credentials(of: "a")
        }
        try await catalog.updateCredentials { $0["a"] = nil }
    }

    @Test("without a key, with a short one or with one that others can read, nothing is stored")
    func keys() async throws {
        let (short, exposed) = (try key(31), try key(mode: 0o644))
        for (file, error) in [
            (nil, .missing), (short, .tooShort(path: short)), (exposed, .exposed(path: exposed)),
        ] as [(String?, SealingError)] {
            let catalog = try catalog(secretFile: file)
            try await catalog.update {
                $0.set(Self.web("https://example.com/a"), named: "a", newUUID: UUID())
            }
            await #expect(throws: error) {
                try await catalog.updateCredentials { $0["a"] = Credentials() }
            }
        }
        #expect(
            try test.sql("SELECT count(*) FROM fleet.named_source WHERE credentials IS NOT NULL")
                == ["0"])
    }

    @Test(
        "a credential of systemd, which the group of root can read, is a key",
        .enabled(if: getuid() == 0))
    func systemdCredential() throws {
        let path = try key(mode: 0o440)
        #expect(throws: Never.self) { try SealingKey(file: path) }
        #expect(chown(path, 0, 1) == 0)
        #expect(throws: SealingError.exposed(path: path)) { try SealingKey(file: path) }
    }

    @Test("the settings of a server are those of all its processes")
    func serverSettings() async throws {
        let (one, other) = (
            PostgresServerSettings(database: database), PostgresServerSettings(database: database)
        )
        let secret = try await one.secret()
        #expect(secret.count == 64)
        #expect(try await other.secret() == secret)
        #expect(try await other.publicURL() == nil)
        try await one.setPublicURL("https://fleet.example")
        try await one.setPublicURL("https://fleet.example.com")
        #expect(try await other.publicURL() == "https://fleet.example.com")
        try await one.setTiles("osm")
        #expect(try await other.tiles() == "osm")
    }
}
