import FleetTestSupport
import Foundation
import Testing

@Suite("Photos of notes are shown if the terminal can show images", .slots)
struct TerminalPhotoTests {
    /// Creates a home with a note that has a photo of 400 × 300 pixels.
    private func home() async throws -> FleetHome {
        let home = try await FleetHome.town(
            #"{"vehicles":[{"id":"A-1"},{"id":"B-2"}]}"#, ["--ids", "stable"])
        let photo = try home.write(
            try await PhotoHome.picture("JPEG", size: "(400, 300)"), to: "photo.jpg")
        try await home.run("note", "add", "A-1", "bent", "--photo", photo).succeeded()
        return home
    }

    private func detail(replies: String) async throws -> String {
        try await TerminalProgram(home(), ["detail", "A-1"], replies: replies).text()
    }

    /// Returns the size of the image in a kitty sequence and the opacity of its corners.
    private func image(of text: String, cells: String) async throws -> String {
        let image = try TerminalProgram.image(
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

    @Test("`fleet detail` shows a captioned photo in whole cells before the QR code")
    func detail() async throws {
        let text = try await detail(replies: TerminalProgram.kittyReplies)
        let caption = try #require(text.range(of: "\nnote 1\n\u{1B}_G"))
        let qrCode = try #require(text.range(of: "\u{1B}_Ga=T,f=100,q=2,m=0;iVBOR"))
        #expect(caption.lowerBound < qrCode.lowerBound)
        // 24 columns of 8 pixels leave 144 of 160 pixels to the photo.
        #expect(try await image(of: text, cells: "c=24,r=9") == "192 144 255 255 255 255\n")
    }

    @Test("`fleet detail` shows a photo as sixels")
    func sixels() async throws {
        let text = try await detail(replies: TerminalProgram.sixelReplies)
        #expect(text.contains("\nnote 1\n\u{1B}P0;1;0q\"1;1;192;144#0;2;"))
    }

    @Test("captioned pictures of the vehicle type and the brand come before the photos")
    func fetched() async throws {
        let picture = try await PictureSystem.picture()
        let town = try await PictureSystem(brand: "brand.png", options: ["--ids", "stable"]) {
            _, _ in
            TestServer.Response(body: picture)
        }
        let photo = try town.home.write(picture, to: "photo.png")
        try await town.home.run("note", "add", "A-1", "bent", "--photo", photo).succeeded()
        let text = try await TerminalProgram(town.home, ["detail", "A-1"]).text()
        let image = "\u{1B}_Ga=T,f=100,q=2,c=5,r=2,"
        let captions = text.components(separatedBy: image).dropLast().map {
            $0.split(separator: "\n").last
        }
        #expect(captions == ["Model S", "Quay", "note 1"])
    }

    @Test("a picture server that does not respond delays nothing else")
    func slow() async throws {
        let town = try await PictureSystem { _, _ in TestServer.Response(delay: 3600) }
        let text = try await TerminalProgram(town.home, ["detail", "A-1"]).text()
        #expect(
            text.contains("\u{1B}_Ga=T,f=100,q=2,m=0;iVBOR") && !text.contains("Model S\n\u{1B}_G"))
    }

    @Test(
        "a late picture is left out without affecting the other one",
        arguments: ["/picture.png", "/brand.png"])
    func late(withheld: String) async throws {
        let picture = try await PictureSystem.picture()
        let town = try await PictureSystem(brand: "/brand.png") { _, request in
            TestServer.Response(body: picture, delay: request.target == withheld ? 3600 : 0)
        }
        let text = try await TerminalProgram(town.home, ["detail", "A-1"]).text()
        #expect(text.contains("\nModel S\n\u{1B}_G") == (withheld == "/brand.png"))
        #expect(text.contains("\nQuay\n\u{1B}_G") == (withheld == "/picture.png"))
    }

    @Test(
        "no photo is shown if images are off or the output is not a terminal",
        arguments: [["--graphics", "none"], ["--art", "half"], ["--ansi", "never"]])
    func none(options: [String]) async throws {
        let home = try await home()
        let onTerminal = try await home.start(
            ["detail", "A-1"] + options, environment: ["TERM": "xterm-256color"], on: try Terminal()
        ).outcome().succeeded().text
        let inPipe = try await home.run("detail", "A-1", "--graphics", "kitty").succeeded().text
        for text in [onTerminal, inPipe] {
            #expect(!text.contains("note 1\n") && !text.contains("\u{1B}_G"))
        }
    }

    @Test("a damaged photo is left out without affecting the QR code")
    func damaged() async throws {
        let home = try await home()
        try await home.shell("for file in team-photos/*/*.jpg; do printf x > $file; done")
            .succeeded()
        let text = try await TerminalProgram(home, ["detail", "A-1"]).text()
        #expect(!text.contains("note 1\n") && text.contains("\u{1B}_Ga=T,f=100,q=2,m=0;iVBOR"))
    }

    @Test("`fleet browse` shows a photo over the vehicle, hides it for the help and shows it again")
    func browse() async throws {
        let terminal = try await TerminalProgram(home(), ["browse", "vehicle/A-1"])
        let program = terminal.program
        let photo = "\u{1B}_Ga=T,f=100,q=2,c=24,r=9,"
        func count(_ part: String, _ text: String) -> Int {
            text.components(separatedBy: part).count - 1
        }
        let shown = await program.waitUntil {
            guard let start = $0.text.range(of: photo) else { return false }
            return $0.text[start.upperBound...].contains("\u{1B}8")
        }.text
        #expect(try await image(of: shown, cells: "c=24,r=9") == "192 144 255 255 255 255\n")
        #expect(shown.contains("note 1"))
        try terminal.type("?")
        await program.waitUntil { $0.text.contains("\u{1B}_Ga=d,d=A,q=2\u{1B}\\") }
        try terminal.type("\u{1B}")
        await program.waitUntil { count(photo, $0.text) == 2 }
        try terminal.type("l")
        await program.waitUntil { count("\u{1B}_Ga=d,d=A,q=2\u{1B}\\", $0.text) == 2 }
        try terminal.type("qq")
        _ = try await terminal.text()
    }
}
