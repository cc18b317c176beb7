import CPNG
import FleetTestSupport
import QRCode
import Testing

@Suite("PNG images")
struct PNGTests {
    @Test("every pixel has the color of its module, for all scales and quiet zones")
    func pixels() throws {
        let folder = try TemporaryFolder()
        let symbol = try Symbol("DCS-FEO".utf8, level: .medium)
        var expected: [String: [UInt8]] = [:]
        for scale in [1, 2, 3, 7, 8, 9, 17] {
            for quietZone in [0, 1, 4] {
                let name = "\(scale)-\(quietZone)"
                try folder.write(
                    symbol.image(.png, scale: scale, quietZone: quietZone), to: "\(name).png")
                expected[name] = packedPixels(symbol, scale: scale, quietZone: quietZone)
            }
        }
        #expect(try folder.lines(of: "decode.py", "pixels") == expected)
    }

    @Test("an image is a 1-bit greyscale PNG of a few hundred bytes")
    func small() throws {
        let png = try Symbol("DCS-FEO".utf8, level: .medium).image(.png, scale: 8)
        #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        // IHDR: 232 × 232, bit depth 1, greyscale, and the only defined methods.
        #expect(png[16..<29] == [0, 0, 0, 232, 0, 0, 0, 232, 1, 0, 0, 0, 0])
        #expect(png.count < 500)
    }

    @Test("scales and quiet zones have a range", arguments: [Int.min, -1, 1001, Int.max])
    func outOfRange(value: Int) throws {
        let symbol = try Symbol("1".utf8, level: .medium)
        #expect(throws: QRCodeError.scaleOutOfRange(value)) { try symbol.image(.png, scale: value) }
        #expect(throws: QRCodeError.quietZoneOutOfRange(value)) {
            try symbol.image(.png, scale: 1, quietZone: value)
        }
        #expect(throws: QRCodeError.quietZoneOutOfRange(value)) {
            try symbol.terminalArt(.ascii, quietZone: value)
        }
        #expect(throws: QRCodeError.scaleOutOfRange(0)) { try symbol.image(.png, scale: 0) }
    }

    @Test("the error for an image over the limit gives the maximum scale, and that one fits")
    func tooLarge() throws {
        let symbol = try Symbol([UInt8](repeating: 0xE9, count: 2953), level: .low)
        #expect(throws: QRCodeError.imageTooLarge(side: 185_000, limit: 32_767, maxScale: 177)) {
            try symbol.image(.png, scale: 1000)
        }
        let png = try symbol.image(.png, scale: 177)
        #expect(png[16..<24] == [0, 0, 0x7F, 0xE9, 0, 0, 0x7F, 0xE9])
    }

    @Test(
        "a resolution out of range is an error", arguments: [0, -300, 0.99, 1e300, .nan, .infinity])
    func resolution(dotsPerInch: Double) throws {
        let symbol = try Symbol("1".utf8, level: .medium)
        for format in ImageFormat.allCases {
            #expect {
                try symbol.image(format, ImageStyle(scale: 1, dotsPerInch: dotsPerInch))
            } throws: { error in
                if case .resolutionOutOfRange? = error as? QRCodeError { true } else { false }
            }
        }
    }

    @Test("Pillow reads the resolution, the colors and one bit per pixel")
    func header() throws {
        let folder = try TemporaryFolder()
        let symbol = try Symbol("DCS-FEO".utf8, level: .medium)
        let colors = SymbolColors(
            foreground: RGB(red: 1, green: 2, blue: 128),
            background: RGB(red: 255, green: 254, blue: 9))
        for (name, style) in [
            ("plain", ImageStyle(scale: 8)), ("dots", ImageStyle(scale: 8, dotsPerInch: 300)),
            ("printer", ImageStyle(scale: 8, dotsPerInch: 203)),
            ("colors", ImageStyle(scale: 8, colors: colors, dotsPerInch: 600)),
        ] {
            try folder.write(symbol.image(.png, style), to: "\(name).png")
        }
        // Resolutions are stored in whole dots per metre: 11811, 7992 and 23622.
        #expect(
            try folder.texts(of: "decode.py", "header") == [
                "plain": "1 0 ", "dots": "1 299.9994 ", "printer": "1 202.9968 ",
                "colors": "P 599.9988 010280fffe09",
            ])
    }

    @Test("colored and inverse images are readable")
    func colors() throws {
        let folder = try TemporaryFolder()
        let symbol = try Symbol("DCS-FEO".utf8, level: .medium)
        let navy = SymbolColors(foreground: RGB(red: 0, green: 0, blue: 128), background: .white)
        let inverse = SymbolColors(foreground: .white, background: .black)
        for (name, colors) in [("navy", navy), ("inverse", inverse)] {
            try folder.write(
                symbol.image(.png, ImageStyle(scale: 4, colors: colors)), to: "\(name).png")
        }
        let read = try Decoder.zxing.read(folder)
        #expect(read == ["navy": Array("DCS-FEO".utf8), "inverse": Array("DCS-FEO".utf8)])
    }

    @Test("a reused writer writes the same file as a new one")
    func writer() throws {
        let writer = try ImageWriter()
        var random = SeededGenerator(seed: 3)
        for count in [1, 500, 20, 60, 2000, 2] {
            let symbol = try Symbol(Payloads.make(.text, count: count, &random), level: .low)
            for style in [ImageStyle(scale: 1, quietZone: 0), ImageStyle(scale: 33)] {
                let png = try writer.image(of: symbol, .png, style)
                #expect(try png == symbol.image(.png, style))
            }
            #expect(throws: QRCodeError.scaleOutOfRange(0)) {
                try writer.image(of: symbol, .png, ImageStyle(scale: 0))
            }
        }
    }

    @Test("an image that libpng rejects is an error without a file, and the next one is written")
    func rejected() throws {
        let writer = try #require(cpng_writer_new())
        defer { cpng_writer_free(writer) }
        var file = cpng_file()
        for (side, scale) in [(0, 1), (1, 0), (1, .max), (.max, .max), (8, 130_000)]
            as [(UInt32, UInt32)]
        {
            #expect(write(side: side, scale: scale, writer, &file) == .refused)
        }
        #expect(file.bytes == nil && file.count == 0)
        #expect(write(side: 8, scale: 1, writer, &file) == .done)
        #expect(file.bytes != nil && file.count > 0)
    }

    private func write(
        side: UInt32, scale: UInt32, _ writer: OpaquePointer, _ file: inout cpng_file
    ) -> cpng_status {
        let modules = [UInt8](repeating: 0, count: 8)
        return modules.withUnsafeBufferPointer { modules in
            var image = cpng_image(
                modules: modules.baseAddress!, side: side, quiet_zone: 0, scale: scale,
                dots_per_metre: 0, colors: nil)
            return cpng_write(writer, &image, &file)
        }
    }

    @Test("a file name extension determines the format, ignoring case")
    func format() {
        #expect(ImageFormat(fileExtension: "png") == .png)
        #expect(ImageFormat(fileExtension: "SVG") == .svg)
        #expect(ImageFormat(fileExtension: "") == nil)
        #expect(ImageFormat(fileExtension: "jpg") == nil)
    }

    /// Returns rows of bits, 1 for light; each row starts a new byte, and padding bits are 0.
    private func packedPixels(_ symbol: Symbol, scale: Int, quietZone: Int) -> [UInt8] {
        let side = (symbol.size + 2 * quietZone) * scale
        return (0..<side).flatMap { y in
            stride(from: 0, to: side, by: 8).map { start in
                (start..<start + 8).reduce(UInt8(0)) { byte, x in
                    let dark = symbol[x / scale - quietZone, y / scale - quietZone]
                    return byte << 1 | (dark || x >= side ? 0 : 1)
                }
            }
        }
    }
}
