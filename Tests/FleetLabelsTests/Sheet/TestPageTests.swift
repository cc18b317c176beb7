import FleetLabels
import QRCode
import Testing

@Suite("A test page shows how far a printer is off")
struct TestPageTests {
    private func page(_ design: LabelDesign) throws -> PDFOracle {
        var design = design
        design.isTest = true
        let sheet = try Sheet(design, [Label("CAR-1", lines: ["CAR-1"])])
        #expect(sheet.summary.pages == 1 && sheet.summary.labels == 1)
        return try PDFOracle(sheet.bytes)
    }

    @Test(
        "it has the first label, numbers in millimetres and the options for a correction",
        arguments: ["L7160", "L7651", "3475", "L7163", "L4731", "5160", "22806"])
    func sheets(layout: String) throws {
        let oracle = try page(.named(layout))
        #expect(try oracle.problems() == "")
        let symbols = try oracle.symbols(dotsPerInch: 300)
        #expect(symbols.map(\.text) == ["CAR-1"])
        let words = try oracle.words()
        let texts = words.map(\.text)
        #expect(texts.contains("CAR-1"))
        for option in ["--shift", "-1,-0.5mm", "--adjust", "100.5%"] {
            #expect(texts.contains(option))
        }
        // Numbers of the upper ruler are at their distance from the edge of the page.
        for number in [100, 150] {
            let above = words.filter { $0.text == "\(number)" }.min { $0.top < $1.top }
            #expect(abs(try #require(above).centerX - Double(number)) < 0.2)
        }
    }

    @Test("the correction in use moves the rulers, and the options continue from it")
    func corrected() throws {
        var design = try LabelDesign.named("L7160")
        design.correction = PrintCorrection(shiftX: 1, shiftY: 0.5, scaleX: 0.99, scaleY: 0.99)
        let words = try page(design).words()
        let number = words.filter { $0.text == "100" }.min { $0.top < $1.top }
        #expect(abs(try #require(number).centerX - 100) < 0.2)
        let texts = words.map(\.text)
        for text in ["1,0.5mm", "99%", "0,0mm", "99.5%"] { #expect(texts.contains(text)) }
    }

    @Test("that of a roll has the label within an outline", arguments: ["62x29mm", "40x9mm"])
    func rolls(layout: String) throws {
        let oracle = try page(.named(layout))
        #expect(try oracle.problems() == "")
        #expect(try oracle.symbols(dotsPerInch: 600).map(\.text) == ["CAR-1"])
        #expect(try oracle.words().map(\.text) == ["CAR-1"])
    }
}
