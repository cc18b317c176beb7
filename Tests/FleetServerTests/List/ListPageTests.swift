import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import Testing

@testable import FleetServer

@Suite("Orders and pages of the list")
struct ListPageTests {
    private static let names = ["bergen", "oslo"]

    /// Vehicles of which many have the same charge or none, and some the same ID.
    private static let fleets: [(name: String, vehicles: [Vehicle])] = names.enumerated().map {
        offset, name in
        let vehicles = (0..<90).map { number -> Vehicle in
            var vehicle = Vehicle(
                id: "V\(number % 7 == 0 ? number : 100 + number * 3 + offset)")
            if number % 5 > 0 {
                vehicle.battery = Battery(percent: Double(number % 4 * 20), isEstimated: false)
            }
            vehicle.position = Position(latitude: Double(offset), longitude: Double(number) / 100)
            return vehicle
        }
        return (name, vehicles)
    }

    private static func rows(_ page: Answer) -> [String] {
        page.text.matches(of: /<tr role="row" data-id="([^"]*)" data-source="([^"]*)"/)
            .map { "\($0.2) \($0.1)" }
    }

    private static func link(_ relation: String, _ page: Answer) -> String? {
        let links = page.text.matches(of: /href="([^"]*)" rel="(next|prev)"/)
        return links.first { $0.2 == relation }
            .map { String($0.1).replacing("&amp;", with: "&") }
    }

    private static func numbers(_ page: Answer) -> String? {
        page.text.firstMatch(of: /<span class="muted">(\d+–\d+ of \d+)<\/span>/)
            .map { String($0.1) }
    }

    @Test(
        "Pages say their place, and the pages before are those that came before",
        arguments: [
            "", "&sort=battery", "&sort=battery&reverse=1", "&reverse=1",
            "&near=0.5,0.3&sort=distance",
        ], ["source=*", "source=oslo"])
    func pages(order: String, sources: String) async throws {
        let server = try await ServedTeam(Self.fleets)
        let ana = try await server.visitor("ana", .viewer)
        var (pages, path): ([Answer], String?) = ([], "/?\(sources)\(order)")
        while let next = path, pages.count < 5 {
            pages.append(try await ana.get(next))
            path = Self.link("next", pages[pages.count - 1])
        }
        let total = sources == "source=*" ? 180 : 90
        #expect(path == nil && Set(pages.flatMap(Self.rows)).count == total)
        let expected = stride(from: 1, through: total, by: 50).map {
            "\($0)–\(min($0 + 49, total)) of \(total)"
        }
        #expect(pages.compactMap(Self.numbers) == expected)
        #expect(Self.link("prev", pages[0]) == nil)
        var page = pages[pages.count - 1]
        for earlier in pages.dropLast().reversed() {
            page = try await ana.get(try #require(Self.link("prev", page)))
            #expect(Self.rows(page) == Self.rows(earlier))
            #expect(Self.numbers(page) == Self.numbers(earlier))
        }
        #expect(Self.link("prev", page) == nil)
    }

    @Test("A place that an address claims is shown only as far as the list can have it")
    func claimed() async throws {
        let server = try await ServedTeam(Self.fleets)
        let ana = try await server.visitor("ana")
        let all = try await ana.get("/?source=oslo")
        let next = try #require(Self.link("next", all))
        for row in ["9999999999999999999", "-5", "x", "7"] {
            let path = next.replacing("row=51", with: "row=" + row)
            #expect(Self.numbers(try await ana.get(path)) == "51–90 of 90")
        }
        for name in ["after", "before"] {
            #expect(try await ana.get("/?source=oslo&\(name)=x").status == 400)
        }
        // The first page, read backwards from its end, says so.
        let position = try #require(next.firstMatch(of: /after=([^&]*)/)).1
        let before = try await ana.get("/?source=oslo&before=\(position)&row=40")
        #expect(Self.numbers(before) == "1–49 of 90")
        let api = try await ana.get("/api/v1/sources/oslo/vehicles?before=\(position)")
        #expect(api.status == 400)
    }

    @Test("Headers sort and reverse, and those of other columns are plain text")
    func headers() async throws {
        let server = try await ServedTeam(Self.fleets)
        let ana = try await server.visitor("ana", .viewer)
        func header(_ name: String, _ path: String) async throws -> String {
            let text = try await ana.get(path).text
            let headers = text.matches(of: /<th [^>]*c-([a-z]+)[^>]*>.*?<\/th>/)
            return String(try #require(headers.first { $0.1 == name }).0)
        }
        let page = "/?source=oslo&search=V&after=0.0,V3&row=51"
        let battery = try await header("battery", page)
        #expect(battery.contains(#"href="/?source=oslo&amp;search=V&amp;sort=battery">"#))
        #expect(!battery.contains("aria-sort"))
        #expect(try await header("id", page).contains(#"aria-sort="ascending""#))
        #expect(try await !header("state", page).contains("href"))
        let sorted = try await header("battery", "/?sort=battery")
        #expect(sorted.contains(#"aria-sort="ascending""#))
        #expect(sorted.contains(#"href="/?sort=battery&amp;reverse=1""#))
        let reversed = try await header("battery", "/?sort=battery&reverse=1")
        #expect(reversed.contains(#"aria-sort="descending""#))
        #expect(reversed.contains(#"href="/?sort=battery""#))
        let latest = try await header("reported", "/?sort=last_reported")
        #expect(latest.contains(#"aria-sort="descending""#))
        #expect(try await header("distance", "/?near=0,0").contains(#"aria-sort="ascending""#))
        let view = [("name", "Low"), ("filter", "sort=battery&reverse=1")]
        let path = try #require(try await ana.post("/views", view).location)
        #expect(try await header("battery", path).contains("sort=battery&amp;reverse=0"))
        #expect(try await header("range", path).contains("sort=range&amp;reverse=0"))
    }

    @Test("A long ID is whole in the text, in its label and in the button that copies it")
    func longIDs() async throws {
        let id = "bike:7f1c0e9a-\"<&>-41d2"
        let server = try await ServedTeam([("demo", [Vehicle(id: id), Vehicle(id: "short")])])
        let page = try await server.visitor("ana").get("/").text
        let escaped = "bike:7f1c0e9a-&quot;&lt;&amp;&gt;-41d2"
        #expect(page.contains(#"title="\#(escaped)" aria-label="\#(escaped)">"#))
        #expect(page.contains(#"data-copy="\#(escaped)""#))
        #expect(page.matches(of: /class="copy-id"/).count == 1)
        #expect(page.contains(#"&quot;&lt;&amp;</span><span>&gt;-41d2</span>"#))
    }
}
