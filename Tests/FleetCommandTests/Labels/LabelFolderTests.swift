import FleetTestSupport
import Foundation
import Testing

@Suite("A label folder has an image for every ID", .slots)
struct LabelFolderTests {
    /// IDs of many forms: path traversal, spreadsheet formulas, other spaces and non-UTF-8 bytes.
    static let ids: [[UInt8]] =
        [
            "DCS-FEO", "12345678901234567890", "Zürich 東京 🛴", "../../etc/passwd", ".", "..",
            "=cmd|' /C calc'!A0", "a,b\"c", "-rf", "WMW12345678901234",
            "73a638a5-08dc-506e-8347-654cdb50d3c0", String(repeating: "東", count: 60),
        ].map { Array($0.utf8) } + [Array("no\u{A0}break".utf8), [0xFF, 0xFE, 0x41]]

    private let home: FleetHome

    init() throws {
        home = try FleetHome()
        try home.write(Array(Self.ids.joined(separator: [0x0A])), to: "ids.txt")
    }

    private func labels(_ arguments: String...) async throws -> Outcome {
        try await home.run(["labels", "--ids", home.path(of: "ids.txt")] + arguments)
    }

    /// Returns the rows of the index, with `payload` in hexadecimal.
    ///
    /// Each also has the `dpi` and `width` of its image and, in `read`, the bytes that another
    /// decoder finds in it, in hexadecimal.
    private func decoded(_ folder: String) async throws -> [[String: Any]] {
        let script = """
            import csv, io, json, sys, zxingcpp
            from PIL import Image
            folder = sys.argv[1]
            text = open(folder + "/index.csv", newline="", encoding="latin-1").read()
            rows = list(csv.DictReader(io.StringIO(text)))
            for row in rows:
                row["payload"] = row["payload"].encode("latin-1").hex()
                image = Image.open(folder + "/" + row["file"])
                row["dpi"] = round(image.info.get("dpi", (0, 0))[0])
                row["width"] = image.width
                found = zxingcpp.read_barcode(
                    image.convert("L"), formats=zxingcpp.BarcodeFormat.QRCode)
                row["read"] = found.bytes.hex()
            print(json.dumps(rows))
            """
        let json = try await Tool.run(Tool.python, "-c", script, home.path + "/" + folder)
        return try #require(JSONSerialization.jsonObject(with: Data(json)) as? [[String: Any]])
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
    }

    @Test("Every image decodes to its ID, byte for byte", arguments: ["2", "4", "8"])
    func readBack(scale: String) async throws {
        try await labels("--out", home.path(of: "d/"), "--scale", scale).succeeded()
        let rows = try await decoded("d")
        #expect(rows.compactMap { $0["read"] as? String } == Self.ids.map(Self.hexadecimal))
        #expect(rows.allSatisfy { $0["dpi"] as? Int == 300 })
    }

    @Test("The index has every payload, byte for byte")
    func index() async throws {
        try await labels("--out", home.path(of: "d/")).succeeded()
        let payloads = try await decoded("d").compactMap { $0["payload"] as? String }
        #expect(payloads == Self.ids.map(Self.hexadecimal))
    }

    @Test("With --spreadsheet, formulas in the index begin with an apostrophe")
    func spreadsheet() async throws {
        try await labels("--out", home.path(of: "d/"), "--spreadsheet").succeeded()
        let payloads = try await decoded("d").compactMap { $0["payload"] as? String }
        let expected = Self.ids.map { id in
            switch id.first {
            case UInt8(ascii: "="): [UInt8(ascii: "'")] + id
            default: id
            }
        }
        #expect(payloads == expected.map(Self.hexadecimal))
    }

    @Test("All files are in the folder, and it has only images and the index")
    func names() async throws {
        try await labels("--out", home.path(of: "d/")).succeeded()
        let files = try FileManager.default.contentsOfDirectory(atPath: home.path + "/d")
        #expect(files.count == Self.ids.count + 1)
        #expect(files.contains("..%2F..%2Fetc%2Fpasswd.png"))
        #expect(files.allSatisfy { $0.hasSuffix(".png") || $0 == "index.csv" })
        #expect(files.allSatisfy { $0.utf8.count <= 255 })
    }

    @Test("A size in millimetres is rounded down to whole printer dots per module")
    func size() async throws {
        try await labels("--out", home.path(of: "d/"), "--size-mm", "20", "--dpi", "600")
            .succeeded()
        for row in try await decoded("d") {
            let width = try #require(row["width"] as? Int)
            let version = try #require((row["version"] as? String).flatMap { Int($0) })
            #expect(width % (25 + 4 * version) == 0)
            #expect(Double(width) / 600 * 25.4 <= 20)
            #expect(row["dpi"] as? Int == 600)
        }
    }

    @Test("A size with too few dots is refused before any output, with the smallest possible size")
    func tooSmall() async throws {
        try await labels("--out", home.path(of: "d/"), "--size-mm", "7").failed(
            64, "label DCS-FEO: 7 mm is too small: a module needs 2 printer dots and 0.25 mm",
            "use `--size-mm 7.4` or a lower --level")
        #expect(!FileManager.default.fileExists(atPath: home.path + "/d"))
    }

    @Test("--skip-existing keeps existing files and still writes the complete index")
    func resumed() async throws {
        try await labels("--out", home.path(of: "d/")).succeeded()
        let index = home.bytes(of: "d/index.csv")
        try home.write("mine", to: "d/DCS-FEO.png")
        try FileManager.default.removeItem(atPath: home.path + "/d/-rf.png")
        let again = try await labels("--out", home.path(of: "d/"), "--skip-existing").succeeded()
        #expect(
            again.errorText.hasSuffix(
                "wrote 1 PNG file and index.csv to \(home.path)/d/; \(Self.ids.count - 1) already existed\n"
            ))
        #expect(home.bytes(of: "d/DCS-FEO.png") == Array("mine".utf8))
        #expect(!home.bytes(of: "d/-rf.png").isEmpty)
        #expect(home.bytes(of: "d/index.csv") == index)
    }

    @Test("A CSV column is selected by name, with quotes and line ends of RFC 4180")
    func column() async throws {
        let file = try home.write(
            "\u{FEFF}name,\"the, id\"\r\nfirst,\"a \"\"b\"\"\"\r\n\r\nsecond,\"c\"\"d\"\nthird,e",
            to: "ids.csv")
        let report = try await home.run(
            "labels", "--ids", file, "--column", "the, id", "--out", home.path(of: "d/"),
            "--report", "-"
        ).succeeded()
        #expect(
            try await Tool.jq(".labels[].payload | @json", report.data)
                == [#""a \"b\"""#, #""c\"d""#, #""e""#])
        try await home.run("labels", "--ids", file, "--column", "id", "--out", home.path(of: "d/"))
            .failed(
                66, "\(file) has no column id", "use one of its columns: name, the, id")
    }

    @Test("The report has the payload, version, level and file of every label")
    func report() async throws {
        try await labels(
            "--out", home.path(of: "d/"), "--report", home.path(of: "report.json"), "--level", "L"
        ).succeeded()
        let report = home.bytes(of: "report.json")
        #expect(try await Tool.jq(".count, (.labels | length)", report) == ["14", "14"])
        #expect(
            try await Tool.jq(
                ".labels[0] | [.payload, .version, .level, .modules, .verified, .file]", report)
                == [#"["DCS-FEO",1,"H",21,true,"DCS-FEO.png"]"#])
        #expect(try await Tool.jq(".labels[-1].payload_hex", report) == ["fffe41"])
    }

    @Test("Duplicate IDs are reported")
    func duplicates() async throws {
        try home.write("A\nB\nA\n", to: "ids.txt")
        let outcome = try await labels("--out", home.path(of: "d/")).succeeded()
        #expect(outcome.errorText.contains("warning: 1 label repeats an earlier one: A\n"))
    }

    @Test(
        "Invalid options are refused",
        arguments: [
            (["--out", "d"], "--out must be a .pdf or .zpl file, or a folder ending in /"),
            (
                ["--out", "d/", "--layout", "L7160"],
                "--layout needs a .pdf file"
            ),
            (
                ["--out", "s.pdf", "--scale", "4"],
                "--format, --scale and --skip-existing need a folder"
            ),
            (
                ["--out", "d/", "--scale", "4", "--size-mm", "20"],
                "--scale and --size-mm cannot be used together"
            ),
            (
                ["--out", "d.pdf", "--text", "plate"],
                "'plate' is no text of labels; use id, name, both, none, or a name in braces, as in "
                    + "'{name}'"
            ),
            (
                ["--out", "d.pdf", "--caption", "{name"],
                "a brace of --caption is not closed, or not opened; write a name in braces, as in "
                    + "'{name}', and {{ or }} for a brace"
            ),
            (
                ["--out", "d/", "--template", "https://example.com/{code}"],
                "--template must contain {id} and no other braces"
            ),
            (
                ["--out", "d/", "--foreground", "#777", "--background", "#999"],
                "the contrast of the colors is 1.57:1; readers need 3:1"
            ),
        ])
    func refused(arguments: [String], cause: String) async throws {
        let outcome = try await home.run(["labels", "--ids", home.path(of: "ids.txt")] + arguments)
        outcome.failed(64, cause, "run `fleet labels --help`")
    }
}
