import FleetLabels
import QRCode
import Testing

/// Manufacturers' dimensions, stated independently: label size, margins and pitches.
struct Measured: CustomTestStringConvertible {
    let name: String
    let columns: Int
    let perPage: Int
    let label: (width: Double, height: Double)
    let margin: (left: Double, top: Double)
    let pitch: (x: Double, y: Double)

    var testDescription: String { name }

    static let all = [
        Measured(
            name: "L7160", columns: 3, perPage: 21, label: (63.5, 38.1), margin: (7.2, 15.15),
            pitch: (66, 38.1)),
        Measured(
            name: "5160", columns: 3, perPage: 30, label: (66.7, 25.4), margin: (4.76, 12.7),
            pitch: (69.85, 25.4)),
        Measured(
            name: "DK-11209", columns: 1, perPage: 1, label: (62, 29), margin: (0, 0),
            pitch: (0, 0)),
    ]

    func origin(_ index: Int) -> (page: Int, x: Double, y: Double) {
        let position = index % perPage
        return (
            index / perPage + 1, margin.left + Double(position % columns) * pitch.x,
            margin.top + Double(position / columns) * pitch.y
        )
    }
}

@Suite("Printed sheets are readable by independent decoders")
struct SheetReadingTests {
    private static let count = 33

    @Test(
        "each symbol without text is in the middle of its label",
        arguments: Measured.all, [203, 300])
    func centers(measured: Measured, dotsPerInch: Int) throws {
        let payloads = (0..<Self.count).map { "CAR-\(1000 + $0)" }
        let sheet = try Sheet(.named(measured.name), payloads.map { try Label($0) })
        let found = try PDFOracle(sheet.bytes).symbols(dotsPerInch: dotsPerInch)
        #expect(found.count == payloads.count)
        for (index, payload) in payloads.enumerated() {
            let symbol = try #require(found.first { $0.text == payload })
            let position = measured.origin(index)
            #expect(symbol.page == position.page)
            #expect(abs(symbol.centerX - position.x - measured.label.width / 2) < 0.3)
            #expect(abs(symbol.centerY - position.y - measured.label.height / 2) < 0.3)
        }
    }

    @Test(
        "each symbol is above its own text, and both are within their label",
        arguments: Measured.all, [203, 300])
    func textUnderSymbols(measured: Measured, dotsPerInch: Int) throws {
        var random = SeededGenerator(seed: 160)
        let types = Payloads.allCases.filter { $0 != .link }
        let payloads = (0..<Self.count).map { types[$0 % types.count].make(&random) }
        let labels = try payloads.map { try Label($0, lines: [$0, "Fahrrad"]) }
        let oracle = try PDFOracle(Sheet(.named(measured.name), labels).bytes)
        let found = try oracle.symbols(dotsPerInch: dotsPerInch)
        let words = try oracle.words()
        #expect(found.count == payloads.count && words.count == 2 * payloads.count)
        for (index, payload) in payloads.enumerated() {
            let (page, x, y) = measured.origin(index)
            let symbol = try #require(found.first { $0.text == payload })
            let word = try #require(words.first { $0.text == payload })
            #expect(symbol.page == page && word.page == page)
            for item in [symbol, word] {
                #expect(abs(item.centerX - x - measured.label.width / 2) < 0.3)
            }
            #expect(symbol.top > y + 0.9 && word.top > symbol.bottom)
            #expect(word.bottom < y + measured.label.height - 0.9)
        }
    }

    @Test("all pages of a long file are readable")
    func longFile() throws {
        let perPage = 65
        let payloads = (0..<12 * perPage).map { "CAR-\(10_000 + $0)" }
        let labels = try payloads.map { try Label($0, lines: [$0]) }
        let file = try PDFOracle(Sheet(.named("L7651"), labels).bytes)
        #expect(try file.problems() == "")
        for page in [1, 12] {
            let oracle = try file.page(page)
            let expected = payloads[(page - 1) * perPage..<page * perPage]
            #expect(try oracle.symbols(dotsPerInch: 300).map(\.text).sorted() == Array(expected))
            #expect(try oracle.words().map(\.text).sorted() == Array(expected))
        }
    }

    @Test("zbar reads the same payloads", arguments: [203, 300])
    func zbar(dotsPerInch: Int) throws {
        var random = SeededGenerator(seed: 5160)
        let payloads = (0..<42).map { Payloads.allCases[$0 % 4].make(&random) }
        let sheet = try Sheet(.named("L7160"), payloads.map { try Label($0, lines: ["Scan"]) })
        let found = try PDFOracle(sheet.bytes).zbarPayloads(dotsPerInch: dotsPerInch)
        #expect(found.sorted() == payloads.sorted())
    }

    @Test(
        "PDFium, which draws PDF files in Chromium, draws the same symbols", arguments: [203, 300])
    func pdfium(dotsPerInch: Int) throws {
        var random = SeededGenerator(seed: 5160)
        let payloads = (0..<42).map { Payloads.allCases[$0 % 4].make(&random) }
        let sheet = try Sheet(.named("L7160"), payloads.map { try Label($0, lines: ["Scan"]) })
        let found = try PDFOracle(sheet.bytes).pdfiumPayloads(dotsPerInch: dotsPerInch)
        #expect(found.sorted() == payloads.sorted())
    }

    @Test("PDFium draws the largest symbols, too")
    func largestInPDFium() throws {
        let payload = String(repeating: "v", count: 1600)
        let sheet = try Sheet(.named("200x200mm"), [try Label(payload)])
        #expect(try PDFOracle(sheet.bytes).pdfiumPayloads(dotsPerInch: 200) == [payload])
    }

    @Test("symbols at 203 dpi are aligned to whole printer dots")
    func wholeDots() throws {
        var design = try LabelDesign.named("5160")
        design.dotsPerInch = 203
        let sheet = try Sheet(design, (0..<30).map { try Label("CAR-\(1000 + $0)") })
        // Without text, a page drawn at that resolution has no gray pixels, except very light ones
        // at corners, where poppler counts one of sixteen samples as dark.
        let grays = try PDFOracle(sheet.bytes).colors(dotsPerInch: 203).keys
            .filter { !["000000", "fbfbfb", "ffffff"].contains($0) }
        #expect(grays.isEmpty)
    }

    @Test("symbols have no seams at any resolution", arguments: [72, 150, 203, 300, 600])
    func seams(dotsPerInch: Int) throws {
        var random = SeededGenerator(seed: 21)
        let payloads = (0..<8).map { Payloads.allCases[$0 % 4].make(&random) }
        var design = try LabelDesign.named("DK-11209")
        design.side = 25
        let file = try PDFOracle(Sheet(design, payloads.map { try Label($0) }).bytes)
        // Seams would be darker than the grays of one or two of poppler's sixteen samples.
        let grays = try file.colors(dotsPerInch: dotsPerInch).keys
            .filter { !["000000", "f4f4f4", "fbfbfb", "ffffff"].contains($0) }
        #expect(grays.isEmpty)
        let found = try file.symbols(dotsPerInch: dotsPerInch)
        #expect(found.map(\.text).sorted() == payloads.sorted())
    }

    @Test("every version is readable, with one line or several", arguments: [1, 7, 20, 30, 40])
    func versions(version: Int) throws {
        let capacity = [1: 11, 7: 86, 20: 482, 30: 982, 40: 1663][version] ?? 0
        var random = SeededGenerator(seed: 40)
        let payload = String(
            (0..<capacity).map { _ in "abcdefgh".randomElement(using: &random) ?? "a" })
        let symbol = try Symbol(Array(payload.utf8), level: .quartile)
        try #require(symbol.version == version)
        let size = try PrintSize(
            modules: symbol.size + 8, dotsPerModule: 4, dotsPerInch: 300)
        let oracle = try PDFOracle(symbol.pdf(size, title: ""))
        #expect(try oracle.symbols(dotsPerInch: 300).map(\.text) == [payload])
    }
}
