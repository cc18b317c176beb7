import FleetLabels
import QRCode
import Testing

/// A tape, the resolution of its printer and a version, with the dots of a module that fit.
struct Tape: CustomTestStringConvertible {
    let height: Int
    let dotsPerInch: Int
    let version: Int
    /// `nil` if two dots and 0.25 mm are too much.
    let dots: Int?

    var testDescription: String { "\(height) mm, \(dotsPerInch) dpi, version \(version)" }

    /// With margins of 1 mm, 12 mm leave 10 mm; 9 mm are used up to the edges.
    static let all = [
        Tape(height: 12, dotsPerInch: 180, version: 1, dots: 2),
        Tape(height: 12, dotsPerInch: 203, version: 1, dots: 2),
        Tape(height: 12, dotsPerInch: 300, version: 1, dots: 4),
        Tape(height: 12, dotsPerInch: 360, version: 1, dots: 4),
        Tape(height: 12, dotsPerInch: 180, version: 2, dots: 2),
        Tape(height: 12, dotsPerInch: 203, version: 2, dots: 2),
        Tape(height: 12, dotsPerInch: 300, version: 2, dots: 3),
        Tape(height: 12, dotsPerInch: 360, version: 2, dots: 4),
        Tape(height: 9, dotsPerInch: 180, version: 1, dots: 2),
        Tape(height: 9, dotsPerInch: 203, version: 1, dots: 2),
        Tape(height: 9, dotsPerInch: 300, version: 1, dots: 3),
        Tape(height: 9, dotsPerInch: 360, version: 1, dots: 4),
        // 33 modules of 0.28 mm are 9.3 mm.
        Tape(height: 9, dotsPerInch: 180, version: 2, dots: nil),
        Tape(height: 9, dotsPerInch: 203, version: 2, dots: 2),
        Tape(height: 9, dotsPerInch: 300, version: 2, dots: 3),
        Tape(height: 9, dotsPerInch: 360, version: 2, dots: nil),
    ]
}

@Suite("Text is below or beside the symbol, and wraps where it is too long")
struct ArrangementTests {
    @Test(
        "a tape has a symbol of whole dots with its quiet zone, and text beside it",
        arguments: Tape.all)
    func tapes(tape: Tape) throws {
        var design = try LabelDesign.named("40x\(tape.height)mm")
        design.dotsPerInch = Double(tape.dotsPerInch)
        let payload = tape.version == 1 ? "CAR-1" : "CAR-1-of-the-fleet"
        let symbol = try Symbol(Array(payload.utf8), level: .quartile)
        try #require(symbol.version == tape.version)
        guard let dots = tape.dots else {
            let error = LabelError.symbolDoesNotFit(needed: 9.4, available: 9)
            #expect(throws: error) {
                try LabelFitter(design).printSize(version: tape.version, lines: ["CAR-1"])
            }
            return
        }
        let size = try LabelFitter(design).printSize(version: tape.version, lines: ["CAR-1"])
        #expect(size.dotsPerModule == dots)
        #expect(size.modules == symbol.size + 8 && size.side <= Double(tape.height))
        let oracle = try PDFOracle(Sheet(design, [Label(symbol, lines: ["CAR-1"])]).bytes)
        let found = try oracle.symbols(dotsPerInch: 2 * tape.dotsPerInch)
        let word = try #require(try oracle.words().first)
        #expect(found.map(\.text) == [payload])
        let read = try #require(found.first)
        #expect(abs(read.centerY - Double(tape.height) / 2) < 0.3)
        #expect(word.left > read.right + 3.5 * size.moduleMillimetres)
        #expect(word.right < 39.1)
        #expect(word.top > 0 && word.bottom < Double(tape.height))
    }

    @Test(
        "labels of at most half an inch have their text beside the symbol by default",
        arguments: [("40x12.7mm", true), ("40x13mm", false), ("12x12mm", false), ("5167", true)])
    func shape(layout: String, isBeside: Bool) throws {
        let sheet = try Sheet(.named(layout), [Label("CAR-1", lines: ["CAR-1"])])
        let oracle = try PDFOracle(sheet.bytes)
        let read = try #require(try oracle.symbols(dotsPerInch: 600).first)
        let word = try #require(try oracle.words().first)
        #expect((word.left > read.right) == isBeside)
        #expect((word.top > read.bottom) == !isBeside)
    }

    @Test("an arrangement can be chosen", arguments: LabelArrangement.allCases)
    func chosen(arrangement: LabelArrangement) throws {
        var design = try LabelDesign.named("62x29mm")
        design.arrangement = arrangement
        let oracle = try PDFOracle(Sheet(design, [Label("CAR-1", lines: ["CAR-1"])]).bytes)
        let read = try #require(try oracle.symbols(dotsPerInch: 300).first)
        let word = try oracle.words().first
        switch arrangement {
        case .below: #expect(try #require(word).top > read.bottom)
        case .beside:
            let word = try #require(word)
            #expect(word.left > read.right)
            #expect(abs(word.centerY - read.centerY) < 0.5)
            // Two thirds of the width are enough for 27 mm.
            #expect(read.bottom - read.top > 17)
        case .code:
            #expect(word == nil)
            #expect(abs(read.centerX - 31) < 0.3)
        }
    }

    @Test("text beside a symbol has a third of the width, and more where it needs more")
    func widthOfText() throws {
        var design = try LabelDesign.named("40x30mm")
        design.arrangement = .beside
        let fitter = try LabelFitter(design)
        let short = try fitter.printSize(version: 1, lines: ["A"])
        #expect(short.side <= 38.0 * 2 / 3 && short.side > 22)
        // 200 digits need more than the 12 rows that have room beside it.
        let long = String(repeating: "8", count: 200)
        #expect(try fitter.printSize(version: 1, lines: [long]).side < short.side)
    }

    @Test("text is larger where the label has space for it, up to 14 pt")
    func largeText() throws {
        func height(_ layout: String) throws -> Double {
            let sheet = try Sheet(.named(layout), [Label("CAR-1", lines: ["CAR-1"])])
            let word = try #require(try PDFOracle(sheet.bytes).words().first)
            return word.bottom - word.top
        }
        // The boxes of words have the same multiple of the font size.
        let ratio = try height("62x100mm") / height("40x9mm")
        #expect(abs(ratio - 1) < 0.01)
        #expect(try height("L7160") < height("62x100mm") - 0.5)
    }

    @Test(
        "long text wraps at spaces, then after punctuation, then after any character",
        arguments: [
            (
                "Depot Nord Halle 3 Stellplatz 117 Reihe B Regal 12 oben",
                [
                    "Depot", "Nord", "Halle", "3", "Stellplatz", "117", "Reihe", "B", "Regal", "12",
                    "oben",
                ]
            ),
            (
                "AAAAAAAAAAAAAAAAAAAA-BBBBBBBBBBBBBBBBBBBB-CCC",
                ["AAAAAAAAAAAAAAAAAAAA-", "BBBBBBBBBBBBBBBBBBBB-CCC"]
            ),
        ])
    func wraps(text: String, words: [String]) throws {
        let sheet = try Sheet(.named("L7651"), [Label("A", lines: [text])])
        let found = try PDFOracle(sheet.bytes).words()
        #expect(found.map(\.text) == words)
        #expect(Set(found.map { Int($0.top * 10) }).count == 2)
    }

    @Test("text without spaces wraps between characters and loses none")
    func wrapsAnywhere() throws {
        let text = (0..<70).map { "\($0 % 10)" }.joined()
        let sheet = try Sheet(.named("L7651"), [Label("A", lines: [text, "end"])])
        let found = try PDFOracle(sheet.bytes).words()
        #expect(found.count > 2 && found.last?.text == "end")
        #expect(found.dropLast().map(\.text).joined() == text)
        for word in found { #expect(word.left > 4.67 + 0.9 && word.right < 4.67 + 38.1 - 0.9) }
    }
}
