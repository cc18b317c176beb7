import Pictures
import Testing

struct BombTests {
    @Test("bytes changed at random never do harm, whether they are decoded or refused")
    func changedAtRandom() throws {
        var chance = Chance(seed: 7)
        for sample in try Oracle.samples.get() where sample.bytes.count < 8000 {
            for _ in 0..<100 {
                var bytes = sample.bytes
                for _ in 0..<Int.random(in: 1...6, using: &chance) {
                    // Half of them where the headers are.
                    let reach = Bool.random(using: &chance) ? min(64, bytes.count) : bytes.count
                    bytes[.random(in: 0..<reach, using: &chance)] = .random(
                        in: 0...255, using: &chance)
                }
                if Bool.random(using: &chance) { bytes = Headers.mended(bytes) }
                if let raster = try? Raster(decoding: bytes, fitting: (50, 50)) {
                    #expect(raster.rgba.count == 4 * raster.width * raster.height)
                }
            }
        }
    }

    @Test("a PNG whose pixels end too early or do not unpack is damaged")
    func shortPixels() {
        for pixels: [UInt8] in [[], [1, 2, 3, 4], [0x78, 0x9C, 3, 0, 0, 0, 0, 1]] {
            let bytes =
                Headers.png(40, 40) + Headers.chunk("IDAT", pixels) + Headers.chunk("IEND", [])
            #expect(throws: PictureFault.damaged("its pixels cannot be decoded")) {
                try Raster(decoding: bytes, fitting: (40, 40))
            }
        }
    }

    @Test("few bytes that unpack to the most pixels are decoded within a small memory")
    func smallFileOfManyPixels() throws {
        let bytes = try Oracle.file("bombs.py", "zeros.png")
        #expect(bytes.count < 1 << 20)
        let raster = try Raster(decoding: bytes, fitting: (400, 400))
        #expect((raster.width, raster.height) == (400, 50))
        let pixel = Array(raster.rgba[..<4])
        #expect(pixel == [0, 0, 0, 255])
    }

    @Test(
        "what a decoder would have to keep whole is refused beyond a size",
        arguments: ["zeros.webp", "zeros.jpg"])
    func keptWhole(_ name: String) throws {
        let bytes = try Oracle.file("bombs.py", name)
        let facts = try PictureFacts(inspecting: bytes)
        #expect(throws: PictureFault.tooLarge(width: facts.width, height: facts.height)) {
            try Raster(decoding: bytes, fitting: (400, 400))
        }
    }

    @Test("a JPEG whose colors come one after the other is one that is kept whole")
    func colorsApart() throws {
        let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8] + Headers.big(7000, 2) + Headers.big(7000, 2)
        let head = [0xFF, 0xD8] + frame + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        let apart: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 0xFF, 0xD9]
        #expect(throws: PictureFault.tooLarge(width: 7000, height: 7000)) {
            try Raster(decoding: head + apart, fitting: (8, 8))
        }
        let together: [UInt8] = [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0, 1, 0xFF, 0xD9]
        #expect(throws: PictureFault.damaged("its pixels cannot be decoded")) {
            try Raster(decoding: head + together, fitting: (8, 8))
        }
    }
}

/// Numbers that look like chance and are the same in every run (SplitMix64).
struct Chance: RandomNumberGenerator {
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
