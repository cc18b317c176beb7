import Pictures
import Testing

struct DecompressionBombTests {
    @Test("random changes never crash the decoder, whether it accepts or rejects the file")
    func changedAtRandom() throws {
        var random = SeededGenerator(seed: 7)
        for sample in try Oracle.samples.get() where sample.bytes.count < 8000 {
            for _ in 0..<100 {
                var bytes = sample.bytes
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    // Half of the changes are in the headers.
                    let reach = Bool.random(using: &random) ? min(64, bytes.count) : bytes.count
                    bytes[.random(in: 0..<reach, using: &random)] = .random(
                        in: 0...255, using: &random)
                }
                if Bool.random(using: &random) { bytes = Headers.withValidChecksums(bytes) }
                if let raster = try? Raster(decoding: bytes, fitting: (50, 50)) {
                    #expect(raster.rgba.count == 4 * raster.width * raster.height)
                }
            }
        }
    }

    @Test("a PNG whose pixels are incomplete or cannot be decompressed is damaged")
    func shortPixels() {
        for pixels: [UInt8] in [[], [1, 2, 3, 4], [0x78, 0x9C, 3, 0, 0, 0, 0, 1]] {
            let bytes =
                Headers.png(40, 40) + Headers.chunk("IDAT", pixels) + Headers.chunk("IEND", [])
            #expect(throws: PictureError.damaged("its pixels cannot be decoded")) {
                try Raster(decoding: bytes, fitting: (40, 40))
            }
        }
    }

    @Test("a small file with the maximum number of pixels is decoded with limited memory")
    func smallFileOfManyPixels() throws {
        let bytes = try Oracle.bomb("zeros.png")
        #expect(bytes.count < 1 << 20)
        let raster = try Raster(decoding: bytes, fitting: (400, 400))
        #expect((raster.width, raster.height) == (400, 50))
        let pixel = Array(raster.rgba[..<4])
        #expect(pixel == [0, 0, 0, 255])
    }

    @Test(
        "a picture that a decoder buffers completely is rejected beyond a size",
        arguments: ["zeros.webp", "zeros.jpg"])
    func fullBuffer(_ name: String) throws {
        let bytes = try Oracle.bomb(name)
        let info = try PictureInfo(inspecting: bytes)
        #expect(throws: PictureError.tooLarge(width: info.width, height: info.height)) {
            try Raster(decoding: bytes, fitting: (400, 400))
        }
    }

    @Test("a JPEG with a scan per color component is buffered completely")
    func separateScans() throws {
        let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8] + Headers.big(7000, 2) + Headers.big(7000, 2)
        let header = [0xFF, 0xD8] + frame + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        let separate: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 0xFF, 0xD9]
        #expect(throws: PictureError.tooLarge(width: 7000, height: 7000)) {
            try Raster(decoding: header + separate, fitting: (8, 8))
        }
        let joint: [UInt8] = [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0, 1, 0xFF, 0xD9]
        #expect(throws: PictureError.damaged("its pixels cannot be decoded")) {
            try Raster(decoding: header + joint, fitting: (8, 8))
        }
    }
}

/// SplitMix64 generator, with the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
