import FleetLabels
import QRCode
import Testing

@Suite("Symbols and texts are fitted to a label")
struct LabelFitterTests {
    @Test("a symbol is at most 25 mm by default")
    func standardSide() throws {
        let fitter = try LabelFitter(.named("L7160"))
        // Version 1 with its quiet zone: 29 modules of 10 dots.
        #expect(try fitter.printSize(version: 1, lines: ["DCS-FEO"]).dotsPerModule == 10)
        #expect(try fitter.printSize(version: 1, lines: []).dotsPerModule == 10)
    }

    @Test("text reduces the size of a symbol without a requested size")
    func shrinks() throws {
        let fitter = try LabelFitter(.named("DK-11221"))
        let alone = try fitter.printSize(version: 1, lines: [])
        let withText = try fitter.printSize(version: 1, lines: ["DCS-FEO", "Scan to ride"])
        #expect(alone.side <= 21 && withText.side < alone.side - 4)
    }

    @Test("a requested size is used, or rejected with the available size")
    func requestedSide() throws {
        var design = try LabelDesign.named("L7651")
        design.side = 18
        let size = try LabelFitter(design).printSize(version: 1, lines: [])
        #expect(size.side <= 18 && size.side > 17)
        design.side = 25
        let fitter = try LabelFitter(design)
        let error = try #require(throws: LabelError.self) {
            try fitter.printSize(version: 1, lines: [])
        }
        guard case .symbolDoesNotFit(let needed, let available) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(needed == 25 && abs(available - 19.2) < 1e-9)
    }

    @Test("a symbol with too many modules is rejected with the minimum size")
    func tooManyModules() throws {
        // Version 10 has 57 modules, 65 with the quiet zone; at 4 dots each and 300 dpi, 22.1 mm.
        let error = try #require(throws: LabelError.self) {
            try LabelFitter(.named("L7651")).printSize(version: 10, lines: ["DCS-FEO"])
        }
        guard case .symbolDoesNotFit(let needed, let available) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(abs(needed - 22.1) < 1e-9)
        #expect(available < 19.2 && available > 16)
    }

    @Test("a requested size below the print limits is rejected")
    func tooSmall() throws {
        var design = try LabelDesign.named("L7160")
        design.side = 8
        let fitter = try LabelFitter(design)
        #expect(throws: LabelError.size(.tooSmall(millimetres: 8, needed: 9.9))) {
            try fitter.printSize(version: 1, lines: [])
        }
    }

    @Test("long text gets a smaller font, and is rejected if it would be too small to read")
    func longText() throws {
        let fitter = try LabelFitter(.named("L7651"))
        _ = try fitter.printSize(version: 1, lines: [String(repeating: "8", count: 30)])
        let text = String(repeating: "8", count: 60)
        let error = try #require(throws: LabelError.self) {
            try fitter.printSize(version: 1, lines: [text])
        }
        guard case .textDoesNotFit(text, let needed, let available) = error else {
            Issue.record("\(error)")
            return
        }
        // Digits are about 0.6 times as wide as the font size.
        #expect(abs(needed - 60 * 0.6 * LabelFitter.minFontSize * 25.4 / 72) < 8)
        #expect(abs(available - 36.1) < 1e-9)
    }

    @Test("text that would overlap its neighbors is rejected")
    func tallText() throws {
        let fitter = try LabelFitter(.named("L7160"))
        let tallText = "a" + String(repeating: "\u{0301}", count: 200)
        #expect(throws: LabelError.textTooTall(text: tallText)) {
            try fitter.printSize(version: 1, lines: [tallText])
        }
        let long = String(repeating: "\u{0301}", count: 100_000)
        #expect(throws: LabelError.textTooLong(count: 100_000, limit: 1000)) {
            try fitter.printSize(version: 1, lines: [long])
        }
        _ = try fitter.printSize(version: 1, lines: ["Ệ Ấ Çağrı กี่ ที่ نَّ हिन्दी"])
    }

    @Test("more lines than fit the label's height are rejected")
    func manyLines() throws {
        let fitter = try LabelFitter(.named("L7651"))
        #expect(throws: LabelError.self) {
            try fitter.printSize(version: 1, lines: Array(repeating: "x", count: 1000))
        }
    }

    @Test(
        "a version outside 1 to 40 counts as the nearest one",
        arguments: [(Int.min, 1), (-1, 1), (0, 1), (41, 40), (Int.max, 40)])
    func versionOutOfRange(version: Int, nearest: Int) throws {
        let fitter = try LabelFitter(.named("L7165"))
        let size = try fitter.printSize(version: version, lines: [])
        #expect(try size == fitter.printSize(version: nearest, lines: []))
        #expect(size.modules == 17 + 4 * nearest + 8)
    }

    @Test("the largest symbol does not fit a small label", arguments: [40, 41, Int.max])
    func largestVersion(version: Int) throws {
        let fitter = try LabelFitter(.named("L7651"))
        // 185 modules of 4 dots at 300 dpi.
        #expect(throws: LabelError.symbolDoesNotFit(needed: 62.7, available: 19.2)) {
            try fitter.printSize(version: version, lines: [])
        }
    }

    @Test("an invalid design is rejected before the first label")
    func designs() throws {
        var design = try LabelDesign.named("L7160")
        design.start = 22
        #expect(throws: LabelError.startOutOfRange(22, limit: 21)) { try LabelFitter(design) }
        design.start = 21
        design.copies = 0
        #expect(throws: LabelError.copiesOutOfRange(0)) { try LabelFitter(design) }
        design.copies = 1
        design.quietZone = -1
        #expect(throws: LabelError.quietZoneOutOfRange(-1)) { try LabelFitter(design) }
        design.quietZone = 4
        design.dotsPerInch = 10
        #expect(throws: LabelError.size(.resolutionOutOfRange(10))) { try LabelFitter(design) }
        design.dotsPerInch = 300
        design.side = -3
        #expect(throws: LabelError.size(.sideOutOfRange(-3))) { try LabelFitter(design) }
    }
}
