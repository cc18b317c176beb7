import Foundation
import Testing

@Suite("A QR code holds the vehicle's code byte for byte", .slots)
struct QRFileTests {
    /// Codes of every mode of a symbol, from one byte on; each is a vehicle.
    static let codes = [
        "7", "0123456789", "DCS-FEO", "AC-42 $%*+./:", "73a638a5-08dc-506e-8347-654cdb50d3c0",
        "Zürich 東京 🛴", "back\\slash \"quotes\" 'n' spaces ", "=cmd|' /C calc'!A0", "-rf", "ÿ",
        String(repeating: "0", count: 5313), String(repeating: "A", count: 3351),
        String(repeating: "x", count: 2331),
    ]

    private let home: FleetHome

    init() throws {
        home = try FleetHome()
        let vehicles = Self.codes.map {
            ["id": $0, "qrURL": "https://example.org/ü?a=b&c=\($0.count)"]
        }
        try home.write(
            [UInt8](JSONSerialization.data(withJSONObject: ["vehicles": vehicles])), to: "feed.json"
        )
    }

    private func detail(_ arguments: String...) async throws -> Outcome {
        try await home.run(["detail", "--source", "feed.json"] + arguments)
    }

    /// What two decoders read in an image.
    private func decoded(_ name: String) async throws -> [[UInt8]] {
        let path = home.path + "/" + name
        let zbar = try await Tool.run(
            "zbarimg", "-q", "--raw", "--oneshot", "-Sdisable", "-Sqrcode.enable", "-Sbinary", path)
        let script = """
            import sys, zxingcpp
            from PIL import Image
            image = Image.open(sys.argv[1]).convert("L")
            sys.stdout.buffer.write(zxingcpp.read_barcode(image, formats=zxingcpp.BarcodeFormat.QRCode).bytes)
            """
        return [zbar, try await Tool.run(Tool.python, "-c", script, path)]
    }

    @Test("two decoders read every code back", arguments: codes.indices)
    func readBack(index: Int) async throws {
        let code = Self.codes[index]
        let detail = try await detail("--qr", "a.png", "--art", "none", "--", code).succeeded()
        #expect(detail.talk.hasPrefix("wrote a.png: version "))
        let read = try await decoded("a.png")
        for bytes in read { #expect(bytes == Array(code.utf8)) }
    }

    @Test("- writes the image alone, every scale, quiet zone and level is obeyed")
    func standardOutput() async throws {
        let image = try await detail(
            "DCS-FEO", "--qr", "-", "--scale", "3", "--quiet-zone", "4", "--level", "h"
        ).succeeded()
        #expect(image.data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(image.talk.isEmpty)
        try home.write(image.data, to: "b.png")
        let read = try await decoded("b.png")
        for bytes in read { #expect(bytes == Array("DCS-FEO".utf8)) }
        let size = try await Tool.run(
            Tool.python, "-c",
            "import sys; from PIL import Image; print(*Image.open(sys.argv[1]).size)",
            home.path + "/b.png")
        #expect(String(decoding: size, as: UTF8.self) == "87 87\n")
    }

    @Test("--content uri holds the rental link")
    func link() async throws {
        try await detail("DCS-FEO", "--content", "uri", "--qr", "u.png", "--art", "none")
            .succeeded()
        let read = try await decoded("u.png")
        for bytes in read { #expect(bytes == Array("https://example.org/ü?a=b&c=7".utf8)) }
    }

    @Test("a vehicle without a link says so")
    func noLink() async throws {
        try home.write(Feeds.vehicles("A"), to: "other.json")
        try await home.run("detail", "A", "--source", "other.json", "--content", "uri").failed(
            66, "vehicle A has no rental link",
            "leave out `--content uri` for a QR code of the vehicle's code")
    }

    @Test("a code that is too long says the limit, and writes nothing")
    func tooLong() async throws {
        let code = String(repeating: "x", count: 2332)
        try home.write(Feeds.vehicles(code, "A"), to: "long.json")
        try await home.run("detail", code, "--source", "long.json", "--qr", "l.png").failed(
            64, "too long for a QR code: 2332 bytes, where level M holds 2331",
            "a lower level holds more: `--level L`")
        #expect(home.bytes(of: "l.png").isEmpty)
        try await home.run("detail", code, "--source", "long.json", "--qr", "l.png", "--level", "L")
            .succeeded()
    }

    @Test("what needs no QR code shows a vehicle whose code is too long for one")
    func tooLongButShown() async throws {
        let code = String(repeating: "x", count: 3000)
        try home.write(Feeds.vehicles(code), to: "long.json")
        try await home.run("detail", code, "--source", "long.json").failed(
            64, "too long for a QR code: 3000 bytes, where level M holds 2331",
            "a lower level holds more: `--level L`")
        let text = try await home.run("detail", code, "--source", "long.json", "--art", "none")
        #expect(text.succeeded().lines.first == "id             " + code)
        try await home.run("detail", code, "--source", "long.json", "--format", "json").succeeded()
    }

    @Test("an ending that nobody knows", arguments: ["a.gif", "a", "a.", ".png.exe"])
    func ending(name: String) async throws {
        try await detail("DCS-FEO", "--qr", name).failed(
            64, "--qr takes a file whose name ends in .png, .svg, .pdf or .txt, or -",
            "run `fleet detail --help`")
        #expect(home.bytes(of: name).isEmpty)
    }

    @Test("a code that rotates is written, with a warning")
    func rotating() async throws {
        try await home.run("source", "add", "r", home.path + "/feed.json", "--ids", "rotating")
            .succeeded()
        let detail = try await home.run("detail", "DCS-FEO", "--source", "r", "--qr", "r.png")
            .succeeded()
        #expect(
            detail.talk.contains(
                "warning: this source changes its codes after trips: a printed code goes stale\n"))
        #expect(!home.bytes(of: "r.png").isEmpty)
    }

    @Test("an image is replaced whole, and no other file is left")
    func replaced() async throws {
        try home.write("old", to: "a.png")
        try await detail("DCS-FEO", "--qr", "a.png").succeeded()
        #expect(home.bytes(of: "a.png").starts(with: [0x89, 0x50]))
        #expect(try home.files.filter { $0.contains("png") } == ["a.png"])
    }
}
