import FleetTestSupport
import Foundation
import Testing

@Suite("Labels as pictures, and for label printers", .slots)
struct LabelPreviewTests {
    private let home: FleetHome

    init() throws { home = try FleetHome() }

    /// Returns the sorted contents of the symbols on an image.
    private func decoded(_ name: String) async throws -> [String] {
        let script = """
            import sys, zxingcpp
            from PIL import Image
            for found in zxingcpp.read_barcodes(Image.open(sys.argv[1]).convert("L")):
                print(found.text)
            """
        let text = try await Tool.run(Tool.python, "-c", script, home.path(of: name))
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
            .sorted()
    }

    @Test("A file for a Zebra printer has each label of the roll, at 203 dpi without --dpi")
    func zpl() async throws {
        let path = home.path(of: "labels.zpl")
        let run = try await home.run("labels", "--label", "62x29mm", "--out", path).succeeded()
        #expect(run.errorText.hasSuffix("wrote \(path): 120 labels of 62 × 29 mm at 203 dpi\n"))
        let text = String(decoding: home.bytes(of: "labels.zpl"), as: UTF8.self)
        #expect(text.split(separator: "^XA\n^PW496^LL232^LH0,0\n").count == 120)
        try await home.run("labels", "--label", "62x29mm", "--dpi", "300", "--out", path)
            .succeeded()
        #expect(
            String(decoding: home.bytes(of: "labels.zpl"), as: UTF8.self)
                .hasPrefix("^XA\n^PW732^LL343^LH0,0\n^FO0,0^GFA,"))
    }

    @Test("The printer makes the copies, only those of the pages")
    func copies() async throws {
        try home.write("A\nB\nC\n", to: "ids.txt")
        let run = try await home.run(
            "labels", "--ids", home.path(of: "ids.txt"), "--label", "62x29mm", "--copies", "3",
            "--pages", "2-4", "--out", home.path(of: "l.zpl"), "--index", home.path(of: "i.csv")
        ).succeeded()
        #expect(run.errorText.hasSuffix("l.zpl: 3 labels of 62 × 29 mm at 203 dpi\n"))
        let text = String(decoding: home.bytes(of: "l.zpl"), as: UTF8.self)
        #expect(text.matches(of: /\^PQ(\d+)/).map { String($0.1) } == ["2", "1"])
        let index = String(decoding: home.bytes(of: "i.csv"), as: UTF8.self)
        let rows = index.split(whereSeparator: \.isNewline).dropFirst()
        #expect(rows.map { $0.prefix(6) } == ["A,,2,1", "B,,4,1"])
    }

    @Test("A sheet has no form for a label printer")
    func sheet() async throws {
        try await home.run("labels", "--layout", "L7160", "--out", home.path(of: "l.zpl")).failed(
            64, "a label printer prints rolls, and L7160 is a sheet",
            "use `--label 62x29mm` with the size of your labels, or write a .pdf file")
        #expect(home.bytes(of: "l.zpl").isEmpty)
    }

    @Test("A picture of the first sheet is written with the sheets, and without")
    func file() async throws {
        let path = home.path(of: "p.png")
        let alone = try await home.run("labels", "--preview-file", path).succeeded()
        #expect(alone.errorText.hasSuffix("wrote \(path): page 1 of 6 of L7160\n"))
        let first = try await decoded("p.png")
        #expect(Set(first).count == 21)
        let both = try await home.run(
            "labels", "--preview-file", path, "--pages", "2-3", "--dpi", "200", "--out",
            home.path(of: "l.pdf")
        ).succeeded()
        #expect(
            both.errorText.hasSuffix(
                "wrote \(path): page 2 of 6 of L7160; "
                    + "wrote \(home.path(of: "l.pdf")): 42 labels on 2 pages of L7160\n"))
        let second = try await decoded("p.png")
        #expect(Set(second).count == 21 && Set(second).isDisjoint(with: first))
        // Width and height of A4 at 200 dpi (PNG, section 11.2.2).
        let size = home.bytes(of: "p.png")[16..<24]
        #expect(size.elementsEqual([0, 0, 0x06, 0x76, 0, 0, 0x09, 0x23]))
    }

    @Test("The first sheet is an image as wide as the terminal, or half blocks")
    func terminal() async throws {
        let graphics = try await TerminalProgram(home, ["labels", "--preview"]).text()
        let base64 = try TerminalProgram.image(in: graphics, from: "\u{1B}_Ga=T")
        let png = try #require(Data(base64Encoded: Data(base64)))
        // 120 columns of 8 pixels.
        #expect(Array(png[16..<20]) == [0, 0, 0x03, 0xC0])
        #expect(graphics.contains("page 1 of 6 of L7160"))
        let blocks = try await TerminalProgram(
            home, ["labels", "--preview"], replies: "\u{1B}[?62;c"
        ).text()
        #expect(blocks.contains("▀"))
        let plain = try await TerminalProgram(
            home, ["labels", "--preview"], replies: "\u{1B}[?62;c", environment: ["NO_COLOR": "1"]
        ).text()
        #expect(plain.contains("█") && !plain.contains("48;5;"))
    }

    @Test("A preview in a pipe names the option for a file")
    func pipe() async throws {
        try await home.run("labels", "--preview").failed(
            64, "--preview needs a terminal", "use `--preview-file FILE.png`")
    }

    @Test(
        "Invalid options are refused",
        arguments: [
            ([], "--out is missing; use --out FILE.pdf, --print or --preview"),
            (["--preview-file", "p.jpg"], "--preview-file must be a .png file"),
            (["--preview", "--out", "d/"], "--preview cannot be used with a folder"),
            (
                ["--preview", "--out", "-"],
                "--preview and --out cannot both be standard output"
            ),
            (["--preview-file", "p.png", "--index", "i.csv"], "--index needs --out"),
            (
                ["--label", "62x29mm", "--out", "l.zpl", "--foreground", "#008"],
                "--foreground cannot be used with a .zpl file, which is black and white"
            ),
            (
                ["--out", "l.zpl", "--scale", "4"],
                "--format, --scale and --skip-existing need a folder"
            ),
        ])
    func refused(arguments: [String], cause: String) async throws {
        let outcome = try await home.run(["labels"] + arguments)
        outcome.failed(64, cause, "run `fleet labels --help`")
    }

    @Test("A picture that would need too much memory is refused")
    func tooLarge() async throws {
        try await home.run("labels", "--preview-file", home.path(of: "p.png"), "--dpi", "1200")
            .failed(
                64, "an image of 9921 × 14031 pixels is too large",
                "use a lower --dpi; at most 64 million pixels are possible")
    }
}
