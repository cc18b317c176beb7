import FleetTestSupport
import Foundation
import Pictures
import Testing

struct CleanPictureTests {
    @Test(
        "nothing but the pixels is left", arguments: ["private.jpg", "private.png", "private.webp"])
    func metadata(name: String) throws {
        let original = try Oracle.sample(name).bytes
        #expect(Data(original).range(of: Data("SECRET".utf8)) != nil)
        let clean = try CleanPicture(cleaning: original)
        for text in ["SECRET", "Exif", "iCCP", "ICCP", "ICC_PROFILE", "tEXt", "eXIf", "EXIF"] {
            #expect(Data(clean.bytes).range(of: Data(text.utf8)) == nil, "\(text)")
        }
        #expect(try pixels(clean.bytes) == pixels(original))
    }

    @Test("every kind of picture keeps its pixels and its format")
    func samples() throws {
        // Those whose metadata turns them are not stored as they were.
        let samples = try Oracle.samples.get().filter { !$0.name.contains(/^(turned|blocks)/) }
        for sample in samples {
            let clean = try CleanPicture(cleaning: sample.bytes)
            #expect(try pixels(clean.bytes) == pixels(sample.bytes), "\(sample.name)")
            #expect(clean.info.format.rawValue == sample.format, "\(sample.name)")
            let again = try CleanPicture(cleaning: clean.bytes)
            #expect(again.bytes == clean.bytes, "\(sample.name)")
        }
    }

    @Test("a photo is stored upright, without loss", arguments: 1...8)
    func upright(orientation: Int) throws {
        let original = try Oracle.sample("blocks\(orientation).jpg").bytes
        let clean = try CleanPicture(cleaning: original)
        let isTurned = orientation >= 5
        #expect((clean.info.width, clean.info.height) == (isTurned ? (64, 96) : (96, 64)))
        let (left, right) = (try pixels(clean.bytes), try pixels(original))
        let largest = zip(left.rgba, right.rgba).map { abs(Int($0) - Int($1)) }.max()
        // The decoder rounds turned blocks differently.
        #expect((left.width, left.height) == (right.width, right.height))
        #expect(try #require(largest) <= 2)
    }

    @Test(
        "the orientation of other formats is applied, too",
        arguments: ["turned.png", "turned.webp"])
    func others(name: String) throws {
        let original = try Oracle.sample(name).bytes
        let clean = try CleanPicture(cleaning: original)
        #expect((clean.info.width, clean.info.height) == (64, 96))
        // The first pixel is at the top right after a quarter turn.
        let (turned, stored) = (try pixels(clean.bytes), try pixels(original))
        #expect(turned.rgba[4 * 63..<4 * 64] == stored.rgba[..<4])
    }

    @Test("what follows the end of a JPEG is gone")
    func trailing() throws {
        let clean = try CleanPicture(
            cleaning: try Oracle.sample("photo.jpg").bytes + Array("<script>PK".utf8))
        #expect(Data(clean.bytes).range(of: Data("<script>".utf8)) == nil)
    }

    @Test("a PNG with data after its pixels, or with too many, is refused")
    func hiddenPixels() throws {
        let rows = [UInt8](repeating: 0, count: 4 * (1 + 4 * 4))
        for (extra, after) in [([], [UInt8]("<script>".utf8)), ([1, 2, 3], []), ([], [])]
            as [([UInt8], [UInt8])]
        {
            let compressed = Self.stored(rows + extra)
            let bytes =
                Headers.png(4, 4) + Headers.chunk("IDAT", compressed + after)
                + Headers.chunk("IEND", [])
            if extra.isEmpty, after.isEmpty {
                #expect(throws: Never.self) { try CleanPicture(cleaning: bytes) }
            } else {
                #expect(throws: PictureError.self) { try CleanPicture(cleaning: bytes) }
            }
        }
    }

    @Test("a JPEG whose coefficients need too much memory is refused before it is read")
    func bomb() throws {
        let progressive = try Oracle.bomb("zeros.jpg")
        #expect(throws: PictureError.tooLarge(width: 20_000, height: 2500)) {
            try CleanPicture(cleaning: progressive)
        }
        let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8] + Headers.big(7500, 2) + Headers.big(6000, 2)
        let header = [0xFF, 0xD8] + Self.quarterTurn + frame
        let scan: [UInt8] = [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0, 1, 0xFF, 0xD9]
        #expect(throws: PictureError.tooLarge(width: 6000, height: 7500)) {
            try CleanPicture(
                cleaning: header + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0] + scan)
        }
    }

    @Test("random changes never crash, and what is accepted is a picture")
    func changedAtRandom() throws {
        var random = SeededGenerator(seed: 11)
        for sample in try Oracle.samples.get() where sample.bytes.count < 8000 {
            for _ in 0..<40 {
                var bytes = sample.bytes
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    bytes[.random(in: 0..<bytes.count, using: &random)] = .random(
                        in: 0...255, using: &random)
                }
                if Bool.random(using: &random) { bytes = Headers.withValidChecksums(bytes) }
                guard let clean = try? CleanPicture(cleaning: bytes) else { continue }
                #expect(throws: Never.self) { try PictureInfo(inspecting: clean.bytes) }
            }
        }
    }

    @Test("a written JPEG has the pixels, with white where they are transparent")
    func encoded() throws {
        let raster = try #require(
            Raster(width: 1, height: 2, rgba: [200, 10, 20, 255, 200, 10, 20, 255]))
        let bytes = try raster.jpeg(quality: 95)
        let decoded = try Raster(decoding: bytes, fitting: (1, 2))
        #expect(zip(decoded.rgba, raster.rgba).allSatisfy { abs(Int($0) - Int($1)) < 10 })
        let hole = try #require(Raster(width: 1, height: 1, rgba: [200, 10, 20, 0]))
        let white = try Raster(decoding: hole.jpeg(quality: 95), fitting: (1, 1))
        #expect(white.rgba.allSatisfy { $0 > 250 })
        #expect(try PictureInfo(inspecting: bytes).format == .jpeg)
    }

    /// An Exif segment with the orientation 6.
    private static let quarterTurn: [UInt8] =
        [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM\0*".utf8) + Headers.big(8, 4) + Headers.big(1, 2)
        + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0] + Headers.big(0, 4)

    /// Wraps less than 64 KiB in the format of zlib (RFC 1950) with one stored block.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var (low, high) = (1, 0)
        for byte in bytes {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let count = Headers.little(bytes.count, 2)
        return [0x78, 0x01, 1] + count + count.map(~) + bytes + Headers.big(high << 16 | low, 4)
    }

    private func pixels(_ bytes: [UInt8]) throws -> Raster {
        try Raster(decoding: bytes, fitting: (Raster.maxSide, Raster.maxSide))
    }
}
