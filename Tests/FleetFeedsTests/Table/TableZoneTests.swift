import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Times of tables") struct TableZoneTests {
    @Test("a time without a zone is that of the machine, and one with a zone is not")
    func zone() async throws {
        let table = """
            id;last reported
            own;2025-11-19 12:00
            utc;2025-11-19T12:00:00Z

            """
        let web = StubWeb(["bikes.csv": .text(table)])
        for hours in [0, 2, -5] {
            let zone = SystemTimeZone(name: "test") { _ in hours * 3600 }
            let response = try await web.loader("bikes.csv", zone: zone).load(nil)
            let noonOfDay = try #require(Timestamp(rfc3339: "2025-11-19T12:00:00Z"))
            #expect(
                response.vehicles?.map(\.lastReported) == [
                    noonOfDay - .seconds(hours * 3600), noonOfDay,
                ])
        }
    }

    @Test("the IDs of a table are stable, also those of an empty one")
    func rotation() async throws {
        for table in ["id;color\nCB-1;red\n", "id;color\n", "[]"] {
            let web = StubWeb(["bikes": .text(table)])
            let feed = try #require(try await web.loader("bikes").load(nil).snapshot?.feed)
            #expect(!feed.isTable || feed.rotation == .no)
        }
    }
}
