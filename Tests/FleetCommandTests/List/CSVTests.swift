import FleetTestSupport
import Foundation
import Testing

@Suite("CSV is exact", .slots)
struct CSVTests {
    /// Vehicle IDs that need quotes, that a spreadsheet evaluates, or with control characters.
    private static let ids: [String] = {
        var ids = ["=1+1", "+1", "-1", "@x", "\t=a", " a ", "'a", "\"", "\"\"a", "a,b", "a\rb"]
        ids += ["a\r\nb", "\r", "\n", "a\r", "\u{FEFF}a", "\u{202E}a", "\u{85}", "\u{FF1D}1"]
        ids += ["Zürich 東京 🛴", "a\u{301}", "\u{E1}", "\u{7F}"]
        for byte: UInt8 in 1...0x1F { ids.append("x" + String(Unicode.Scalar(byte))) }
        return ids
    }()

    private let home: FleetHome

    init() throws {
        home = try FleetHome()
        let vehicles = ["vehicles": Self.ids.map { ["vehicle_id": $0, "color": $0] }]
        try home.write([UInt8](JSONSerialization.data(withJSONObject: vehicles)), to: "feed.json")
    }

    private func list(_ arguments: String...) async throws -> Outcome {
        try await home.run(["list", "--source", "feed.json", "--format", "csv"] + arguments)
    }

    @Test("Python's csv reads every ID back unchanged")
    func ids() async throws {
        let script = """
            import csv, io, json, sys
            text = io.TextIOWrapper(sys.stdin.buffer, "utf-8", newline="")
            print(json.dumps([row["vehicle_id"] for row in csv.DictReader(text, strict=True)]))
            """
        let json = try await Tool.python(script, try await list().succeeded().data)
        let read = try JSONDecoder().decode([String].self, from: Data(json.utf8))
        #expect(Set(read.map { Array($0.utf8) }) == Set(Self.ids.map { Array($0.utf8) }))
        #expect(read.count == Self.ids.count)
    }

    @Test("`labels --column vehicle_id` reads every ID of visible characters back unchanged")
    func labels() async throws {
        let ids = Self.ids.filter { id in
            !id.unicodeScalars.contains {
                $0.properties.isWhitespace || $0.properties.generalCategory == .control
                    || $0.properties.generalCategory == .format
            } || id.hasPrefix("Zürich")
        }
        let vehicles = ["vehicles": ids.map { ["vehicle_id": $0] }]
        try home.write([UInt8](JSONSerialization.data(withJSONObject: vehicles)), to: "feed.json")
        let file = try home.write(try await list().succeeded().data, to: "list.csv")
        let report = try await home.run(
            "labels", "--ids", file, "--column", "vehicle_id", "--out", home.path(of: "d/"),
            "--report", "-"
        ).succeeded()
        let payloads = try await Tool.jq("[.labels[].payload] | @json", report.data)
        let json = try #require(payloads.first)
        let read = try JSONDecoder().decode([String].self, from: Data(json.utf8))
        #expect(Set(read.map { Array($0.utf8) }) == Set(ids.map { Array($0.utf8) }))
    }

    @Test("--spreadsheet disarms formulas, and needs CSV")
    func spreadsheet() async throws {
        let lines = try await list("--spreadsheet").succeeded().lines
        #expect(lines.contains { $0.hasPrefix("'=1+1,") } && lines.contains { $0.hasPrefix("-1,") })
        #expect(lines.count == Self.ids.count + 1)
        for command in [["list"], ["site", "list"]] {
            try await home.run(command + ["--spreadsheet"]).failed(
                64, "--spreadsheet needs --format csv",
                "run `fleet \(command.joined(separator: " ")) --help`")
        }
    }

    @Test(
        "A quote that is not closed is an error with its line",
        arguments: [
            ("id\na\n\"b\nc\n", 3), ("id\n\"a\"\n\"c\nd,e\n", 3), ("\"id\n", 1),
            ("id\n\"" + String(repeating: "a\n", count: 1 << 19), 2),
        ])
    func openQuote(text: String, line: Int) async throws {
        let file = try home.write(text, to: "ids.csv")
        try await home.run("labels", "--ids", file, "--column", "id", "--out", home.path(of: "d/"))
            .failed(
                65, "cannot read \(file): line \(line) has a quote that is not closed",
                "close the quote, or write it twice inside of quotes")
        #expect(try home.files.contains("d") == false)
    }
}
