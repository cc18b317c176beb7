import FleetCore
import FleetRuntimeTestSupport
import FleetSQL
import FleetService
import FleetSettings
import Testing

@testable import FleetRuntime

@Suite("Nothing of an old definition of a source is stored or shown as that of the new one")
struct SourceDefinitionTests {
    private let home: TestHome

    init() throws { home = try TestHome() }

    /// Adds the source `town` with the vehicles of a file.
    private func town(_ ids: [String], file: String) async throws {
        try await replace(Source(location: .file(try home.write(ids, to: file))))
    }

    private func replace(_ source: Source) async throws {
        try await home.context().preferencesFile().update {
            $0.set(source, named: "town", newUUID: SourceKey(address: "town").uuid)
        }
    }

    private func expectChanged(_ body: () async throws -> Void) async throws {
        let failure = try await #require(throws: FeedFailure.self) { try await body() }
        #expect(failure.reason == .machine(.sourceChanged))
    }

    @Test("a stored snapshot of the old definition is not shown, even without a request")
    func stored() async throws {
        try await town(["OLD"], file: "old.json")
        #expect(try await home.open("town").loadedIDs() == ["OLD"])
        try await town(["NEW"], file: "new.json")
        let error = try await #require(throws: CommandError.self) {
            try await home.open("town").loadedIDs(offline: true)
        }
        #expect(error.cause == "nothing is stored for town")
        #expect(try await home.open("town").loadedIDs() == ["NEW"])
    }

    @Test("other colors of a type, and other credentials, are another definition")
    func definitions() throws {
        var source = Source(location: .simulation("sim://x"))
        let first = source.definition
        source.colorMap.colors["t"] = VehicleColor("red")
        let second = source.definition
        source.credentialsRevision = SourceKey(address: "a").uuid
        #expect(Set([first, second, source.definition]).count == 3)
        source.labelField = try LabelField("vehicle_id")
        source.rotation = .yes
        #expect(source.definition != second && source.definition != first)
    }

    @Test("a command that was started before the change ends with an error and stores nothing")
    func oneShot() async throws {
        try await town(["OLD"], file: "old.json")
        let old = try home.open("town")
        try await town(["NEW"], file: "new.json")
        try await expectChanged { _ = try await old.refresh() }
        try await expectChanged { _ = try await old.loadedIDs() }
        #expect(try await home.open("town").loadedIDs() == ["NEW"])
    }

    @Test("a load that is under way during the change is not stored")
    func commit() async throws {
        try await town(["OLD"], file: "old.json")
        let old = try home.open("town")
        guard case .store(let store, _) = old.storage else {
            Issue.record("not stored")
            return
        }
        try await expectChanged {
            try await SourceDefinition(of: old.selected, in: home.context()).withLock {
                _ = try await old.load(nil)
            }
            try await town(["NEW"], file: "new.json")
            _ = try await SourceDefinition(of: old.selected, in: home.context()).withLock {
                Issue.record("the old definition is still in force")
            }
        }
        #expect(try await store.snapshots.record(of: old.key).info == nil)
    }

    @Test("a removed source stays removed while a subscription polls it")
    func watched() async throws {
        try await town(["OLD"], file: "old.json")
        let source = try home.open("town")
        let subscription = try source.subscription(WatchPolicy())
        try await expectChanged {
            try await subscription.forEachState { update in
                guard case .live = update.state else { return true }
                try await home.context().preferencesFile().update { _ = $0.remove("town") }
                try await SourceRemoval(in: home.context()).notifyLeaders(of: source.key)
                return true
            }
        }
        try await SourceRemoval(in: home.context()).finish()
        #expect(try await source.readableStore().snapshots.record(of: source.key).info == nil)
    }
}
