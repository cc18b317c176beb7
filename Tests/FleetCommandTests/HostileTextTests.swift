import Foundation
import Testing

@Suite("No text of a feed reaches a terminal as anything but text", .slots)
struct HostileTextTests {
    private static let codes = [
        "a\u{1B}[31mred\u{1B}]0;title\u{07}", "b\u{9B}31m\u{85}", "c\u{202E}evil\u{2066}x\u{200F}",
        "d\nerror: forged\r\nhint: forged", "e🛴東京\u{1F1E9}\u{1F1EA}", "f\u{7F}\u{0}g", "h\u{2028}i",
        "j\u{0301}\u{200D}", "k\t\u{08}\u{08}",
    ]

    private let home: FleetHome

    init() throws {
        home = try FleetHome()
        let vehicles = Self.codes.map { code in
            [
                "id": code, "color": code, "type": code, "vehicle_type_id": code,
                "station_id": code,
                "qrURL": "https://example.org/" + code, "state": code,
            ]
        }
        try home.write(
            [UInt8](JSONSerialization.data(withJSONObject: ["vehicles": vehicles])), to: "feed.json"
        )
    }

    /// Claims that nothing in it is a control character but the line feed.
    private func expectSafe(_ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation) {
        let text = String(decoding: bytes, as: UTF8.self)
        let unsafe = text.unicodeScalars.filter {
            $0 != "\n"
                && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value)
                    || [0x61C, 0x200E, 0x200F].contains($0.value)
                    || (0x2028...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value))
        }
        #expect(unsafe.isEmpty, "\(text)", sourceLocation: location)
    }

    @Test(
        "no list lets one through",
        arguments: ["table", "json", "ndjson", "csv", "geojson", "gbfs"], ["file", "stored"])
    func lists(format: String, place: String) async throws {
        if place == "stored" {
            try await home.run("source", "add", "stored", home.path + "/feed.json").succeeded()
        }
        let source = place == "stored" ? "stored" : "feed.json"
        let list = try await home.run("list", "--source", source, "--format", format).succeeded()
        expectSafe(list.data)
        expectSafe(list.talkBytes)
        switch format {
        case "table", "csv": #expect(list.lines.count == Self.codes.count + 1)
        case "json": #expect(Set(list.codes) == Set(Self.codes))
        default: _ = try await Tool.jq(".", list.data)
        }
    }

    /// No argument of a program can hold a NUL.
    private static let typeable = codes.filter { !$0.contains("\u{0}") }

    @Test("every such code is found and shown, safely", arguments: typeable.indices)
    func details(index: Int) async throws {
        let code = Self.typeable[index]
        for format in ["text", "json"] {
            let detail = try await home.run(
                "detail", "--source", "feed.json", "--format", format, "--art", "none", "--", code)
            detail.succeeded()
            expectSafe(detail.data)
            expectSafe(detail.talkBytes)
        }
        let file = try await home.run(
            "detail", "--source", "feed.json", "--qr", "a.png", "--art", "none", "--", code)
        file.succeeded()
        let script = """
            import sys, zxingcpp
            from PIL import Image
            image = Image.open(sys.argv[1]).convert("L")
            sys.stdout.buffer.write(zxingcpp.read_barcode(image, formats=zxingcpp.BarcodeFormat.QRCode).bytes)
            """
        let read = try await Tool.run(Tool.python, "-c", script, home.path + "/a.png")
        #expect(read == Array(code.utf8))
    }

    @Test("no message repeats one as it came", arguments: codes.indices)
    func messages(index: Int) async throws {
        let code = Self.codes[index].replacing("\u{0}", with: "")
        for arguments in [
            ["detail", code + "?", "--source", "feed.json"], ["list", "--source", code],
            ["list", "--source", "http://127.0.0.1:1/" + code], ["list", "--color", code],
            ["list", "--source", "feed.json", "--search", code],
            ["source", "add", code, "sim://demo"],
            ["source", "use", code], ["list", "--format", code], [code],
        ] {
            let run = try await home.run(arguments)
            expectSafe(run.talkBytes)
            expectSafe(run.data)
            if run.status != 0 {
                #expect(run.talkLines.count == 2, "\(run.talk)")
            }
        }
    }

    @Test("a watch shows none")
    func watch() async throws {
        for format in ["table", "ndjson"] {
            let watch = try await home.run(
                "watch", "--source", "feed.json", "--count", "1", "--format", format)
            expectSafe(watch.succeeded().data)
            expectSafe(watch.talkBytes)
        }
    }
}
