import FleetTestSupport
import Foundation
import Testing

@testable import Pictures

struct RasterTests {
    @Test("every kind of picture has the same pixels as with an independent decoder")
    func whole() throws {
        let differences = try Oracle.differences(of: Oracle.samples.get()) { ($0.width, $0.height) }
        #expect(differences.count == (try Oracle.samples.get().count))
        for (name, difference) in differences {
            // Decoders of lossy formats may round differently.
            let limit = name.hasSuffix(".png") || name.hasPrefix("lossless") ? 1 : 3
            #expect(difference.largest <= limit, "\(name)")
        }
    }

    @Test(
        "a picture is scaled down by area averaging, with its opacity", arguments: [2, 3, 5])
    func scaled(factor: Int) throws {
        let samples = try Oracle.samples.get().filter { $0.width == 90 }
        let differences = try Oracle.differences(of: samples) { _ in (90 / factor, 90 / factor) }
        for (name, difference) in differences {
            // A JPEG is partly scaled before its color conversion.
            let isPNG = name.hasSuffix(".png")
            #expect(difference.largest <= (isPNG ? 2 : 45), "\(name): \(difference)")
            #expect(difference.mean <= (isPNG ? 0.1 : 2), "\(name): \(difference)")
        }
    }

    @Test("a picture fits into its box and is never enlarged")
    func fitting() throws {
        let photo = try Oracle.sample("photo.jpg").bytes
        for (box, size) in [
            ((100, 100), (100, 67)), ((4000, 20), (30, 20)), ((1, 1), (1, 1)), ((0, -5), (1, 1)),
            ((5000, 5000), (1201, 799)),
        ] {
            let raster = try Raster(decoding: photo, fitting: box)
            #expect((raster.width, raster.height) == size)
        }
        let tall = try PictureInfo(.png, width: 2, height: 20_000)
        #expect(Raster.size(of: tall, in: (2048, 2048)) == (1, 2048))
    }

    @Test("a photo is turned upright by its Exif orientation")
    func orientation() throws {
        let upright = try Raster(
            decoding: Oracle.sample("turned1.jpg").bytes, fitting: (90, 90))
        let turned = try Raster(decoding: Oracle.sample("turned6.jpg").bytes, fitting: (90, 90))
        #expect((upright.width, upright.height) == (90, 60))
        #expect((turned.width, turned.height) == (60, 90))
        // The top left pixel is at the top right after a quarter turn.
        #expect(upright.rgba[..<4] == turned.rgba[4 * 59..<4 * 60])
    }

    @Test("a written PNG has the decoded pixels")
    func written() throws {
        let raster = try Raster(decoding: Oracle.sample("alpha.png").bytes, fitting: (90, 90))
        let file = try #require(raster.png)
        #expect(try PictureInfo(inspecting: file).format == .png)
        #expect(try Raster(decoding: file, fitting: (90, 90)) == raster)
    }

    @Test("padding is transparent and is added on the right and at the bottom")
    func padded() throws {
        let dots = try #require(Raster(width: 1, height: 2, rgba: [1, 2, 3, 255, 4, 5, 6, 9]))
        let none: [UInt8] = [0, 0, 0, 0]
        let wide = dots.padded(width: 2, height: 3)
        #expect(wide.rgba == [1, 2, 3, 255] + none + [4, 5, 6, 9] + none + none + none)
        #expect((wide.width, wide.height) == (2, 3))
        #expect(dots.padded(width: 1, height: 1) == dots)
    }

    @Test("a raster cannot be created if the number of pixels does not match its size")
    func counts() {
        #expect(Raster(width: 2, height: 1, rgba: [0, 0, 0, 0]) == nil)
        #expect(Raster(width: 0, height: 0, rgba: []) == nil)
        #expect(Raster(width: 1, height: 1, rgba: [1, 2, 3, 4])?.rgba == [1, 2, 3, 4])
    }
}

extension Oracle {
    /// Difference from the pixels that Pillow decodes, 0 to 255.
    typealias Difference = (largest: Int, mean: Double)

    /// Decodes samples into boxes; returns the differences from Pillow's result, by name.
    static func differences(
        of samples: [Sample], box: (Sample) -> (Int, Int)
    ) throws -> [String: Difference] {
        let folder = try TemporaryFolder()
        for sample in samples {
            let (width, height) = box(sample)
            let side = max(width, height)
            let png = try #require(try Raster(decoding: sample.bytes, fitting: (side, side)).png)
            try folder.write(sample.bytes, to: sample.name)
            try folder.write(png, to: sample.name + ".decoded.png")
        }
        let lines = try run("compare.py", folder.path).split(separator: "\n").map { line in
            let parts = line.split(separator: " ")
            return (
                String(parts[0]),
                (try #require(Int(parts[1])), try #require(Double(parts[2])))
            )
        }
        return Dictionary(uniqueKeysWithValues: lines)
    }
}
