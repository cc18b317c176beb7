import FleetCore
import FleetService
import FleetSettings
import FleetTestSupport
import Foundation
import POSIX
import Testing

@testable import FleetRuntime
@testable import fleet_server

@Suite("What administrators change in the browser", .slots) struct HomeSourceAdministrationTests {
    private let environment = ["FLEET_NOW": "2026-01-31T12:00:00Z"]

    @Test("removes nothing of a history until that is confirmed")
    func history() async throws {
        let home = try FleetHome()
        let path = try home.write(Feeds.vehicles("a", "b"), to: "feed.json")
        _ = try await home.run(
            ["source", "add", "x", path, "--history", "30d"], environment: environment
        ).succeeded()
        let messages = try OpenFile.temporary()
        let context = try home.context(
            home.environment(with: environment),
            Output(
                data: messages.descriptor, messages: messages.descriptor, terminalType: nil),
            isVerbose: false)
        let pool = try SourcePool(in: context)
        let polling = Task { await pool.run() }
        let administration = HomeSourceAdministration(context: context, pool: pool)
        func keep(_ choice: HistoryChoice?, _ source: UUID, removesHistory: Bool) async throws {
            var edit = SourceEdit()
            edit.history = .some(choice)
            _ = try await administration.change(source, edit, removesHistory: removesHistory)
        }
        let uuid = try #require(try context.sourceCatalog().load().sources["x"]?.uuid)
        for choice in [try HistoryChoice("1h"), try HistoryChoice("30d,1GB"), .off, nil] {
            await #expect(throws: SourceChangeError.removesHistory, "\(choice?.text ?? "default")")
            {
                try await keep(choice, uuid, removesHistory: false)
            }
        }
        #expect(try await state(home) == 0)
        try await keep(HistoryChoice("60d"), uuid, removesHistory: false)
        #expect(pool.all.first?.source.history?.text == "60d")
        try await keep(HistoryChoice("40d"), uuid, removesHistory: true)
        #expect(try await state(home) == 0)
        try await keep(.off, uuid, removesHistory: true)
        #expect(try context.sourceCatalog().load().sources["x"]?.ownHistory == .off)
        #expect(pool.all.first?.source.history == nil)
        #expect(try await state(home) == 66)
        await #expect(throws: SourceChangeError.notFound) {
            try await keep(.off, UUID(), removesHistory: true)
        }
        polling.cancel()
        await polling.value
        // The file is open up to here.
        try messages.rewind()
    }

    /// Returns the exit status of the list of the past.
    private func state(_ home: FleetHome) async throws -> Int32 {
        try await home.run(["list", "--at", "12:00"], environment: environment).status
    }
}
