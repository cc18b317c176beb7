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
        try terminal.type("qq")
        _ = try await terminal.text()
        #expect(town.pictureRequests.map(\.target) == ["/picture.png"])
    }
}
