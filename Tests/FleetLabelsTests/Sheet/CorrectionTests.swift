import FleetLabels
import QRCode
import Testing

@Suite("A correction moves all labels as the printer needs it")
struct CorrectionTests {
    /// Returns the centers of the symbols of a full sheet, by their payloads.
    private func centers(
        _ design: LabelDesign, labels: Int
    ) throws -> [String: (x: Double, y: Double)] {
        let sheet = try Sheet(design, (0..<labels).map { try Label("CAR-\(100 + $0)") })
        let found = try PDFOracle(sheet.bytes).symbols(dotsPerInch: 600)
        return Dictionary(uniqueKeysWithValues: found.map { ($0.text, ($0.centerX, $0.centerY)) })
    }

    @Test(
        "labels are within a tenth of a millimetre of the layout, with and without a correction",
        arguments: [
            PrintCorrection.none, PrintCorrection(shiftX: 1, shiftY: -0.5),
            PrintCorrection(scaleX: 0.997, scaleY: 1.002),
            PrintCorrection(shiftX: -2, shiftY: 1.5, scaleX: 1.01, scaleY: 0.99),
        ])
    func measured(correction: PrintCorrection) throws {
        var design = try LabelDesign.named("L7160")
        design.dotsPerInch = 600
        design.correction = correction
        let found = try centers(design, labels: 21)
        #expect(found.count == 21)
        for index in 0..<21 {
            let center = try #require(found["CAR-\(100 + index)"])
            let x = 7.21 + Double(index % 3) * 66.04 + 63.5 / 2
            let y = 15.15 + Double(index / 3) * 38.1 + 38.1 / 2
            #expect(abs(center.x - x * correction.scaleX - correction.shiftX) < 0.1)
            #expect(abs(center.y - y * correction.scaleY - correction.shiftY) < 0.1)
        }
    }

    @Test("a correction leaves the sizes of symbols and text as they are")
    func sizes() throws {
        var design = try LabelDesign.named("62x29mm")
        let label = try Label("CAR-1", lines: ["CAR-1"])
        let plain = try #require(try PDFOracle(Sheet(design, [label]).bytes).words().first)
        design.correction = PrintCorrection(shiftX: 1, scaleX: 0.9, scaleY: 0.9)
        let oracle = try PDFOracle(Sheet(design, [label]).bytes)
        let word = try #require(try oracle.words().first)
        #expect(abs(word.right - word.left - (plain.right - plain.left)) < 0.01)
        #expect(abs(word.centerX - plain.centerX - 1 + 0.1 * 31) < 0.01)
        #expect(try oracle.symbols(dotsPerInch: 300).map(\.text) == ["CAR-1"])
    }

    @Test("the footer and the cut marks move with the labels")
    func margins() throws {
        func words(_ correction: PrintCorrection) throws -> [PDFOracle.Found] {
            var design = try LabelDesign.named("L7160")
            (design.correction, design.cutMarks) = (correction, true)
            var bytes: [UInt8] = []
            let writer = try SheetWriter(design, title: "", labels: 1) { bytes += $0 }
            try writer.add(Label("CAR-1"))
            _ = try writer.finish()
            return try PDFOracle(bytes).words()
        }
        let plain = try #require(try words(.none).first { $0.text == "page" })
        let moved = try #require(
            try words(PrintCorrection(shiftX: 3, shiftY: -2)).first { $0.text == "page" })
        #expect(abs(moved.left - plain.left - 3) < 0.01)
        #expect(abs(moved.top - plain.top + 2) < 0.01)
    }

    @Test("print that would leave the page is an error, but a quiet zone may")
    func outside() throws {
        var design = try LabelDesign.named("62x29mm")
        // The symbol of 24.6 mm has a quiet zone of 3.4 mm; its modules begin at 5.6 mm.
        design.correction.shiftY = -5
        #expect(try Sheet(design, [Label("CAR-1")]).summary.labels == 1)
        design.correction.shiftY = -7
        let error = try #require(throws: LabelError.self) {
            try Sheet(design, [Label("CAR-1")])
        }
        guard case .outsideOfPage(let excess) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(abs(excess - 1.4) < 0.1)
    }

    @Test(
        "a shift is two lengths in millimetres",
        arguments: [
            ("1,-0.5mm", [1, -0.5]), ("1mm,2mm", [1, 2]), (" -20 , 20 mm", [-20, 20]),
            ("0,0", [0, 0]), ("21,0", nil), ("1", nil), ("1,2,3", nil), ("nan,0", nil), ("", nil),
            ("1,-inf", nil), ("1;2", nil),
        ] as [(String, [Double]?)])
    func shift(text: String, numbers: [Double]?) {
        #expect(PrintCorrection.shift(text).map { [$0.x, $0.y] } == numbers)
    }

    @Test(
        "a scale is one or two percentages",
        arguments: [
            ("99.7%", "99.7%"), ("99.7%,100.2%", "99.7%,100.2%"), ("100", "100%"),
            ("90,110%", "90%,110%"), ("89.9%", nil), ("110.1", nil), ("", nil), ("1,2,3", nil),
            ("nan%", nil),
        ] as [(String, String?)])
    func scale(text: String, shown: String?) {
        let scale = PrintCorrection.scale(text)
        #expect(scale.map { PrintCorrection(scaleX: $0.x, scaleY: $0.y).scaleText } == shown)
    }
}
