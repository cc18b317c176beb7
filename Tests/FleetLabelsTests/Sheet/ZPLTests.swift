import QRCode
import Testing

@testable import FleetLabels

@Suite("Labels for Zebra printers are images of whole dots")
struct ZPLTests {
    private func render(
        _ labels: [Label], _ dotsPerInch: Double, layout: String = "62x29mm"
    ) throws -> [PageImage] {
        var design = try LabelDesign.named(layout)
        design.dotsPerInch = dotsPerInch
        let renderer = try LabelRenderer(design)
        return try labels.map { try renderer.render($0).image }
    }

    @Test(
        "both decoders read each label in the image that zebrafy returns",
        arguments: [203.0, 300, 600])
    func readable(dotsPerInch: Double) throws {
        var random = SeededGenerator(seed: 203)
        let payloads = (0..<8).map { Payloads.allCases[$0 % 4].make(&random) }
        let images = try render(payloads.map { try Label($0, lines: ["Bike 7"]) }, dotsPerInch)
        let labels = try ImageOracle.labels(images.flatMap { ZPL.label($0, copies: 3) })
        #expect(labels.map(\.payloads) == payloads.map { [$0, $0] })
        let width = Int((62 / 25.4 * dotsPerInch).rounded())
        let height = Int((29 / 25.4 * dotsPerInch).rounded())
        #expect(labels.allSatisfy { $0.width == width && $0.height == height && $0.copies == 3 })
        // Both count the same dots, so the image is the same to the last.
        #expect(labels.map(\.black) == images.map { $0.rows.reduce(0) { $0 + $1.nonzeroBitCount } })
    }

    @Test("a label has its commands in order, and nothing else")
    func commands() throws {
        let image = try #require(PageImage(width: 9, height: 2, rows: [0xFF, 0x80, 0x80, 0x80]))
        let text = String(decoding: ZPL.label(image, copies: 2), as: UTF8.self)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 5 && text.hasSuffix("\n"))
        #expect(lines[0] == "^XA" && lines[4] == "^XZ")
        #expect(lines[1] == "^PW9^LL2^LH0,0" && lines[3] == "^PQ2")
        #expect(lines[2].hasPrefix("^FO0,0^GFA,4,4,2,:Z64:") && lines[2].hasSuffix("^FS"))
        #expect(lines[2].contains(/:[0-9A-F]{4}\^FS$/))
        #expect(ZPL.label(image, copies: 0).starts(with: Array("^XA\n".utf8)))
    }

    @Test("the checksum is CRC-16/XMODEM")
    func checksum() {
        // The check value of the catalogue of CRC algorithms (reveng, "CRC-16/XMODEM").
        #expect(ZPL.checksum(Array("123456789".utf8)) == 0x31C3)
        #expect(ZPL.checksum([]) == 0)
    }

    @Test("a large label has several fields of at most 99,999 bytes")
    func large() throws {
        let images = try render([try Label("CAR-1", lines: ["CAR-1"])], 600, layout: "100x150mm")
        let zpl = ZPL.label(images[0], copies: 1)
        let text = String(decoding: zpl, as: UTF8.self)
        // 3,543 rows of 296 bytes; the oracle checks that the fields follow one another.
        #expect(text.split(separator: "^GFA").count - 1 == 11)
        #expect(try ImageOracle.labels(zpl).map { $0.payloads.first } == ["CAR-1"])
    }
}

@Suite("Images of pages are what the PDF file shows")
struct PageImageTests {
    private func images(
        _ design: LabelDesign, _ labels: [Label]
    ) throws -> (images: [PageImage], summary: SheetSummary) {
        var images: [PageImage] = []
        let writer = try SheetWriter(
            design, title: "", labels: labels.count,
            to: .images(dotsPerInch: design.dotsPerInch) { images.append($0) })
        for label in labels { try writer.add(label) }
        let summary = try writer.finish()
        return (images, summary)
    }

    private func picture(
        _ design: LabelDesign, _ labels: [Label], dotsPerInch: Double
    ) throws -> [UInt8] {
        var pictures: [[UInt8]] = []
        let writer = try SheetWriter(
            design, title: "", labels: labels.count,
            to: .pictures(dotsPerInch: dotsPerInch) { pictures.append($0) })
        for label in labels { try writer.add(label) }
        _ = try writer.finish()
        return try #require(pictures.first)
    }

    @Test("every dot of a module has its color", arguments: [203.0, 300])
    func exact(dotsPerInch: Double) throws {
        var design = try LabelDesign.named("L7160")
        design.dotsPerInch = dotsPerInch
        let labels = try (0..<30).map { try Label("CAR-\(1000 + $0)", lines: ["CAR-\($0)"]) }
        let (images, summary) = try images(design, labels)
        #expect(images.count == 2 && summary.pages == 2 && summary.labels == 30)
        try #require(images.map(\.codes.count) == [21, 9])
        let reader = try SymbolReader()
        for (index, label) in labels.enumerated() {
            let image = images[index / 21]
            let code = image.codes[index % 21]
            try reader.verify(
                code, of: image, shows: label.symbol, holds: Array("CAR-\(1000 + index)".utf8))
        }
    }

    @Test("a code is in the middle of its label, within a dot")
    func middle() throws {
        var design = try LabelDesign.named("62x29mm")
        design.dotsPerInch = 203
        let image = try #require(try images(design, [try Label("CAR-1")]).images.first)
        let code = try #require(image.codes.first)
        let side = code.modules * code.dotsPerModule
        #expect(image.width == 496 && image.height == 232)
        #expect(abs(2 * code.x + side - image.width) <= 2)
        #expect(abs(2 * code.y + side - image.height) <= 2)
        let black = (0..<image.height).flatMap { y in
            (0..<image.width).compactMap { x in image[x, y] ? (x, y) : nil }
        }
        #expect(black.map(\.0).min() == code.x && black.map(\.0).max() == code.x + side - 1)
        #expect(black.map(\.1).min() == code.y && black.map(\.1).max() == code.y + side - 1)
    }

    @Test("a wrong dot is found, and so is another payload")
    func verification() throws {
        let label = try Label("CAR-1", lines: ["CAR-1"])
        let image = try #require(try images(.named("62x29mm"), [label]).images.first)
        let code = try #require(image.codes.first)
        let reader = try SymbolReader()
        try reader.verify(code, of: image, shows: label.symbol, holds: Array("CAR-1".utf8))
        #expect(throws: SymbolReaderError.different) {
            try reader.verify(code, of: image, shows: label.symbol, holds: Array("CAR-2".utf8))
        }
        var rows = image.rows
        rows[code.y * image.bytesPerRow + code.x / 8] ^= 0x80 >> UInt8(code.x % 8)
        let damaged = try #require(
            PageImage(width: image.width, height: image.height, rows: rows, codes: image.codes))
        #expect(throws: SymbolReaderError.different) {
            try reader.verify(code, of: damaged, shows: label.symbol, holds: Array("CAR-1".utf8))
        }
    }

    @Test("cut marks are drawn, though they are thinner than a dot")
    func thinLines() throws {
        var design = try LabelDesign.named("L7160")
        design.dotsPerInch = 203
        let label = try Label("CAR-1")
        let plain = try #require(try images(design, [label]).images.first)
        design.cutMarks = true
        let marked = try #require(try images(design, [label]).images.first)
        func black(_ image: PageImage) -> Int { image.rows.reduce(0) { $0 + $1.nonzeroBitCount } }
        // Eight marks of 3 mm, a dot wide.
        #expect(black(marked) - black(plain) > 8 * 20)
    }

    @Test(
        "a picture is the first page of the PDF file, but for antialiasing",
        arguments: ["L7160", "5160", "62x29mm"], [150, 300])
    func pictures(layout: String, dotsPerInch: Int) throws {
        let design = try LabelDesign.named(layout)
        let labels = try (0..<21).map { try Label("CAR-\(1000 + $0)", lines: ["CAR-\(1000 + $0)"]) }
        let png = try picture(design, labels, dotsPerInch: Double(dotsPerInch))
        var pdf: [UInt8] = []
        let writer = try SheetWriter(design, title: "", labels: labels.count) { pdf += $0 }
        for label in labels { try writer.add(label) }
        _ = try writer.finish()
        let difference = try ImageOracle.difference(pdf, png, dotsPerInch: dotsPerInch)
        #expect(difference.average < 8 && difference.strangePixels < 50)
    }

    @Test("colors are in pictures, and images have only black")
    func colors() throws {
        var design = try LabelDesign.named("62x29mm")
        let plain = try images(design, [try Label("CAR-1")]).images
        let black = try picture(design, [try Label("CAR-1")], dotsPerInch: 300)
        design.colors = SymbolColors(
            foreground: RGB(red: 128, green: 0, blue: 0),
            background: RGB(red: 255, green: 255, blue: 0))
        #expect(try images(design, [try Label("CAR-1")]).images == plain)
        #expect(try picture(design, [try Label("CAR-1")], dotsPerInch: 300) != black)
    }

    @Test("an image that would need too much memory is an error", arguments: [9600.0, 1200])
    func tooLarge(dotsPerInch: Double) throws {
        let design = try LabelDesign.named("L7160")
        let error = #expect(throws: LabelError.self) {
            try SheetWriter(design, title: "", to: .images(dotsPerInch: dotsPerInch) { _ in })
        }
        guard case .imageTooLarge(let width, let height) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(width * height > PDFPages.pixelLimit)
    }
}
