import FleetTestSupport
import Foundation
import Testing

@Suite("Text from a feed never controls the terminal", .slots)
struct HostileTextTests {
    private static let ids = [
        "a\u{1B}[31mred\u{1B}]0;title\u{07}", "b\u{9B}31m\u{85}", "c\u{202E}evil\u{2066}x\u{200F}",
        "d\nerror: forged\r\nhint: forged", "e🛴東京\u{1F1E9}\u{1F1EA}", "f\u{7F}\u{1}g",
        "h\u{2028}\u{200B}\u{E0041}\u{206A}i",
        "j\u{0301}\u{200D}", "k\t\u{08}\u{08}",
    ]

    private let home: FleetHome

    init() throws {
        home = try FleetHome()
        let vehicles = Self.ids.map { id in
            // A vehicle whose ID contains NUL is skipped, but other fields may contain it.
            let text = id.replacing("\u{1}", with: "\u{0}")
            return [
                "id": id, "color": text, "type": text, "vehicle_type_id": text,
                "station_id": text,
                "qrURL": "https://example.org/" + text, "state": text,
            ]
        }
        try home.write(
            [UInt8](JSONSerialization.data(withJSONObject: ["vehicles": vehicles])), to: "feed.json"
        )
    }

    /// Expects no control, bidirectional, invisible or line separator characters except line feeds.
    private func expectSafe(_ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation) {
        let text = String(decoding: bytes, as: UTF8.self)
        let unsafe = text.unicodeScalars.filter {
            $0 != "\n"
                && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value)
                    || (0x2028...0x2029).contains($0.value)
                    || $0.properties.isDefaultIgnorableCodePoint)
        }
        #expect(unsafe.isEmpty, "\(text)", sourceLocation: location)
    }

    @Test(
        "no list format prints control characters",
        arguments: ["table", "json", "ndjson", "csv", "geojson", "gbfs"], ["file", "stored"])
    func lists(format: String, input: String) async throws {
        if input == "stored" {
            try await home.run("source", "add", "stored", home.path + "/feed.json").succeeded()
        }
        let source = input == "stored" ? "stored" : "feed.json"
        let list = try await home.run("list", "--source", source, "--format", format).succeeded()
        // CSV in a pipe is exact: see `CSVTests`.
        if format != "csv" { expectSafe(list.data) }
        expectSafe(list.errorBytes)
        switch format {
        case "csv": break
        case "table": #expect(list.lines.count == Self.ids.count + 1)
        case "json": #expect(Set(list.ids) == Set(Self.ids))
        default: _ = try await Tool.jq(".", list.data)
        }
    }

    @Test("`fleet detail` finds every hostile ID and prints no control characters")
    func details() async throws {
        let names = Self.ids.indices.map { "\($0).png" }
        for (id, name) in zip(Self.ids, names) {
            // A file of the QR code does not replace the text.
            for output in [["--format", "json"], ["--qr", home.path(of: name)]] {
                let detail = try await home.run(
                    ["detail", "--source", "feed.json", "--art", "none"] + output + ["--", id])
                detail.succeeded()
                expectSafe(detail.data)
                expectSafe(detail.errorBytes)
            }
        }
        #expect(try await home.symbols(in: names) == Self.ids.map { Array($0.utf8) })
    }

    @Test(
        "no message prints a control character of its input",
        arguments: [ids[0...2], ids[3...5], ids[6...8]].map { $0.joined() })
    func messages(id: String) async throws {
        for arguments in [
            ["detail", id + "?", "--source", "feed.json"], ["list", "--source", id],
            ["list", "--source", "http://127.0.0.1:1/" + id], ["list", "--color", id],
            ["list", "--source", "feed.json", "--search", id],
            ["source", "add", id, "sim://demo"],
            ["source", "use", id], ["list", "--format", id], [id],
        ] {
            let run = try await home.run(arguments)
            expectSafe(run.errorBytes)
            expectSafe(run.data)
            if run.status != 0 {
                #expect(run.errorLines.count == 2, "\(run.errorText)")
            }
        }
    }

    @Test("`fleet watch` prints no control characters")
    func watch() async throws {
        for format in ["table", "ndjson"] {
            let watch = try await home.run(
                "watch", "--source", "feed.json", "--count", "1", "--format", format)
            expectSafe(watch.succeeded().data)
            expectSafe(watch.errorBytes)
        }
    }
}
