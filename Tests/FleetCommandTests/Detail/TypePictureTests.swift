import FleetTestSupport
import Foundation
import Testing

@Suite("Pictures of vehicle types and brands are fetched only to be shown", .slots)
struct TypePictureTests {
    private static let image = "\u{1B}_Ga=T,f=100,q=2,"

    private func detail(_ home: FleetHome) async throws -> String {
        try await TerminalProgram(home, ["detail", "A-1"]).text()
    }

    @Test("`fleet detail` shows both with their captions and fetches them once a day")
    func detail() async throws {
        let picture = try await PictureSystem.picture()
        let town = try await PictureSystem(name: #"S\u001b[31m\nred"#, brand: "/brand.png") {
            _, _ in
            TestServer.Response(body: picture)
        }
        for _ in 0..<2 {
            let text = try await detail(town.home)
            #expect(text.contains("\nS\\u{1B}[31m\\u{A}red\n" + Self.image))
            #expect(text.contains("\nQuay\n" + Self.image))
            #expect(!text.contains("\u{1B}[31m"))
        }
        #expect(Set(town.pictureRequests.map(\.target)) == ["/picture.png", "/brand.png"])
        #expect(town.pictureRequests.count == 2)
    }

    @Test("an unavailable picture is left out without a warning and not retried for minutes")
    func failures() async throws {
        let picture = try await PictureSystem.picture()
        let town = try await PictureSystem(brand: "/page.png") { number, request in
            switch request.target {
            case "/page.png": .text("<svg onload='alert(1)'/>")
            default: number > 7 ? TestServer.Response(body: picture) : .status("503 Busy")
            }
        }
        for _ in 0..<2 {
            let text = try await detail(town.home)
            for caption in ["Model S", "Quay"] {
                #expect(!text.contains("\n\(caption)\n" + Self.image))
            }
            #expect(!text.contains("warning") && text.contains(Self.image))
        }
        #expect(town.pictureRequests.map(\.target).sorted() == ["/page.png", "/picture.png"])
        // A request for the file ignores the back-off.
        try await town.home.run("detail", "A-1", "--picture", town.home.path(of: "a.png")).failed(
            69,
            "cannot fetch the picture of A-1 at \(town.server.address("/picture.png")): "
                + "HTTP status 503",
            "check your network connection, or ask the operator for a working link")
        try await town.home.run("detail", "A-1", "--picture", town.home.path(of: "a.png"))
            .succeeded()
        #expect(town.pictureRequests.count == 4)
        #expect(try await detail(town.home).contains("\nModel S\n" + Self.image))
        #expect(town.pictureRequests.count == 4)
    }

    @Test(
        "a color terminal without images shows them as half blocks",
        arguments: [
            ([:], ["auto"], "\u{1B}[0;38;5;160;48;5;160m▀"),
            (["COLORTERM": "truecolor"], ["blocks"], "\u{1B}[0;38;2;200;30;30;48;2;200;30;30m▀"),
        ] as [([String: String?], [String], String)])
    func blocks(environment: [String: String?], graphics: [String], start: String) async throws {
        let picture = try await PictureSystem.picture()
        let town = try await PictureSystem { _, _ in TestServer.Response(body: picture) }
        let environment = ["COLORTERM": nil, "NO_COLOR": nil].merging(environment) { $1 }
        let text = try await TerminalProgram(
            town.home, ["detail", "A-1", "--graphics"] + graphics, replies: "\u{1B}[?62;c",
            environment: environment
        ).text()
        #expect(text.contains("\nModel S\n" + start))
        let rows = text.split(separator: "\n").filter { $0.hasPrefix(start) }
        // 40 × 30 pixels fit 40 columns and 15 rows.
        #expect(rows.count == 15)
        #expect(rows.allSatisfy { $0.count(where: { $0 == "▀" }) == 40 })
    }

    @Test(
        "without colors there are no half blocks of pictures",
        arguments: [
            ["NO_COLOR": "1", "TERM": "xterm-256color"], ["TERM": "dumb"], ["TERM": "xterm"],
        ] as [[String: String?]])
    func noBlocks(environment: [String: String?]) async throws {
        let picture = try await PictureSystem.picture()
        let town = try await PictureSystem { _, _ in TestServer.Response(body: picture) }
        let environment = ["COLORTERM": nil, "NO_COLOR": nil].merging(environment) { $1 }
        let terminal = try Terminal(columns: 120, rows: 60, replies: "\u{1B}[?62;c")
        let text = try await town.home.start(
            ["detail", "A-1", "--graphics", "blocks"], environment: environment, on: terminal
        ).outcome().succeeded().text
        #expect(!text.contains("Model S\n\u{1B}"))
        #expect(town.pictureRequests.isEmpty)
    }

    @Test("`--json` has their addresses in the fields of GBFS, without a request for them")
    func json() async throws {
        let type = #""vehicle_image": "a.png", "vehicle_assets": {"icon_url": "/i.svg"}"#
        let town = try await PictureSystem(type: type, brand: "https://example.com/b.png") {
            _, _ in .status("503 Busy")
        }
        for _ in 0..<2 {
            let json = try await town.home.run("detail", "A-1", "--json").succeeded().text
            let document = try #require(
                try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
            let type = try #require(document["vehicle_type"] as? [String: Any])
            #expect(type["vehicle_image"] as? String == town.server.address("/a.png"))
            #expect(
                type["vehicle_assets"] as? [String: String]
                    == ["icon_url": town.server.address("/i.svg")])
            #expect(
                document["brand_assets"] as? [String: String]
                    == ["brand_image_url": "https://example.com/b.png"])
        }
        let other = try await town.home.run("detail", "B-2", "--json").succeeded().text
        #expect(!other.contains(#""vehicle_type":"#) && other.contains("brand_image_url"))
        #expect(town.pictureRequests.isEmpty)
    }

    @Test("`fleet browse` fetches pictures only when a vehicle is opened")
    func browse() async throws {
        let picture = try await PictureSystem.picture()
        let town = try await PictureSystem { _, _ in TestServer.Response(body: picture) }
        let terminal = try await TerminalProgram(town.home, ["browse"])
        await terminal.program.waitUntil { $0.text.contains("B-2") }
        #expect(town.pictureRequests.isEmpty)
        try terminal.type("\r")
        // The list has the name of the type, too.
        let text = await terminal.program.waitUntil { $0.text.contains(Self.image) }.text
        #expect(text.contains("Model S"))
        // That image may be the QR code, which comes first.
        await town.server.waitUntil { $0.requests.last?.target == "/picture.png" }
        try terminal.type("qq")
        _ = try await terminal.text()
        #expect(town.pictureRequests.map(\.target) == ["/picture.png"])
    }
}
