import FleetTestSupport
import Foundation
import Pictures
import Testing

@Suite("Turning a picture by its orientation loses no pixels")
struct TurnedPictureTests {
    /// A cleaned picture as Pillow reads it.
    struct Checked: Sendable {
        let name: String
        let width: Int
        let height: Int
        /// Exif orientation of the original.
        let orientation: Int
        /// Such as `full.jpg`.
        let kind: String
        let hasSameSize: Bool
        let hasMetadata: Bool
        let format: String
        let mode: String
        /// 0 for full color resolution, -1 for grey and inks.
        let sampling: Int
        /// Whether it has the quantization tables of quality 95.
        let isQuality95: Bool
        /// Largest and mean difference of a sample, 0 to 255.
        let largest: Int
        let mean: Double

        init(_ line: Substring) throws {
            let parts = line.split(separator: " ").map(String.init)
            name = parts[0]
            let name = try #require(parts[0].wholeMatch(of: /(\d+)x(\d+)-(\d)-(.*)/)).output
            (width, height) = (try #require(Int(name.1)), try #require(Int(name.2)))
            (orientation, kind) = (try #require(Int(name.3)), String(name.4))
            (hasSameSize, hasMetadata) = (parts[1] == "1", parts[2] == "1")
            (format, mode) = (parts[3], parts[4])
            (sampling, isQuality95) = (try #require(Int(parts[5])), parts[6] == "1")
            (largest, mean) = (try #require(Int(parts[7])), try #require(Double(parts[8])))
        }

        /// Whether the edges that come first after the turn end with a block of the original.
        var isAligned: Bool {
            let block =
                switch kind {
                case "half.jpg", "progressive.jpg": (16, 16)
                case "wide.jpg": (16, 8)
                default: (8, 8)
                }
            let (across, down) = (width % block.0 == 0, height % block.1 == 0)
            return switch orientation {
            case 1, 5: true
            case 2, 8: across
            case 4, 6: down
            default: across && down
            }
        }
    }

    private static let checked = Result {
        let folder = try TemporaryFolder()
        for name in try Oracle.run("turned.py", "make", folder.path).split(separator: "\n") {
            let clean = try CleanPicture(cleaning: folder.bytes(of: String(name)))
            try folder.write(clean.bytes, to: name + ".clean")
        }
        return try Oracle.run("turned.py", "check", folder.path).split(separator: "\n").map {
            try Checked($0)
        }
    }

    @Test("Every size, orientation and kind is upright with all its pixels, without metadata")
    func whole() throws {
        let all = try Self.checked.get()
        #expect(all.count == 14 * 6 * 8)
        for picture in all {
            #expect(picture.hasSameSize && !picture.hasMetadata, "\(picture.name)")
            // Samples are only rounded differently if the picture is written without loss.
            let isExact =
                picture.format != "jpeg" || picture.isAligned && picture.kind != "lossy.webp"
            let (largest, mean) = isExact ? (3, 0.8) : (24, 2.5)
            #expect(
                picture.largest <= largest && picture.mean <= mean,
                "\(picture.name): \(picture.largest), \(picture.mean)")
        }
    }

    @Test("A JPEG is written without loss if its blocks allow it, otherwise with quality 95")
    func jpegs() throws {
        for picture in try Self.checked.get() where picture.kind.hasSuffix("jpg") {
            #expect(picture.format == "jpeg")
            #expect(picture.isQuality95 == !picture.isAligned, "\(picture.name)")
            guard !picture.isAligned else { continue }
            // Pillow reports no sampling for grey.
            let isGrey = picture.kind == "grey.jpg"
            #expect(picture.mode == (isGrey ? "L" : "RGB"), "\(picture.name)")
            #expect(picture.sampling == (isGrey ? -1 : 0), "\(picture.name)")
        }
    }

    @Test("A PNG and a WebP without loss become PNG, a WebP with loss a JPEG of quality 95")
    func others() throws {
        for picture in try Self.checked.get() where !picture.kind.hasSuffix("jpg") {
            let isTurned = picture.orientation > 1
            switch (picture.kind, isTurned) {
            case ("lossy.webp", true):
                #expect(picture.format == "jpeg" && picture.isQuality95, "\(picture.name)")
                #expect(picture.sampling == 0)
            case (let kind, false) where kind.hasSuffix("webp"):
                #expect(picture.format == "webp", "\(picture.name)")
            default:
                #expect(picture.format == "png", "\(picture.name)")
                let hasHoles = ["alpha.png", "lossy-alpha.webp"].contains(picture.kind)
                #expect(!isTurned || picture.mode == (hasHoles ? "RGBA" : "RGB"))
            }
        }
    }

    @Test("A large picture that cannot be turned without loss keeps its size")
    func large() throws {
        let folder = try TemporaryFolder()
        _ = try Oracle.run("large.py", folder.path)
        for name in ["large.jpg", "large.png", "large.webp"] {
            let clean = try CleanPicture(cleaning: folder.bytes(of: name))
            #expect((clean.info.width, clean.info.height) == (2103, 4201), "\(name)")
        }
    }
}
