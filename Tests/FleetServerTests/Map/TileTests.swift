import FleetCore
import FleetSQL
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetSQLite
@testable import FleetServer

@Suite("Tiles of a file")
struct TileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let hostile = "<script>alert(1)</script>"

    private func served(
        format: String = "PNG", metadata: [String: String] = [:]
    ) async throws -> ServedTeam {
        let path = folder.path + "/city.mbtiles"
        try await TileFile.write(to: path, format: format, metadata: metadata)
        let archive = try MBTilesFile(path).archive
        var parked = Vehicle(id: "A-1")
        parked.position = Position(latitude: 59.9, longitude: 10.7)
        return try await ServedTeam(
            options: { $0.tiles = TileSetting(archive, named: "city.mbtiles") },
            [("demo", [parked])])
    }

    /// Returns the value of an attribute of the map of a page.
    private func attribute(_ name: String, of page: Answer) -> String? {
        page.text.firstMatch(
            of: try! Regex("data-\(name)=\"([^\"]*)\"", as: (Substring, Substring).self)
        )
        .map { String($0.1) }
    }

    @Test(
        "The server sends the tiles of a file to those who are signed in, and no page names another server",
        arguments: [("PNG", "image/png"), ("JPEG", "image/jpeg"), ("WEBP", "image/webp")])
    func tiles(format: String, type: String) async throws {
        let server = try await served(format: format)
        let ana = try await server.visitor("ana", .viewer)
        let map = try await ana.get("/map")
        let template = try #require(attribute("tiles", of: map))
        #expect(template.hasPrefix("/tiles/{z}/{x}/{y}?v="))
        #expect(attribute("tile-zooms", of: map) == "0,1")
        let policy = try #require(map.fields[.contentSecurityPolicy])
        #expect(
            policy.contains("img-src 'self' data: blob:;") && policy.contains("connect-src 'self';")
        )
        let tile = try await ana.get("/tiles/1/1/0?v=1")
        #expect(tile.status == 200 && tile.fields[.contentType] == type)
        #expect(tile.fields[.cacheControl] == "private, max-age=86400")
        let tag = try #require(tile.fields[.eTag])
        let again = try await ana.get("/tiles/1/1/0?v=1", fields: [.ifNoneMatch: tag])
        #expect(again.status == 304 && again.bytes.isEmpty)
        let stranger = try await server.stranger.get("/tiles/1/1/0")
        #expect(stranger.status == 303 && stranger.location?.hasPrefix("/signin") == true)
    }

    @Test("A tile that the file lacks has no content, and is no error")
    func missing() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        for path in ["/tiles/1/0/0", "/tiles/1/1/1", "/tiles/19/5/7"] {
            let answer = try await ana.get(path)
            #expect(answer.status == 204 && answer.bytes.isEmpty, "\(path)")
        }
    }

    @Test(
        "A position that no map has does not exist",
        arguments: [
            "/tiles/1/2/0", "/tiles/1/0/2", "/tiles/31/0/0", "/tiles/-1/0/0", "/tiles/1/+1/0",
            "/tiles/a/b/c", "/tiles/1/1/0.png", "/tiles/99999999999999999999/0/0", "/tiles/1/1",
            "/tiles/1/1/0/..%2F..%2Fetc", "/tiles/%31%00/0/0", "/tiles/1/1/٠",
        ])
    func hostilePositions(path: String) async throws {
        let ana = try await served().visitor("ana")
        #expect(try await ana.get(path).status == 404)
    }

    @Test("Without a file there are no tiles")
    func without() async throws {
        let ana = try await ServedTeam().visitor("ana")
        #expect(try await ana.get("/tiles/1/1/0").status == 404)
        #expect(attribute("tiles", of: try await ana.get("/map")) == nil)
    }

    @Test("Every map has the attribution of the file, and administrators see the file's name")
    func attribution() async throws {
        let server = try await served(metadata: [
            "attribution":
                "&copy; <a href='https://maps.example/c?a=1&amp;b' onclick='x()'>Maps</a>",
            "name": Self.hostile,
        ])
        let root = try await server.visitor("root")
        for path in ["/", "/map", "/v/demo/A-1"] {
            let page = try await root.get(path)
            #expect(
                attribute("attribution", of: page)
                    == "© &lt;a href=&quot;https://maps.example/c?a=1&amp;amp;b&quot; "
                    + "target=&quot;_blank&quot; rel=&quot;noopener noreferrer&quot;&gt;Maps&lt;/a&gt;",
                "\(path)")
        }
        let settings = try await root.get("/admin/settings")
        #expect(settings.text.contains("city.mbtiles") && !settings.text.contains(Self.hostile))
        #expect(try await root.post("/admin/settings", [("tiles", "none")]).status == 409)
    }

    private static let attributions = [
        ("Maps & Co", "Maps &amp; Co"),
        ("<script>alert(1)</script>", "alert(1)"),
        ("<img src=x onerror=alert(1)>a<br/>b", "a b"),
        ("<a href=\"javascript:alert(1)\">x</a>", "x"),
        ("<a href=\"https://user:secret@evil.example/\">x</a>", "x"),
        ("<a href=\"//evil.example\">x</a>", "x"),
        ("<a href=&quot;>x", "x"),
        (
            "&lt;b&gt; &#60;i&#62; &#x3C;u&#x3E; &nope; &#1114112;",
            "&lt;b&gt; &lt;i&gt; &lt;u&gt; &amp;nope; \u{FFFD}"
        ),
        ("a < b", "a &lt; b"),
        (
            "<a href='http://a.example/\"onx='>x",
            "<a href=\"http://a.example/%22onx=\" target=\"_blank\" rel=\"noopener noreferrer\">x</a>"
        ),
        (
            "<A HREF=http://a.example/x>y",
            "<a href=\"http://a.example/x\" target=\"_blank\" rel=\"noopener noreferrer\">y</a>"
        ),
        (
            "<a href='https://a.example/'><a href='https://b.example/'>y</a></a>",
            "<a href=\"https://a.example/\" target=\"_blank\" rel=\"noopener noreferrer\">y</a>"
        ),
    ]

    @Test("An attribution keeps text and links to web addresses alone", arguments: attributions)
    func untrusted(source: String, html: String) {
        #expect(TileAttribution(untrusted: source).html == html)
    }
}
