import Foundation
import Testing

@Suite("Photos of notes are shown where the terminal can", .slots)
struct TerminalPhotoTests {
    /// A home with a note that has a photo of 400 × 300 pixels.
    private func home() async throws -> FleetHome {
        let home = try await FleetHome.town(
            #"{"vehicles":[{"id":"A-1"},{"id":"B-2"}]}"#, ["--ids", "stable"])
        try home.write(
            try await PhotoHome.picture("JPEG", size: "(400, 300)"), to: "photo.jpg")
        try await home.run("note", "add", "A-1", "bent", "--photo", "photo.jpg").succeeded()
        return home
    }

    private func detail(answers: String) async throws -> String {
        try await AnsweringTerminal(home(), ["detail", "A-1"], answers: answers).text()
    }

    /// What Pillow says of the image of a kitty sequence: its size, and whether its corners are seen.
    private func image(of text: String, cells: String) async throws -> String {
        let image = try AnsweringTerminal.image(
            in: text, from: "\u{1B}_Ga=T,f=100,q=2,\(cells),")
        let script = """
            import base64, io, sys
            from PIL import Image
            image = Image.open(io.BytesIO(base64.b64decode(sys.stdin.buffer.read())))
            corners = [image.getpixel((x, y))[3] for x in (0, 191) for y in (0, image.height - 1)]
            print(*image.size, *corners)
            """
        return try await Tool.python(script, image)
    }

    @Test("fleet detail shows it with its caption before the QR code, in whole cells")
    func detail() async throws {
        let text = try await detail(answers: AnsweringTerminal.kitty)
        let caption = try #require(text.range(of: "\nnote 1\n\u{1B}_G"))
        let code = try #require(text.range(of: "\u{1B}_Ga=T,f=100,q=2,m=0;iVBOR"))
        #expect(caption.lowerBound < code.lowerBound)
        // 24 columns of 8 pixels leave 144 of 160 pixels to the photo.
        #expect(try await image(of: text, cells: "c=24,r=9") == "192 144 255 255 255 255\n")
    }

    @Test("fleet detail shows it as sixels")
    func sixels() async throws {
        let text = try await detail(answers: AnsweringTerminal.sixel)
        #expect(text.contains("\nnote 1\n\u{1B}P0;1;0q\"1;1;192;144#0;2;"))
    }

    @Test("the pictures of the type and of the brand come before the photos, with their captions")
    func fetched() async throws {
        let picture = try await PictureTown.picture()
        let town = try await PictureTown(brand: "brand.png", options: ["--ids", "stable"]) { _, _ in
            FeedServer.Answer(body: picture)
        }
        try town.home.write(picture, to: "photo.png")
        try await town.home.run("note", "add", "A-1", "bent", "--photo", "photo.png").succeeded()
        let text = try await AnsweringTerminal(town.home, ["detail", "A-1"]).text()
        let image = "\u{1B}_Ga=T,f=100,q=2,c=5,r=2,"
        let captions = text.components(separatedBy: image).dropLast().map {
            $0.split(separator: "\n").last
        }
        #expect(captions == ["Model S", "Quay", "note 1"])
    }

    @Test("a server of pictures that does not answer holds nobody up")
    func slow() async throws {
        let town = try await PictureTown { _, _ in FeedServer.Answer(delay: 3600) }
        let text = try await AnsweringTerminal(town.home, ["detail", "A-1"]).text()
        #expect(
            text.contains("\u{1B}_Ga=T,f=100,q=2,m=0;iVBOR") && !text.contains("Model S\n\u{1B}_G"))
    }

    @Test("what is not there in time costs only itself", arguments: ["/picture.png", "/brand.png"])
    func late(withheld: String) async throws {
        let picture = try await PictureTown.picture()
        let town = try await PictureTown(brand: "/brand.png") { _, request in
            FeedServer.Answer(body: picture, delay: request.target == withheld ? 3600 : 0)
        }
        let text = try await AnsweringTerminal(town.home, ["detail", "A-1"]).text()
        #expect(text.contains("\nModel S\n\u{1B}_G") == (withheld == "/brand.png"))
        #expect(text.contains("\nQuay\n\u{1B}_G") == (withheld == "/picture.png"))
    }

    @Test(
        "nothing of it is shown where no images are wanted or the output is no terminal",
        arguments: [["--graphics", "none"], ["--art", "half"], ["--ansi", "never"]])
    func none(wish: [String]) async throws {
        let home = try await home()
        let onTerminal = try await home.start(
            ["detail", "A-1"] + wish, environment: ["TERM": "xterm-kitty"], on: try Terminal()
        ).outcome().succeeded().text
        let inPipe = try await home.run("detail", "A-1", "--graphics", "kitty").succeeded().text
        for text in [onTerminal, inPipe] {
            #expect(!text.contains("note 1\n") && !text.contains("\u{1B}_G"))
        }
    }

    @Test("a photo whose file is gone or spoiled costs only itself")
    func spoiled() async throws {
        let home = try await home()
        try await home.shell("for file in photos/*.jpg; do printf x > $file; done").succeeded()
        let text = try await AnsweringTerminal(home, ["detail", "A-1"]).text()
        #expect(!text.contains("note 1\n") && text.contains("\u{1B}_Ga=T,f=100,q=2,m=0;iVBOR"))
    }

    @Test("fleet browse lays it over the vehicle, takes it away for the help, and lays it again")
    func browse() async throws {
        let terminal = try await AnsweringTerminal(home(), ["browse", "vehicle/A-1"])
        let program = terminal.program
        let photo = "\u{1B}_Ga=T,f=100,q=2,c=24,r=9,"
        func count(_ part: String, _ text: String) -> Int {
            text.components(separatedBy: part).count - 1
        }
        let shown = await program.until {
            guard let start = $0.text.range(of: photo) else { return false }
            return $0.text[start.upperBound...].contains("\u{1B}8")
        }.text
        #expect(try await image(of: shown, cells: "c=24,r=9") == "192 144 255 255 255 255\n")
        #expect(shown.contains("note 1"))
        try terminal.type("?")
        await program.until { $0.text.contains("\u{1B}_Ga=d,d=A,q=2\u{1B}\\") }
        try terminal.type("\u{1B}")
        await program.until { count(photo, $0.text) == 2 }
        try terminal.type("l")
        await program.until { count("\u{1B}_Ga=d,d=A,q=2\u{1B}\\", $0.text) == 2 }
        try terminal.type("qq")
        _ = try await terminal.text()
    }
}
