import FleetCore
import Testing

@testable import FleetFeeds

@Suite("The asset list beside a feed is joined with its vehicles")
struct AssetLoaderTests {
    private static let feed = #"{"vehicles":[{"id":"a","name":"Own"},{"id":"b"}]}"#

    private func web(_ assets: String) -> StubWeb {
        StubWeb([
            "feed.json": .text(Self.feed, entityTag: "f1"),
            "assets.csv": .text(assets, entityTag: "a1"),
        ])
    }

    private func shelves(_ response: FeedResponse) -> [String?]? {
        response.vehicles?.map { $0.properties["Shelf"] }
    }

    @Test("Both are requested only if they changed, and a changed list reads the feed again")
    func requests() async throws {
        let web = web("id,Shelf\na,R1\n")
        let loader = web.loader("feed.json", assets: "assets.csv")
        let first = try await loader.load(nil)
        #expect(shelves(first) == ["R1", nil])
        #expect(web.takeRequests() == ["assets.csv", "feed.json"])
        let second = try await loader.load(first.cacheState)
        #expect(web.takeRequests() == ["assets.csv?", "feed.json?"])
        #expect(second.vehicles == nil && second.cacheState.joined == first.cacheState.joined)
        web["assets.csv"] = .text("id,Shelf\nb,R2\n", entityTag: "a2")
        let third = try await loader.load(second.cacheState)
        #expect(web.takeRequests() == ["assets.csv?", "feed.json"])
        #expect(shelves(third) == [nil, "R2"])
    }

    @Test("A name of the feed stays, and another comes from the list")
    func names() async throws {
        let web = web("id,name\na,Other\nb,Berta\n")
        let response = try await web.loader("feed.json", assets: "assets.csv").load(nil)
        #expect(response.vehicles?.map(\.name) == ["Own", "Berta"])
        #expect(response.snapshot?.feed.hasNames == true)
    }

    @Test("The last rows stay while the list cannot be read; the first time it is an error")
    func failures() async throws {
        let web = web("id,Shelf\na,R1\n")
        let loader = web.loader("feed.json", assets: "assets.csv")
        let first = try await loader.load(nil)
        web["assets.csv"] = nil
        web["feed.json"] = .text(Self.feed, entityTag: "f2")
        let second = try await loader.load(first.cacheState)
        #expect(shelves(second) == ["R1", nil])
        #expect(second.snapshot?.parseReport.warnings.count == 1)
        let fresh = web.loader("feed.json", assets: "assets.csv")
        #expect(shelves(try await fresh.load(first.cacheState)) == ["R1", nil])
        await #expect(throws: FeedFailure.self) { try await fresh.load(nil) }
    }

    @Test("A property of the feed and of the list is seen by those who see both")
    func visibility() async throws {
        let web = web("id,Shelf\nb,R2\n")
        web["feed.json"] = .text(#"{"vehicles":[{"id":"a","Shelf":"R1"},{"id":"b"}]}"#)
        var source = Source(location: .web(StubWeb.root + "feed.json"))
        source.assets = AssetList(location: .web(StubWeb.root + "assets.csv"))
        source.assets?.table.visibilities = ["Shelf": .administrators]
        let response = try await web.loader(source).load(nil)
        #expect(shelves(response) == ["R1", "R2"])
        #expect(
            response.snapshot?.feed.properties
                == [CustomProperty("Shelf", visibility: .administrators)])
    }

    @Test("A hidden column is a property, whatever it is called")
    func hiddenName() async throws {
        let web = web("id,Name\nb,Berta\n")
        var source = Source(location: .web(StubWeb.root + "feed.json"))
        source.assets = AssetList(location: .web(StubWeb.root + "assets.csv"))
        source.assets?.table.visibilities = ["Name": .members]
        let response = try await web.loader(source).load(nil)
        #expect(response.vehicles?.map(\.name) == ["Own", nil])
        #expect(response.vehicles?.last?.properties["Name"] == "Berta")
    }

    @Test("Rows without a vehicle are named up to a limit, and repeated rows are warned of")
    func report() async throws {
        let rows = (1...30).map { "x\($0),R\n" }.joined()
        let response = try await web("id,Shelf\n\(rows)a,R1\na,R2\n")
            .loader("feed.json", assets: "assets.csv").load(nil)
        let match = try #require(response.snapshot?.feed.assets)
        #expect((match.rows, match.unmatched, match.unlisted) == (31, 30, 1))
        #expect(match.unmatchedIDs.count == AssetMatch.maxListed && match.unmatchedIDs[0] == "x1")
        #expect(shelves(response) == ["R2", nil])
        #expect(response.snapshot?.parseReport.warnings.first?.hasPrefix("asset list: ") == true)
    }
}
