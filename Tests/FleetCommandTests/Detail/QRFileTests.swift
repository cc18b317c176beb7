import FleetTestSupport
import Foundation
import Testing

@Suite("A QR code contains the vehicle ID byte for byte", .slots)
struct QRFileTests {
    /// Vehicle IDs for every mode of a symbol, from one byte to the maximum.
    static let ids = [
        "7", "0123456789", "DCS-FEO", "AC-42 $%*+./:", "73a638a5-08dc-506e-8347-654cdb50d3c0",
        "Zürich 東京 🛴", "back\\slash \"quotes\" 'n' spaces ", "=cmd|' /C calc'!A0", "-rf", "ÿ",
        String(repeating: "0", count: 5313), String(repeating: "A", count: 3351),
        String(repeating: "x", count: 2331),
    ]

    private let home: FleetHome

    init() throws {
        home = try FleetHome()
        let vehicles = Self.ids.map {
            ["id": $0, "qrURL": "https://example.org/ü?a=b&c=\($0.count)"]
        }
        try home.write(
            [UInt8](JSONSerialization.data(withJSONObject: ["vehicles": vehicles])), to: "feed.json"
        )
    }

    private func detail(_ arguments: String...) async throws -> Outcome {
        try await home.run(["detail", "--source", "feed.json"] + arguments)
    }

    /// Returns the bytes that each of two decoders finds in an image.
    private func decoded(_ name: String) async throws -> [[UInt8]] {
        [try await zbar(name), try await home.symbols(in: [name])[0]]
    }

    private func zbar(_ name: String) async throws -> [UInt8] {
        try await Tool.run(
            "zbarimg", "-q", "--raw", "--oneshot", "-Sdisable", "-Sqrcode.enable", "-Sbinary",
            home.path(of: name))
    }

    @Test("two decoders read back every ID")
    func readBack() async throws {
        let names = Self.ids.indices.map { "\($0).png" }
        for (id, name) in zip(Self.ids, names) {
            let path = home.path(of: name)
            let detail = try await detail("--qr", path, "--art", "none", "--", id).succeeded()
            #expect(detail.errorText.hasPrefix("wrote \(path): version "))
            #expect(try await zbar(name) == Array(id.utf8))
        }
        #expect(try await home.symbols(in: names) == Self.ids.map { Array($0.utf8) })
    }

    @Test("--qr - writes only the image, with the given scale, quiet zone and level")
    func standardOutput() async throws {
        let image = try await detail(
            "DCS-FEO", "--qr", "-", "--scale", "3", "--quiet-zone", "4", "--level", "h"
        ).succeeded()
        #expect(image.data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(image.errorText.isEmpty)
        try home.write(image.data, to: "b.png")
        let read = try await decoded("b.png")
        for bytes in read { #expect(bytes == Array("DCS-FEO".utf8)) }
        let size = try await Tool.run(
            Tool.python, "-c",
            "import sys; from PIL import Image; print(*Image.open(sys.argv[1]).size)",
            home.path + "/b.png")
        #expect(String(decoding: size, as: UTF8.self) == "87 87\n")
    }

    @Test("--content uri encodes the rental link")
    func link() async throws {
        try await detail(
            "DCS-FEO", "--content", "uri", "--qr", home.path(of: "u.png"), "--art", "none"
        )
        .succeeded()
        let read = try await decoded("u.png")
        for bytes in read { #expect(bytes == Array("https://example.org/ü?a=b&c=7".utf8)) }
    }

    @Test("a vehicle without a rental link is an error")
    func noLink() async throws {
        try home.write(Feeds.vehicles("A"), to: "other.json")
        try await home.run("detail", "A", "--source", "other.json", "--content", "uri").failed(
            66, "vehicle A has no rental link",
            "leave out `--content uri` to encode the vehicle ID")
    }

    @Test("a link that is neither of the web nor of the system's app is not encoded")
    func refusedLink() async throws {
        let links = ["ms-msdt:/id", "https://user@example.org/", "quay://1"]
        let vehicles = links.enumerated().map { ["id": "V\($0)", "qrURL": $1] }
        try home.write(
            [UInt8](JSONSerialization.data(withJSONObject: ["vehicles": vehicles])), to: "bad.json")
        for index in links.indices {
            try await home.run(
                "detail", "V\(index)", "--source", "bad.json", "--content", "uri"
            ).failed(
                66,
                "vehicle V\(index) has a rental link, but it is neither of the web nor of the "
                    + "system's own app",
                "leave out `--content uri` to encode the vehicle ID")
        }
        try await home.run("source", "add", "bad", "bad.json", "--ids", "stable").succeeded()
        let labels = try await home.run(
            "labels", "--source", "bad", "--content", "uri", "--out", home.path(of: "l.pdf"))
        #expect(
            labels.errorText.contains(
                "skipped 3 vehicles with a rental link that is neither of the web nor of the "
                    + "system's own app"))
    }

    @Test("a link of the app that the system information names is encoded")
    func appLink() async throws {
        let documents = [
            "gbfs.json": """
            {"version": "3.0", "data": {"feeds": [
            {"name": "vehicle_status", "url": "vehicle_status.json"},
            {"name": "system_information", "url": "system_information.json"}]}}
            """,
            "vehicle_status.json": """
            {"version": "3.0", "data": {"vehicles": [{"vehicle_id": "A", "lat": 1, "lon": 2,
            "rental_uris": {"android": "intent://A", "ios": "quay://A"}}]}}
            """,
            "system_information.json": """
            {"version": "3.0", "data": {"name": [], "rental_apps": {"ios": {
            "store_uri": "https://s.example", "discovery_uri": "quay://"}}}}
            """,
        ]
        for (name, text) in documents { try home.write(Array(text.utf8), to: name) }
        try await home.run(
            "detail", "A", "--source", "gbfs.json", "--content", "uri", "--qr",
            home.path(of: "q.png"), "--art", "none"
        ).succeeded()
        for bytes in try await decoded("q.png") { #expect(bytes == Array("quay://A".utf8)) }
    }

    @Test("an ID that is too long is an error with the limit, and writes nothing")
    func tooLong() async throws {
        let id = String(repeating: "x", count: 2332)
        try home.write(Feeds.vehicles(id, "A"), to: "long.json")
        try await home.run("detail", id, "--source", "long.json", "--qr", home.path(of: "l.png"))
            .failed(
                64, "too long for a QR code: 2332 bytes, but level M holds at most 2331",
                "use `--level L`, which holds more")
        #expect(home.bytes(of: "l.png").isEmpty)
        try await home.run(
            "detail", id, "--source", "long.json", "--qr", home.path(of: "l.png"), "--level", "L"
        )
        .succeeded()
    }

    @Test("an ID that is too long for a QR code can be shown without one")
    func tooLongButShown() async throws {
        let id = String(repeating: "x", count: 3000)
        try home.write(Feeds.vehicles(id), to: "long.json")
        try await home.run("detail", id, "--source", "long.json").failed(
            64, "too long for a QR code: 3000 bytes, but level M holds at most 2331",
            "use `--level L`, which holds more")
        let text = try await home.run("detail", id, "--source", "long.json", "--art", "none")
        #expect(text.succeeded().lines.first == "id             " + id)
        try await home.run("detail", id, "--source", "long.json", "--format", "json").succeeded()
    }

    @Test("an unknown extension is rejected", arguments: ["a.gif", "a", "a.", ".png.exe"])
    func unknownExtension(name: String) async throws {
        try await detail("DCS-FEO", "--qr", home.path(of: name)).failed(
            64, "--qr must be a .png, .svg, .pdf or .txt file, or -",
            "run `fleet detail --help`")
        #expect(home.bytes(of: name).isEmpty)
    }

    @Test("a rotating ID is written with a warning")
    func rotating() async throws {
        try await home.run("source", "add", "r", home.path + "/feed.json", "--ids", "rotating")
            .succeeded()
        let detail = try await home.run(
            "detail", "DCS-FEO", "--source", "r", "--qr", home.path(of: "r.png")
        )
        .succeeded()
        #expect(
            detail.errorText.contains(
                "warning: vehicle IDs of this source rotate: "
                    + "the QR code becomes invalid after a trip\n"))
        #expect(!home.bytes(of: "r.png").isEmpty)
    }

    @Test("an image is replaced as a whole, and no other file remains")
    func replaced() async throws {
        try home.write("old", to: "a.png")
        try await detail("DCS-FEO", "--qr", home.path(of: "a.png")).succeeded()
        #expect(home.bytes(of: "a.png").starts(with: [0x89, 0x50]))
        #expect(try home.files.filter { $0.contains("png") } == ["a.png"])
    }
}
