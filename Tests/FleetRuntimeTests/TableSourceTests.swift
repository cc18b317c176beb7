import FleetCore
import FleetRuntimeTestSupport
import FleetSQL
import FleetTeam
import Foundation
import Testing

@testable import FleetRuntime

@Suite("A table does not move, which is nothing to alarm about")
struct TableSourceTests {
    private static let table = """
        id;lat;lon;battery;last reported
        CB-1;59.1;10.1;90;2026-01-01 12:00
        CB-2;59.2;10.2;10;

        """

    private let home: TestHome

    init() throws { home = try TestHome() }

    private func addSource() async throws -> SourceKey {
        let path = try home.write(Self.table, to: "bikes.csv")
        var source = Source(location: .file(path), uuid: UUID(sourceName: "bikes"))
        source.ownHistory = .kept(try HistorySetting("90d"))
        try await home.add("bikes", source)
        return SourceKey(UUID(sourceName: "bikes"), definition: source.definition)
    }

    /// Returns the entries of all groups as `group ID`, after a request if one is due.
    private func attention() async throws -> [String] {
        let report = try await AttentionReader(in: home.context()).report(
            on: [.named("bikes")], AttentionRequest(), FetchMode())
        return report.groups.flatMap { group in
            group.entries.map { "\(group.group.rawValue) \($0.id)" }
        }
    }

    private func record(of key: SourceKey, since start: Timestamp) async throws -> FeedCheckRecord {
        let store = try home.context().openStore()
        defer { try? store.close() }
        let end = try home.context().shownNow() + .seconds(1)
        return try #require(try await store.changes.check(of: key, in: start..<end))
    }

    @Test("one that is unchanged for 30 days has only its low batteries, and is not stale")
    func unchanged() async throws {
        let (key, start) = (try await addSource(), try home.context().shownNow())
        for _ in 0..<30 {
            #expect(try await attention() == ["battery CB-2"])
            home.advance(by: .seconds(86_400))
        }
        let content = try await home.open("bikes").fetchIfDue(FetchMode())
        #expect(!content.isStale)
        #expect(try await record(of: key, since: start).findings == [])
    }

    @Test("one that disappears or is damaged needs attention until it can be read again")
    func damaged() async throws {
        _ = try await addSource()
        #expect(try await attention() == ["battery CB-2"])
        for damage in [nil, "color;place\nred;here\n"] {
            let path = home.path + "/bikes.csv"
            if let damage {
                try home.write(damage, to: "bikes.csv")
            } else {
                try FileManager.default.removeItem(atPath: path)
            }
            home.advance(by: .seconds(7200))
            #expect(try await attention() == ["source bikes", "battery CB-2"])
            try home.write(Self.table, to: "bikes.csv")
            home.advance(by: .seconds(7200))
            #expect(try await attention() == ["battery CB-2"])
        }
    }

    @Test("a check of it says what was recognized and what was not read, and finds nothing")
    func checked() async throws {
        let path = try home.write(Self.table + ";59.3;10.3;50;\nCB-4;much;10;50;\n", to: "b.csv")
        let report = try await DocumentCheck(in: home.context()).report(onFileAt: path)
        #expect(report.version == "CSV table" && report.findings == [] && report.leftOut.isEmpty)
        #expect(
            report.notices == [
                "3 vehicles",
                "columns: id=id, lat=lat, lon=lon, battery=battery, reported=last reported",
                #"row 5, column lat: "much" is no latitude"#, "1 row skipped: row 4 (no ID)",
            ])
        #expect(
            report.text(width: nil, isColored: false) == "CSV table: 1 document, no findings\n")
    }
}
