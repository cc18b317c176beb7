import Foundation
import Testing

@Suite("Pictures of types and of the brand are asked for where they are shown", .slots)
struct TypePictureTests {
    private static let image = "\u{1B}_Ga=T,f=100,q=2,"

    private func detail(_ home: FleetHome) async throws -> String {
        try await AnsweringTerminal(home, ["detail", "A-1"]).text()
    }

    @Test("fleet detail shows both, each with its caption, and asks for them once a day")
    func detail() async throws {
        let picture = try await PictureTown.picture()
        let town = try await PictureTown(name: #"S\u001b[31m\nred"#, brand: "/brand.png") { _, _ in
            FeedServer.Answer(body: picture)
        }
        for _ in 0..<2 {
            let text = try await detail(town.home)
            #expect(text.contains("\nS\\u{1B}[31m\\u{A}red\n" + Self.image))
            #expect(text.contains("\nQuay\n" + Self.image))
            #expect(!text.contains("\u{1B}[31m"))
        }
        #expect(Set(town.asked.map(\.target)) == ["/picture.png", "/brand.png"])
        #expect(town.asked.count == 2)
    }

    @Test("what cannot be had is left out without a word, and left alone for some minutes")
    func failures() async throws {
        let picture = try await PictureTown.picture()
        let town = try await PictureTown(brand: "/page.png") { number, request in
            switch request.target {
            case "/page.png": .text("<svg onload='alert(1)'/>")
            default: number > 7 ? FeedServer.Answer(body: picture) : .status("503 Busy")
            }
        }
        for _ in 0..<2 {
            let text = try await detail(town.home)
            for caption in ["Model S", "Quay"] {
                #expect(!text.contains("\n\(caption)\n" + Self.image))
            }
            #expect(!text.contains("warning") && text.contains(Self.image))
        }
        #expect(town.asked.map(\.target).sorted() == ["/page.png", "/picture.png"])
        // A person who asks for the file is not put off.
        try await town.home.run("detail", "A-1", "--picture", "a.png").failed(
            69,
            "the picture of A-1 at \(town.server.address("/picture.png")) cannot be fetched: "
                + "HTTP status 503",
            "check your own connection, or ask the operator for a working link")
        try await town.home.run("detail", "A-1", "--picture", "a.png").succeeded()
        #expect(town.asked.count == 4)
        #expect(try await detail(town.home).contains("\nModel S\n" + Self.image))
        #expect(town.asked.count == 4)
    }

    @Test("fleet browse asks for them when a vehicle is opened, and not before")
    func browse() async throws {
        let picture = try await PictureTown.picture()
        let town = try await PictureTown { _, _ in FeedServer.Answer(body: picture) }
        let terminal = try await AnsweringTerminal(town.home, ["browse"])
        await terminal.program.until { $0.text.contains("B-2") }
        #expect(town.asked.isEmpty)
        try terminal.type("\r")
        let text = await terminal.program.until { $0.text.contains("Model S") }.text
        #expect(text.contains(Self.image))
        try terminal.type("qq")
        _ = try await terminal.text()
        #expect(town.asked.map(\.target) == ["/picture.png"])
    }
}
