import FleetLabels
import QRCode
import Testing

@Suite("What fits a label")
struct LabelFittingTests {
    @Test("a symbol is 25 mm or less if nothing is asked for")
    func standardSide() throws {
        let fitting = try LabelFitting(.named("L7160"))
        // Version 1 with its quiet zone: 29 modules of 10 dots.
        #expect(try fitting.printSize(version: 1, lines: ["DCS-FEO"]).dotsPerModule == 10)
        #expect(try fitting.printSize(version: 1, lines: []).dotsPerModule == 10)
    }

    @Test("text takes from a symbol that nobody gave a size")
    func shrinks() throws {
        let fitting = try LabelFitting(.named("DK-11221"))
        let alone = try fitting.printSize(version: 1, lines: [])
        let withText = try fitting.printSize(version: 1, lines: ["DCS-FEO", "Scan to ride"])
        #expect(alone.side <= 21 && withText.side < alone.side - 4)
    }

    @Test("a size that was asked for is kept, or refused with what there is")
    func askedSide() throws {
        var design = try LabelDesign.named("L7651")
        design.side = 18
        let size = try LabelFitting(design).printSize(version: 1, lines: [])
        #expect(size.side <= 18 && size.side > 17)
        design.side = 25
        let fitting = try LabelFitting(design)
        let error = try #require(throws: LabelError.self) {
            try fitting.printSize(version: 1, lines: [])
        }
        guard case .symbolDoesNotFit(let needed, let available) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(needed == 25 && abs(available - 19.2) < 1e-9)
    }

    @Test("a symbol of too many modules for its label is refused with the least that would do")
    func tooManyModules() throws {
        // Version 10 has 57 modules, with the quiet zone 65; of 4 dots at 300 dpi they are 22.1 mm.
        let error = try #require(throws: LabelError.self) {
            try LabelFitting(.named("L7651")).printSize(version: 10, lines: ["DCS-FEO"])
        }
        guard case .symbolDoesNotFit(let needed, let available) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(abs(needed - 22.1) < 1e-9)
        #expect(available < 19.2 && available > 16)
    }

    @Test("an asked size under the limits of print is refused")
    func tooSmall() throws {
        var design = try LabelDesign.named("L7160")
        design.side = 8
        let fitting = try LabelFitting(design)
        #expect(throws: LabelError.size(.tooSmall(millimetres: 8, needed: 9.9))) {
            try fitting.printSize(version: 1, lines: [])
        }
    }

    @Test("long text is set smaller, and refused when it would be too small to read")
    func longText() throws {
        let fitting = try LabelFitting(.named("L7651"))
        _ = try fitting.printSize(version: 1, lines: [String(repeating: "8", count: 30)])
        let text = String(repeating: "8", count: 60)
        let error = try #require(throws: LabelError.self) {
            try fitting.printSize(version: 1, lines: [text])
        }
        guard case .textDoesNotFit(text, let needed, let available) = error else {
            Issue.record("\(error)")
            return
        }
        // Digits are about 0.6 of their height wide.
        #expect(abs(needed - 60 * 0.6 * LabelFitting.smallestText * 25.4 / 72) < 8)
        #expect(abs(available - 36.1) < 1e-9)
    }

    @Test("text that would deface its neighbors is refused")
    func towers() throws {
        let fitting = try LabelFitting(.named("L7160"))
        let tower = "a" + String(repeating: "\u{0301}", count: 200)
        #expect(throws: LabelError.textTowers(text: tower)) {
            try fitting.printSize(version: 1, lines: [tower])
        }
        let long = String(repeating: "\u{0301}", count: 100_000)
        #expect(throws: LabelError.textTooLong(count: 100_000, limit: 1000)) {
            try fitting.printSize(version: 1, lines: [long])
        }
        _ = try fitting.printSize(version: 1, lines: ["Ệ Ấ Çağrı กี่ ที่ نَّ हिन्दी"])
    }

    @Test("more lines than a label is high are refused")
    func manyLines() throws {
        let fitting = try LabelFitting(.named("L7651"))
        #expect(throws: LabelError.self) {
            try fitting.printSize(version: 1, lines: Array(repeating: "x", count: 1000))
        }
    }

    @Test("any version is answered", arguments: [Int.min, -1, 0, 41, Int.max])
    func anyVersion(version: Int) throws {
        _ = try? LabelFitting(.named("L7165")).printSize(version: version, lines: [])
    }

    @Test("a design that cannot be is refused before there is any label")
    func designs() throws {
        var design = try LabelDesign.named("L7160")
        design.start = 22
        #expect(throws: LabelError.startOutOfRange(22, limit: 21)) { try LabelFitting(design) }
        design.start = 21
        design.copies = 0
        #expect(throws: LabelError.copiesOutOfRange(0)) { try LabelFitting(design) }
        design.copies = 1
        design.quietZone = -1
        #expect(throws: LabelError.quietZoneOutOfRange(-1)) { try LabelFitting(design) }
        design.quietZone = 4
        design.dotsPerInch = 10
        #expect(throws: LabelError.size(.resolutionOutOfRange(10))) { try LabelFitting(design) }
        design.dotsPerInch = 300
        design.side = -3
        #expect(throws: LabelError.size(.sideOutOfRange(-3))) { try LabelFitting(design) }
    }
}
