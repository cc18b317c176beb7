import FleetLabels
import QRCode
import Testing

@Suite("Label sheets are small, valid and deterministic PDF files")
struct SheetFileTests {
    @Test(
        "a label takes at most 2,400 bytes on a sheet, and 3,200 on a roll, whatever its payload",
        arguments: ["L7160", "5160", "DK-11209"], Payloads.allCases)
    func bytes(layout: String, payloads: Payloads) throws {
        var random = SeededGenerator(seed: 600)
        let labels = try (0..<60).map { _ in
            let payload = payloads.make(&random)
            return try Label(payload, lines: payloads == .link ? ["Scan to ride"] : [payload])
        }
        let sheet = try Sheet(.named(layout), labels)
        // The fonts are embedded once, regardless of the number of labels.
        let fonts = try Sheet(.named(layout), labels.prefix(1)).bytes.count
        let isRoll = layout == "DK-11209"
        let each = (sheet.bytes.count - (isRoll ? fonts : 0)) / labels.count
        #expect(each <= (isRoll ? 3200 : 2400))
    }

    @Test("the file is valid, has no images and embeds font subsets")
    func valid() throws {
        let labels = try (0..<50).map { try Label("CAR-\($0)", lines: ["CAR-\($0)", "Ωmega"]) }
        let oracle = try PDFOracle(Sheet(.named("L7651"), labels).bytes)
        #expect(try oracle.problems() == "")
        #expect(try oracle.poppler("pdfimages", "-list").split(separator: "\n").count == 2)
        let fonts = try oracle.poppler("pdffonts").split(separator: "\n").dropFirst(2)
        #expect(!fonts.isEmpty)
        for font in fonts {
            #expect(font.contains(/^[A-Z]{6}\+/), "not named like a subset: \(font)")
            #expect(font.contains(/yes +yes +yes/), "not an embedded subset with Unicode: \(font)")
        }
    }

    @Test("the same labels produce the same bytes")
    func deterministic() throws {
        let labels = try (0..<30).map { try Label("CAR-\($0)", lines: ["CAR-\($0)"]) }
        let design = try LabelDesign.named("L7160")
        #expect(try Sheet(design, labels).bytes == Sheet(design, labels).bytes)
    }

    @Test("the file has a title and a creator, but no date")
    func information() throws {
        let title = "Labels (a\\b) \u{1B} für Ω endobj stream\n"
        let oracle = try PDFOracle(
            Sheet(.named("L7160"), title: title, [try Label("CAR-1", lines: ["CAR-1"])]).bytes)
        #expect(try oracle.problems() == "")
        let information = try oracle.poppler("pdfinfo")
        #expect(
            information.contains(
                "Title:           Labels (a\\b) \\u{1B} für Ω endobj stream\\u{A}\n"))
        #expect(information.contains("Creator:         fleet\n"))
        #expect(!information.contains("Date"))
    }

    @Test("printing starts at the first free label and continues on the next page")
    func start() throws {
        var design = try LabelDesign.named("L7160")
        design.start = 20
        let sheet = try Sheet(design, ["A", "B", "C"].map { try Label($0) })
        #expect(sheet.summary.pages == 2 && sheet.summary.labels == 3)
        let found = try PDFOracle(sheet.bytes).symbols(dotsPerInch: 300)
        let positions = found.map {
            "\($0.text) \($0.page) \(Int($0.left / 66)) \(Int($0.top / 38.1))"
        }
        #expect(positions.sorted() == ["A 1 1 6", "B 1 2 6", "C 2 0 0"])
    }

    @Test("copies are next to each other")
    func copies() throws {
        var design = try LabelDesign.named("L7160")
        design.copies = 3
        let labels = try ["A", "B"].map { try Label($0, lines: ["Text\($0)"]) }
        let sheet = try Sheet(design, labels)
        #expect(sheet.summary.pages == 1 && sheet.summary.labels == 6)
        let oracle = try PDFOracle(sheet.bytes)
        let found = try oracle.symbols(dotsPerInch: 300).sorted {
            ($0.top, $0.left) < ($1.top, $1.left)
        }
        #expect(found.map(\.text) == ["A", "A", "A", "B", "B", "B"])
        let words = try oracle.words().map(\.text)
        #expect(words.sorted() == ["TextA", "TextA", "TextA", "TextB", "TextB", "TextB"])
    }

    @Test("cut marks leave symbols readable and add little", arguments: ["L7160", "4606"])
    func cutMarks(layout: String) throws {
        var design = try LabelDesign.named(layout)
        let payloads = (0..<21).map { "CAR-\($0)" }
        let plain = try Sheet(design, payloads.map { try Label($0) })
        design.cutMarks = true
        let marked = try Sheet(design, payloads.map { try Label($0) })
        #expect(marked.bytes.count > plain.bytes.count)
        #expect(marked.bytes.count - plain.bytes.count < 21 * 100)
        let found = try PDFOracle(marked.bytes).symbols(dotsPerInch: 300)
        #expect(Set(found.map(\.text)) == Set(payloads))
    }

    @Test("text of any script can be extracted, and control characters are escaped")
    func scripts() throws {
        let texts = ["Ünïcödé", "Ωμέγα", "Привет", "\u{1B}[31mred", "a\nb", "(x)\\", "ﬁ—½"]
        let labels = try texts.map { try Label("A", lines: [$0]) }
        let words = try PDFOracle(Sheet(.named("L7160"), labels).bytes).words().map(\.text)
        #expect(
            words.sorted()
                == ["Ünïcödé", "Ωμέγα", "Привет", "\\u{1B}[31mred", "a\\u{A}b", "(x)\\", "ﬁ—½"]
                .sorted())
    }

    @Test("labels with characters missing from all fonts are counted")
    func unknownCharacters() throws {
        let labels = try ["known", "\u{10FFF0}", "\u{10FFF1}x"].map { try Label("A", lines: [$0]) }
        let sheet = try Sheet(.named("L7160"), labels)
        #expect(sheet.summary.labelsWithUnknownCharacters == 2)
    }

    @Test("an error of the sink stops the writer")
    func sink() throws {
        struct Full: Error {}
        var written = 0
        let writer = try SheetWriter(.named("DK-11209"), title: "") { bytes in
            written += bytes.count
            if written > 2000 { throw Full() }
        }
        #expect(throws: Full.self) {
            for number in 0..<100 { try writer.add(Label("CAR-\(number)")) }
        }
    }

    @Test("a sheet without labels is one empty page")
    func empty() throws {
        let sheet = try Sheet(.named("L7160"), [])
        #expect(sheet.summary.labels == 0)
        #expect(try PDFOracle(sheet.bytes).problems() == "")
    }

    /// The colors that cover more than a hundredth of the first page.
    private func common(_ file: PDFOracle) throws -> [String] {
        let colors = try file.colors(dotsPerInch: 300)
        let all = colors.values.reduce(0, +)
        return colors.filter { $0.value * 100 > all }.keys.sorted()
    }

    @Test("symbols have the requested colors")
    func colors() throws {
        let colors = SymbolColors(
            foreground: RGB(red: 128, green: 0, blue: 0),
            background: RGB(red: 255, green: 255, blue: 0))
        let symbol = try Symbol(Array("CAR-1".utf8), level: .quartile)
        let size = try PrintSize(modules: 29, millimetres: 25, dotsPerInch: 300)
        let oracle = try PDFOracle(symbol.pdf(size, colors: colors, title: "CAR-1"))
        #expect(try oracle.problems() == "")
        #expect(try common(oracle) == ["800000", "ffff00"])
        #expect(try oracle.symbols(dotsPerInch: 300).map(\.text) == ["CAR-1"])
        var design = try LabelDesign.named("DK-11221")
        design.colors = colors
        let sheet = try PDFOracle(Sheet(design, [Label("CAR-1")]).bytes)
        #expect(try common(sheet) == ["800000", "ffff00", "ffffff"])
    }

    @Test("a single symbol fills a page of its size")
    func alone() throws {
        let symbol = try Symbol(Array("CAR-1".utf8), level: .quartile)
        let size = try PrintSize(modules: 29, millimetres: 25, dotsPerInch: 300)
        let oracle = try PDFOracle(symbol.pdf(size, title: "CAR-1"))
        // 290 dots at 300 per inch.
        #expect(try oracle.poppler("pdfinfo").contains("69.6 x 69.6 pts"))
        #expect(try oracle.symbols(dotsPerInch: 203).map(\.text) == ["CAR-1"])
    }
}
