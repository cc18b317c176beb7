import FleetCore
import FleetRuntimeTestSupport
import Testing

@testable import FleetOutput
@testable import FleetRuntime

@Suite("A session lists vehicles from the feed or the store")
struct ListingTests {
    @Test("a simulated source is listed in ID order")
    func simulation() async throws {
        let home = try TestHome()
        let listing = try await home.open("sim://demo?vehicles=30&seed=7").listedIDs()
        #expect(listing.ids.count == 30)
        #expect(listing.ids == listing.ids.sorted())
        #expect(!listing.isStale)
    }

    @Test("a map of the simulation has that in its title")
    func mapTitle() async throws {
        let home = try TestHome()
        let title = try await home.open("sim://demo?vehicles=30").withListing(
            VehicleQuery(), FetchMode()
        ) { try MapDrawing($0, sites: [], zones: [], origin: nil).title }
        #expect(title == "sim://demo?vehicles=30 (simulated): 30 of 30 vehicles")
    }

    @Test("a limit and a filter narrow the listing, and the counts still cover all vehicles")
    func narrowed() async throws {
        let home = try TestHome()
        let path = try home.write(["A", "B", "C"])
        var query = VehicleQuery()
        query.limit = 1
        query.filter.color = try #require(ColorFilter(["red"]))
        let counts = try await home.open(path).withListing(query, FetchMode()) { $0.header.counts }
        #expect((counts.total, counts.matching) == (3, 3))
        #expect(try await home.open(path).listedIDs(query).ids == ["A"])
    }

    @Test("a stored snapshot is shown offline, and marked as stale once it is old")
    func offline() async throws {
        let home = try TestHome()
        try await home.add("town", Source(location: .file(try home.write(["A"]))))
        #expect(try await home.open("town").listedIDs().ids == ["A"])
        home.advance(by: .seconds(86_400))
        let listing = try await home.open("town").listedIDs(offline: true)
        #expect(listing.ids == ["A"] && listing.isStale)
    }

    @Test("an offline listing without stored data fails with the remedy")
    func nothingStored() async throws {
        let home = try TestHome()
        try await home.add("town", Source(location: .file(try home.write(["A"]))))
        let error = try await #require(throws: CommandError.self) {
            try await home.open("town").listedIDs(offline: true)
        }
        #expect(error.cause == "nothing is stored for town")
        #expect(error.hint == "run once without --offline to fetch it")
        #expect(error.status == .unavailable)
    }

    @Test("a broken feed leaves the stored vehicles visible, with a warning; --strict fails")
    func broken() async throws {
        let home = try TestHome()
        try await home.add("town", Source(location: .file(try home.write(["A", "B"]))))
        _ = try await home.open("town").listedIDs()
        try home.write("no feed", to: "feed.json")
        home.advance(by: .seconds(3600))
        let listing = try await home.open("town").listedIDs()
        #expect(listing.ids == ["A", "B"] && listing.isStale)
        #expect(home.messages.contains("warning: "))
        #expect(home.messages.contains("showing data fetched at"))
        await #expect(throws: (any Error).self) {
            try await home.open("town").listedIDs(strict: true)
        }
    }

    @Test("during a back-off no request is made, and a refresh ends it")
    func backOff() async throws {
        let home = try TestHome()
        try await home.add("town", Source(location: .file(home.path + "/feed.json")))
        await #expect(throws: FeedFailure.self) { try await home.open("town").listedIDs() }
        try home.write(["A"])
        let error = try await #require(throws: CommandError.self) {
            try await home.open("town").listedIDs()
        }
        #expect(error.hint.hasSuffix("run `fleet refresh --source town` to retry now"))
        #expect(try await home.open("town").refresh().total == 1)
        #expect(try await home.open("town").listedIDs().ids == ["A"])
    }

    @Test("after the back-off the next command makes a request")
    func afterBackOff() async throws {
        let home = try TestHome()
        try await home.add("town", Source(location: .file(home.path + "/feed.json")))
        await #expect(throws: FeedFailure.self) { try await home.open("town").listedIDs() }
        try home.write(["A"])
        home.advance(by: .seconds(600))
        #expect(try await home.open("town").listedIDs().ids == ["A"])
    }

    @Test("a refresh reports the changes since the previous snapshot")
    func refresh() async throws {
        let home = try TestHome()
        try await home.add("town", Source(location: .file(try home.write(["A", "B"]))))
        _ = try await home.open("town").refresh()
        try home.write(["B", "C", "D"])
        let info = try await home.open("town").refresh()
        #expect(info.changes == SnapshotChanges(added: 2, gone: 1, changed: 0))
        #expect(info.total == 3)
    }
}
