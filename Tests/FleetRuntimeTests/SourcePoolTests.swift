import FleetCore
import FleetRuntimeTestSupport
import FleetSQLite
import FleetService
import FleetSettings
import FleetTestSupport
import Foundation
import Testing

@testable import FleetRuntime

@Suite("A server's sources")
struct SourcePoolTests {
    private let home: TestHome

    init() throws { home = try TestHome() }

    private func add(_ name: String, _ ids: [String]) async throws {
        let path = try home.write(ids, to: name + ".json")
        try await home.add(name, Source(location: .file(path), uuid: UUID(sourceName: name)))
    }

    private func pool(_ names: String..., in context: CommandContext? = nil) throws -> SourcePool {
        try SourcePool(
            names, in: context ?? home.context(), checkInterval: .milliseconds(10))
    }

    /// Runs `body` while a pool polls, and then stops the pool.
    private func running(_ pool: SourcePool, _ body: () async throws -> Void) async throws {
        let run = Task { await pool.run() }
        do {
            try await body()
        } catch {
            run.cancel()
            await run.value
            throw error
        }
        run.cancel()
        await run.value
    }

    /// Waits until the vehicles of a source, given by name, are live, and returns their number.
    @discardableResult
    private func total(_ name: String, in pool: SourcePool) async throws -> Int {
        var total: Int?
        try await waitUntil("\(name) is live: \(home.messages)") {
            guard let source = pool.all.first(where: { $0.name == name }),
                case .live(let info, _)? = pool.state(of: source.uuid, .vehicles)?.state
            else { return false }
            total = info.total
            return true
        }
        return try #require(total)
    }

    @Test("all sources are polled, the default first; at the end nothing is left")
    func all() async throws {
        try await add("b", ["B1"])
        try await add("a", ["A1", "A2"])
        try await home.context().preferencesFile().update { $0.defaultSource = "b" }
        let pool = try pool()
        #expect(pool.all.map(\.name) == ["b", "a"])
        let updates = pool.updates()
        try await running(pool) {
            #expect(try await total("a", in: pool) == 2)
            #expect(try await total("b", in: pool) == 1)
            let isLed = try await home.open("a").leadership?.isTaken
            #expect(isLed == true)
        }
        for name in ["a", "b"] {
            let leadership = try #require(
                try home.open(name).leadership as? HomeLeadership)
            let isLed = try leadership.isTaken
            #expect(!isLed)
            #expect(!FileManager.default.fileExists(atPath: leadership.socketPath))
        }
        var isLive = false
        for await case .state(let uuid, .vehicles, let update) in updates {
            guard uuid == UUID(sourceName: "a"), case .live = update.state else { continue }
            isLive = true
        }
        #expect(isLive, "the stream has the states, and ends with the pool")
        for await _ in pool.updates() { Issue.record("a state after the end") }
    }

    @Test("a source that cannot be read does not stop the others")
    func failure() async throws {
        try await add("good", ["G1"])
        let missing = Source(
            location: .file(home.path + "/missing.json"), uuid: UUID(sourceName: "bad"))
        try await home.add("bad", missing)
        var secret = Source(location: .file(home.path + "/good.json"), uuid: UUID())
        secret.credentialsRevision = UUID()
        try await home.add("secret", secret)
        let pool = try pool()
        try await running(pool) {
            #expect(try await total("good", in: pool) == 1)
            let bad = UUID(sourceName: "bad")
            try await waitUntil("bad has failed") {
                pool.state(of: bad, .vehicles)?.state.failure?.reason == .machine(.fileNotFound)
            }
            let uuid = try #require(secret.uuid)
            #expect(
                pool.state(of: uuid, .vehicles)?.state.failure?.reason
                    == .access(.badCredentials("the credentials of secret are missing")))
            await #expect(throws: RefreshError.self) { _ = try await pool.refresh(uuid) }
        }
    }

    @Test("a source whose sealed credentials cannot be opened is not polled, and the reason shown")
    func sealed() async throws {
        let database = try PostgresServer.shared().makeDatabase()
        let context = try home.context().using(database: database.address)
        var source = Source(location: .web("https://town.example/gbfs.json"), uuid: UUID())
        source.credentialsRevision = UUID()
        try await context.sourceCatalog().update { [source] in $0.sources["town"] = source }
        try database.sql(
            """
            UPDATE fleet.named_source SET credentials = 'sealed';
            UPDATE fleet.source_catalog SET revision = revision + 1
            """)
        await context.close()
        let other = try home.context().using(database: database.address)
        let pool = try SourcePool(in: other)
        try await running(pool) {
            let uuid = try #require(source.uuid)
            try await waitUntil("town has failed") {
                pool.state(of: uuid, .vehicles)?.state.failure != nil
            }
            #expect(
                pool.state(of: uuid, .vehicles)?.state.failure?.reason
                    == .access(
                        .sealedCredentials(
                            "the credentials of town are sealed, and FLEET_SECRET_FILE is not set"))
            )
        }
        await other.close()
    }

    @Test("sources that are added, replaced, renamed and removed meanwhile are noticed")
    func changes() async throws {
        try await add("a", ["A1"])
        let pool = try pool()
        try await running(pool) {
            try await total("a", in: pool)
            try await add("b", ["B1", "B2", "B3"])
            #expect(try await total("b", in: pool) == 3)
            let path = try home.write(["X1", "X2"], to: "x.json")
            try await home.add(
                "a", Source(location: .file(path), uuid: UUID(sourceName: "a")))
            try await waitUntil("a has its new vehicles") {
                pool.state(of: UUID(sourceName: "a"), .vehicles)?.state.info?.total == 2
            }
            try await home.context().preferencesFile().update { $0.rename("b", to: "c") }
            #expect(try await total("c", in: pool) == 3)
            #expect(pool.all.first { $0.name == "c" }?.aliases == ["b"])
            try await home.context().preferencesFile().update { _ = $0.remove("a") }
            try await waitUntil("a is gone") { !pool.all.map(\.name).contains("a") }
            #expect(pool.state(of: UUID(sourceName: "a"), .vehicles) == nil)
            await #expect(throws: RefreshError.stopped) {
                _ = try await pool.refresh(UUID(sourceName: "a"))
            }
        }
    }

    @Test("settings that cannot be read leave the sources as they are, with one warning")
    func unreadableSettings() async throws {
        try await add("a", ["A1"])
        let context = try home.context()
        let file = try context.preferencesFile().path
        let pool = try pool(in: context)
        try await running(pool) {
            try await total("a", in: pool)
            let names = pool.all.map(\.name)
            try "{".write(toFile: file, atomically: true, encoding: .utf8)
            try await waitUntil("a warning") { home.messages.contains("stay as they are") }
            #expect(pool.all.map(\.name) == names && names.contains("a"))
        }
        #expect(home.messages.components(separatedBy: "stay as they are").count == 2)
    }

    @Test("only the named sources are polled, and an unknown name is an error")
    func names() async throws {
        try await add("a", ["A1"])
        try await add("b", ["B1"])
        try await home.context().preferencesFile().update { $0.rename("b", to: "c") }
        #expect(try pool("b", "demo", "c").all.map(\.name) == ["demo", "c"])
        let error = #expect(throws: CommandError.self) { try pool("a", "nowhere") }
        #expect(error?.status == .noInput)
        #expect(error?.cause == "no source named nowhere")
    }

    @Test("the simulated fleet of a new home goes when a source comes, and returns after it")
    func placeholder() async throws {
        let pool = try pool()
        #expect(pool.all.map(\.name) == ["demo"])
        let preferences = try home.context().preferencesFile()
        try await running(pool) {
            try await total("demo", in: pool)
            try await add("a", ["A1"])
            try await total("a", in: pool)
            #expect(pool.all.map(\.name) == ["a"])
            try await preferences.update { _ = $0.remove("a") }
            try await total("demo", in: pool)
            #expect(pool.all.map(\.name) == ["demo"])
            // A simulation that somebody has set up is a source like any other.
            try await preferences.update { $0.rename("demo", to: "practice") }
            try await add("b", ["B1"])
            try await total("b", in: pool)
            #expect(pool.all.map(\.name) == ["practice", "b"])
        }
    }

    @Test("a home without sources serves the simulated fleet, whose sites are polled, too")
    func simulation() async throws {
        try await home.context().preferencesFile().update { _ = $0.remove("demo") }
        let pool = try pool()
        let demo = try #require(pool.all.first)
        #expect(pool.all.count == 1)
        #expect(demo.name == "demo")
        try await running(pool) {
            #expect(try await total("demo", in: pool) == 120)
            try await waitUntil("the sites are live") {
                pool.state(of: demo.uuid, .sites)?.state.info != nil
            }
            let home = try Home(environment: [("FLEET_HOME", home.path)].value)
            let store = try HomeStore(path: home.databasePath)
            let info = try store.read(demo.vehicles) { $0.info }
            #expect(info.total == 120)
            try await add("a", ["A1"])
            try await total("a", in: pool)
            #expect(pool.all.map(\.name) == ["a"])
        }
    }

    @Test("a source without sites has none, and its vehicles are polled")
    func noSites() async throws {
        try await add("a", ["A1"])
        let pool = try pool("a")
        let uuid = UUID(sourceName: "a")
        try await running(pool) {
            try await total("a", in: pool)
            _ = try await pool.refresh(uuid)
            let sites = pool.state(of: uuid, .sites)?.state.info?.total
            #expect(sites ?? 0 == 0)
        }
    }

    @Test("where another process leads, the pool follows; it takes over and refreshes")
    func following() async throws {
        try await add("a", ["A1"])
        let uuid = UUID(sourceName: "a")
        let leader = try home.open("a").subscription(WatchPolicy())
        let isLeading = Observed(false)
        let leading = Task {
            try await leader.forEachState { update in
                if case .live = update.state { isLeading.change { $0 = true } }
                return true
            }
        }
        await isLeading.waitUntil { $0 }
        let pool = try pool("a")
        try await running(pool) {
            try await total("a", in: pool)
            try home.write(["A1", "A2"], to: "a.json")
            #expect(try await pool.refresh(uuid).total == 2)
            leading.cancel()
            _ = await leading.result
            try home.write(["A1", "A2", "A3"], to: "a.json")
            async let other = pool.refresh(uuid)
            #expect(try await pool.refresh(uuid).total == 3)
            #expect(try await other.total == 3)
            #expect(pool.state(of: uuid, .vehicles)?.state.info?.total == 3)
        }
    }
}

extension [(String, String)] {
    /// Lookup of an environment variable.
    fileprivate var value: (String) -> String? {
        { name in first { $0.0 == name }?.1 }
    }
}
