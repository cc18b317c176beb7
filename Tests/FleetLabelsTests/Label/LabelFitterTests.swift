import FleetLabels
import QRCode
import Testing

@Suite("Symbols and texts are fitted to a label")
struct LabelFitterTests {
    @Test("a symbol has the height of the label, less the margins and the text")
    func defaultSide() throws {
        let fitter = try LabelFitter(.named("L7160"))
        // Version 1 with its quiet zone has 29 modules: of 13 dots, 31.9 mm; of 14, 34.4 mm. Of the
        // 38.1 mm, the margins need 2 and a line of 8 pt 3.5.
        #expect(try fitter.printSize(version: 1, lines: ["DCS-FEO"]).dotsPerModule == 13)
        #expect(try fitter.printSize(version: 1, lines: []).dotsPerModule == 14)
    }

    @Test("a label without text, or whose text is left out, has the same symbol")
    func codeAlone() throws {
        for layout in ["L7160", "40x9mm", "DK-11202"] {
            var design = try LabelDesign.named(layout)
            let alone = try LabelFitter(design).printSize(version: 1, lines: [])
            design.arrangement = .code
            let fitter = try LabelFitter(design)
            let text = String(repeating: "x", count: 2000)
            #expect(try fitter.printSize(version: 1, lines: [text]) == alone)
        }
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
        // Version 13 has 69 modules, 77 with the quiet zone; of 3 dots each at 300 dpi, 19.6 mm. The
        // quiet zone may use the upper margin: 21.2 mm less a margin and a line of 5 pt, 2.2 mm.
        let error = try #require(throws: LabelError.self) {
            try LabelFitter(.named("L7651")).printSize(version: 13, lines: ["DCS-FEO"])
        }
        guard case .symbolDoesNotFit(let needed, let available) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(abs(needed - 19.6) < 1e-9)
        #expect(abs(available - 18) < 0.01)
    }

    @Test("a requested size below the print limits is rejected")
    func tooSmall() throws {
        var design = try LabelDesign.named("L7160")
        design.side = 7
        let fitter = try LabelFitter(design)
        #expect(throws: LabelError.size(.tooSmall(millimetres: 7, needed: 7.4))) {
            try fitter.printSize(version: 1, lines: [])
        }
    }

    @Test("long text gets a smaller font, then wraps, and is rejected if there is no room")
    func longText() throws {
        let fitter = try LabelFitter(.named("L7651"))
        let alone = try fitter.printSize(version: 1, lines: ["8"])
        // 30 digits fit one row of 5 pt.
        let one = String(repeating: "8", count: 30)
        #expect(try fitter.printSize(version: 1, lines: [one]) == alone)
        let some = String(repeating: "8", count: 100)
        let size = try fitter.printSize(version: 1, lines: [some])
        #expect(size.side < alone.side)
        // The smallest symbol, 7.4 mm, leaves room for 5 rows of 2.2 mm.
        let text = String(repeating: "8", count: 200)
        let error = try #require(throws: LabelError.self) {
            try fitter.printSize(version: 1, lines: [text])
        }
        guard case .textDoesNotFit(text, let needed, 5) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(needed > 5 && needed < 9)
    }

    @Test("of several lines, the error names the one that needs the most")
    func longestLine() throws {
        let fitter = try LabelFitter(.named("40x9mm"))
        let long = String(repeating: "long ", count: 40)
        let error = try #require(throws: LabelError.self) {
            try fitter.printSize(version: 1, lines: ["CAR-1", long, "Oslo"])
        }
        guard case .textDoesNotFit(long, let needed, let available) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(needed > available)
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
        // 185 modules of 3 dots at 300 dpi; its quiet zone may use the margins.
        #expect(throws: LabelError.symbolDoesNotFit(needed: 47, available: 21.2)) {
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
        design.used = [0]
        #expect(throws: LabelError.positionOutOfRange(0, limit: 21)) { try LabelFitter(design) }
        design.used = [21]
        #expect(throws: LabelError.noFreePosition) { try LabelFitter(design) }
        design.used = []
        design.positions = [1, 22]
        #expect(throws: LabelError.positionOutOfRange(22, limit: 21)) { try LabelFitter(design) }
        design.positions = nil
        design.correction.shiftY = .nan
        #expect(throws: LabelError.self) { try LabelFitter(design) }
        design.correction = .none
        design.dotsPerInch = 10
        #expect(throws: LabelError.size(.resolutionOutOfRange(10))) { try LabelFitter(design) }
        design.dotsPerInch = 300
        design.side = -3
        #expect(throws: LabelError.size(.sideOutOfRange(-3))) { try LabelFitter(design) }
        var roll = try LabelDesign.named("62x29mm")
        roll.positions = [1]
        #expect(throws: LabelError.positionsOnRoll) { try LabelFitter(roll) }
    }
}
