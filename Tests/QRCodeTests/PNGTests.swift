import CPNG
import QRCode
import Testing

@Suite("PNG images")
struct PNGTests {
    @Test("every pixel is that of its module, for every scale and quiet zone")
    func pixels() throws {
        let folder = try TemporaryFolder()
        let symbol = try Symbol("DCS-FEO".utf8, level: .medium)
        var expected: [String: [UInt8]] = [:]
        for scale in [1, 2, 3, 7, 8, 9, 17] {
            for quietZone in [0, 1, 4] {
                let name = "\(scale)-\(quietZone)"
                try folder.write(symbol.png(scale: scale, quietZone: quietZone), as: "\(name).png")
                expected[name] = packedPixels(symbol, scale: scale, quietZone: quietZone)
            }
        }
        #expect(try folder.lines(of: "decode.py", "pixels") == expected)
    }

    @Test("an image is a 1-bit greyscale PNG of a few hundred bytes")
    func header() throws {
        let png = try Symbol("DCS-FEO".utf8, level: .medium).png(scale: 8)
        #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        // IHDR: 232 × 232, depth 1, greyscale, and the only methods there are.
        #expect(png[16..<29] == [0, 0, 0, 232, 0, 0, 0, 232, 1, 0, 0, 0, 0])
        #expect(png.count < 500)
    }

    @Test("a scale or a quiet zone out of range is told", arguments: [Int.min, -1, 1001, Int.max])
    func outOfRange(value: Int) throws {
        let symbol = try Symbol("1".utf8, level: .medium)
        #expect(throws: QRCodeError.scaleOutOfRange(value)) { try symbol.png(scale: value) }
        #expect(throws: QRCodeError.quietZoneOutOfRange(value)) {
            try symbol.png(scale: 1, quietZone: value)
        }
        #expect(throws: QRCodeError.quietZoneOutOfRange(value)) {
            try symbol.terminalArt(.ascii, quietZone: value)
        }
        #expect(throws: QRCodeError.scaleOutOfRange(0)) { try symbol.png(scale: 0) }
    }

    @Test("an image over the limit is told with the largest scale that fits, and that one fits")
    func tooLarge() throws {
        let symbol = try Symbol([UInt8](repeating: 0xE9, count: 2953), level: .low)
        #expect(throws: QRCodeError.imageTooLarge(side: 185_000, limit: 32_767, largestScale: 177))
        {
            try symbol.png(scale: 1000)
        }
        let png = try symbol.png(scale: 177)
        #expect(png[16..<24] == [0, 0, 0x7F, 0xE9, 0, 0, 0x7F, 0xE9])
    }

    @Test("an image that libpng refuses is an error, without a file")
    func refused() {
        var file = cpng_file()
        #expect(cpng_write_bilevel([0], [0], 1, 8, &file) == .refused)
        #expect(cpng_write_bilevel([0], [1], 1, 0, &file) == .refused)
        #expect(cpng_write_bilevel([0, 0], [.max, .max], 2, 8, &file) == .refused)
        #expect(file.bytes == nil && file.count == 0)
    }

    @Test("a file name's extension says the format, in capitals or not")
    func format() throws {
        #expect(ImageFormat(fileExtension: "png") == .png)
        #expect(ImageFormat(fileExtension: "PNG") == .png)
        #expect(ImageFormat(fileExtension: "") == nil)
        #expect(ImageFormat(fileExtension: "jpg") == nil)
        let symbol = try Symbol("1".utf8, level: .medium)
        #expect(try symbol.image(.png, scale: 3) == symbol.png(scale: 3))
    }

    /// Rows of bits, 1 for light, each from a new byte; what pads a row is dark.
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
