import FleetTestSupport
import Foundation
import Testing

@Suite("A label sheet has a symbol and its text for every vehicle", .slots)
struct LabelSheetTests {
    private let home: FleetHome

    init() throws { home = try FleetHome() }

    /// Returns the sorted contents of the symbols on the rendered pages of a PDF file.
    private func decoded(_ name: String, dpi: String = "300") async throws -> [String] {
        let script = """
            import glob, subprocess, sys, zxingcpp
            from PIL import Image
            path, dpi = sys.argv[1:]
            subprocess.run(["pdftoppm", "-r", dpi, "-gray", path, path], check=True)
            for page in sorted(glob.glob(path + "-*")):
                for found in zxingcpp.read_barcodes(Image.open(page)):
                    print(found.text)
            """
        let text = try await Tool.run(Tool.python, "-c", script, home.path + "/" + name, dpi)
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
            .sorted()
    }

    /// Returns the non-empty lines of text of a PDF file, without page numbers.
    private func texts(_ name: String) async throws -> [String] {
        let text = try await Tool.run("pdftotext", home.path + "/" + name, "-")
        return String(decoding: text, as: UTF8.self).split { $0.isNewline || $0 == "\u{C}" }
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("page ") }
    }

    @Test(
        "The sheet has the red vehicles of the list, as symbols and as text",
        arguments: ["203", "300"])
    func red(dpi: String) async throws {
        let list = try await home.run("list", "--color", "red", "--format", "json").succeeded()
        let ids = try await Tool.jq(".vehicles[].vehicle_id", list.data)
        let sheet = try await home.run(
            "labels", "--color", "red", "--out", home.path(of: "red.pdf")
        ).succeeded()
        #expect(sheet.errorText.hasSuffix("labels on 3 pages of L7160\n"))
        #expect(try await decoded("red.pdf", dpi: dpi) == ids.sorted())
        #expect(try await texts("red.pdf").sorted() == ids.sorted())
    }

    @Test("The options of a list select and order the vehicles; beginnings of IDs are named")
    func selection() async throws {
        func labels(_ arguments: String...) async throws -> (ids: [String], errors: String) {
            let folder = home.path(of: "codes\(UUID())") + "/"
            let labels = try await home.run(["labels", "--out", folder] + arguments).succeeded()
            let index = try String(contentsOfFile: folder + "index.csv", encoding: .utf8)
            let rows = index.split(separator: "\n").dropFirst()
            return (rows.map { String($0.split(separator: ",")[0]) }, labels.errorText)
        }
        for options in [
            ["--near", "48.86,2.33", "--limit", "3"], ["--sort", "battery", "--limit", "4"],
            ["--sort", "range", "--reverse", "--limit", "2"],
        ] {
            let list = try await home.run(["list", "--json"] + options).succeeded()
            let out = home.path(of: options.joined()) + "/"
            try await home.run(["labels", "--out", out] + options).succeeded()
            let index = try String(contentsOfFile: out + "index.csv", encoding: .utf8)
            let rows = index.split(separator: "\n").dropFirst()
            let ids = rows.map { String($0.split(separator: ",")[0]) }
            #expect(ids == list.ids)
        }
        let named = try await labels("abp-p", "KEI-XVC", "NOPE")
        #expect(named.ids == ["ABP-PHY", "KEI-XVC"])
        #expect(named.errors.hasPrefix("missing: NOPE\nusing ABP-PHY for abp-p\n"))
        try await home.run("favorite", "add", "KEI-XVC").succeeded()
        #expect(try await labels("--favorites").ids == ["KEI-XVC"])
        try await home.run("labels", "--ids", "x", "--out", "y/", "--limit", "3").failed(
            64, "filters cannot be used with --ids", "run `fleet labels --help`")
    }

    @Test("The saved color filter is neither used nor changed")
    func savedFilter() async throws {
        try await home.run("list", "--color", "red").succeeded()
        let sheet = try await home.run("labels", "--color", "blue", "--out", home.path(of: "a.pdf"))
            .succeeded()
        #expect(sheet.errorText.contains("labels on"))
        let all = try await home.run("labels", "--out", home.path(of: "b.pdf")).succeeded()
        #expect(all.errorText.contains("wrote \(home.path)/b.pdf: 120 labels on 6 pages"))
        #expect(try await home.run("filter", "show").succeeded().data == Array("red\n".utf8))
    }

    @Test("Template, caption, copies and first label take effect")
    func options() async throws {
        try home.write("A/1\nBravo 2\n", to: "ids.txt")
        let sheet = try await home.run(
            "labels", "--ids", home.path(of: "ids.txt"), "--template", "https://example.com/v/{id}",
            "--upper-case-host", "--text", "both", "--name", "Ünïon", "--caption", "日本",
            "--copies", "2", "--start", "24", "--layout", "3475", "--out", home.path(of: "t.pdf")
        ).succeeded()
        #expect(sheet.errorText == "wrote \(home.path)/t.pdf: 4 labels on 2 pages of 3475\n")
        let links = ["HTTPS://EXAMPLE.COM/v/A%2F1", "HTTPS://EXAMPLE.COM/v/Bravo%202"]
        #expect(try await decoded("t.pdf") == (links + links).sorted())
        let texts = try await texts("t.pdf")
        for text in ["A/1", "Bravo 2", "Ünïon", "日本"] { #expect(texts.contains(text)) }
    }

    @Test("A custom layout is checked against its page")
    func custom() async throws {
        try await home.run(
            "labels", "--out", home.path(of: "c.pdf"), "--layout", "custom", "--page", "A4",
            "--columns", "2",
            "--rows", "5", "--label", "90x50", "--gap", "5,2"
        ).succeeded()
        try await home.run(
            "labels", "--out", home.path(of: "d.pdf"), "--layout", "custom", "--page", "100x100",
            "--columns", "2",
            "--label", "90x50"
        ).failed(
            64, "the labels need 180 × 50 mm, the page has 100 × 100 mm",
            "use fewer --columns or --rows, or smaller labels, margins or gaps")
        #expect(home.bytes(of: "d.pdf").isEmpty)
    }

    @Test("A label that does not fit is named, and an existing sheet is kept")
    func tooLong() async throws {
        try home.write("old", to: "s.pdf")
        try home.write("ok\n" + String(repeating: "long ", count: 40), to: "ids.txt")
        let outcome = try await home.run(
            "labels", "--ids", home.path(of: "ids.txt"), "--out", home.path(of: "s.pdf"),
            "--layout", "L7651")
        #expect(outcome.status == 64)
        #expect(outcome.errorText.contains("error: label long long"))
        #expect(home.bytes(of: "s.pdf") == Array("old".utf8))
        #expect(try home.files.filter { $0.hasSuffix(".tmp") } == [])
    }

    @Test("Rotating IDs are refused without a label field or --allow-rotating")
    func rotating() async throws {
        let feed = #"""
            {"vehicles":[{"id":"x1","qrURL":"https://example.com/?code=AB-1&z"},
            {"id":"x2","qrURL":"https://example.com/none"}]}
            """#
        try home.write(feed, to: "feed.json")
        let path = home.path + "/feed.json"
        try await home.run("source", "add", "r", path, "--ids", "rotating").succeeded()
        try await home.run("labels", "--source", "r", "--out", home.path(of: "r.pdf")).failed(
            64, "vehicle IDs of this source rotate, so QR codes would become invalid after a trip",
            "set the field of the stable ID with `fleet source edit r --label-field FIELD`, "
                + "or use --allow-rotating")
        try await home.run(
            "labels", "--source", "r", "--out", home.path(of: "r.pdf"), "--allow-rotating"
        )
        .succeeded()
        try await home.run(
            "source", "add", "p", path, "--ids", "rotating", "--label-field",
            "rental_uris.web:code=([A-Z0-9-]+)"
        ).succeeded()
        let sheet = try await home.run("labels", "--source", "p", "--out", home.path(of: "p.pdf"))
            .succeeded()
        #expect(
            sheet.errorText.hasPrefix(
                "warning: skipped 1 vehicle without a stable ID\n"))
        #expect(try await decoded("p.pdf") == ["AB-1"])
        let shown = try await home.run("source", "show", "p", "--format", "json").succeeded()
        #expect(
            try await Tool.jq(".label_field", shown.data) == ["rental_uris.web:code=([A-Z0-9-]+)"])
        try await home.run("labels", "--source", path, "--out", home.path(of: "u.pdf")).succeeded()
    }

    @Test("The layouts are listed with their sizes")
    func layouts() async throws {
        let list = try await home.run("labels", "--layouts").succeeded()
        let lines = String(decoding: list.data, as: UTF8.self).split(separator: "\n")
        #expect(lines.count > 10)
        #expect(lines[1] == "L7160     Avery            A4         3 × 7   63.5 × 38.1 mm")
        #expect(lines.contains { $0.contains("roll") } && lines.contains { $0.contains("Letter") })
        let json = try await home.run("labels", "--layouts", "--json").succeeded()
        let edges = ".layouts[] | [.left_mm, .top_mm, .gap_x_mm, .gap_y_mm] | @json"
        let found = try await Tool.jq(edges, json.data)
        #expect(found.first == "[7.21,15.15,2.54,0]")
        #expect(found.last == "[0,0,0,0]")
    }
}
