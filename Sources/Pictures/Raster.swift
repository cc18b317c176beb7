import CPictures
import CZlib

/// Pixels of a picture, row by row from the top left.
///
///     let picture = try Raster(decoding: bytes, fitting: (width: 200, height: 200))
public struct Raster: Sendable, Equatable {
    /// Width in pixels.
    public let width: Int
    /// Height in pixels.
    public let height: Int
    /// Red, green, blue and alpha of each pixel, 0 to 255; alpha is not premultiplied.
    public let rgba: [UInt8]

    /// Creates a picture; returns `nil` if the number of pixels does not match the size.
    public init?(width: Int, height: Int, rgba: [UInt8]) {
        guard width > 0, height > 0, rgba.count == 4 * width * height else { return nil }
        self.init(width: width, height: height, pixels: rgba)
    }

    /// The brightness of each pixel on white, 0 to 255 (ITU-R BT.601, section 2.5.1).
    public var luma: [UInt8] {
        (0..<width * height).map { index in
            let (red, green, blue) = (rgba[4 * index], rgba[4 * index + 1], rgba[4 * index + 2])
            let luma = (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000
            let alpha = Int(rgba[4 * index + 3])
            return UInt8((luma * alpha + 255 * (255 - alpha)) / 255)
        }
    }

    init(width: Int, height: Int, pixels: [UInt8]) {
        (self.width, self.height, rgba) = (width, height, pixels)
    }
}

extension Raster {
    /// Maximum width and height of a decoded picture.
    public static let maxSide = 2048

    /// Maximum size of a decoder's own buffer, in bytes.
    static let bufferLimit = 160 << 20

    /// Decodes a picture upright and scales it down to fit into a box; it is never enlarged.
    ///
    /// Each pixel is the mean of the source pixels that it covers. Memory use stays below about 250
    /// MiB for every picture: one whose decoder buffers it completely (a progressive JPEG, a
    /// lossless WebP) is `tooLarge` from about 28 to 42 million pixels.
    /// - Parameter box: Maximum width and height in pixels, limited to `maxSide`.
    public init(
        decoding bytes: [UInt8], fitting box: (width: Int, height: Int)
    ) throws(PictureError) {
        let info = try PictureInfo(inspecting: bytes)
        switch info.format {
        case .png:
            self = try Self.decoded(bytes, info, box) { cpict_decode_png(&$0) }
        case .jpeg:
            let structure = try JPEGStructure(bytes)
            guard !structure.needsFullBuffer || 2 * structure.samples <= Self.bufferLimit else {
                throw .tooLarge(width: info.width, height: info.height)
            }
            let orientation = structure.orientation
            let storedBox =
                orientation.swapsWidthAndHeight ? (width: box.height, height: box.width) : box
            self = try Self.decoded(bytes, info, storedBox) {
                cpict_decode_jpeg(&$0, structure.isCMYK)
            }.upright(from: orientation)
        case .webp:
            self = try Self.decoded(bytes, info, box) { cpict_decode_webp(&$0) }
        case .svg: throw .notAPicture
        }
    }

    /// Returns the size of a picture scaled down to a box.
    static func size(
        of info: PictureInfo, in box: (width: Int, height: Int)
    ) -> (width: Int, height: Int) {
        let width = max(1, min(box.width, maxSide, info.width))
        let height = max(1, min(box.height, maxSide, info.height))
        // True if the width is the limit.
        if info.height * width <= info.width * height {
            return (width, max(1, (info.height * width + info.width / 2) / info.width))
        }
        return (max(1, (info.width * height + info.height / 2) / info.height), height)
    }

    private static func decoded(
        _ bytes: [UInt8], _ info: PictureInfo, _ box: (width: Int, height: Int),
        _ decode: (inout cpict_job) -> cpict_status
    ) throws(PictureError) -> Raster {
        let (width, height) = size(of: info, in: box)
        var pixels = [UInt8](repeating: 0, count: 4 * width * height)
        let status = bytes.withUnsafeBufferPointer { bytes in
            pixels.withUnsafeMutableBufferPointer { pixels in
                guard let source = bytes.baseAddress, let target = pixels.baseAddress else {
                    return cpict_status.damaged
                }
                var job = cpict_job(
                    bytes: source, count: bytes.count, width: UInt32(info.width),
                    height: UInt32(info.height), target_width: UInt32(width),
                    target_height: UInt32(height), rgba: target, buffer_limit: bufferLimit)
                return decode(&job)
            }
        }
        switch status {
        case .done: return Raster(width: width, height: height, pixels: pixels)
        case .exhausted, .too_many_bytes: throw .outOfMemory
        case .damaged: throw .damaged("its pixels cannot be decoded")
        case .too_large: throw .tooLarge(width: info.width, height: info.height)
        case .missing_library: throw .noDecoder(library: library(of: info.format))
        }
    }

    static func library(of format: PictureFormat) -> String {
        switch format {
        case .jpeg: "libturbojpeg"
        case .png: "libpng"
        case .webp: "libwebp"
        case .svg: "librsvg"
        }
    }

    /// Returns the picture turned upright.
    func upright(from orientation: PictureOrientation) -> Raster {
        guard orientation != .up else { return self }
        let size = orientation.swapsWidthAndHeight ? (height, width) : (width, height)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(rgba.count)
        for y in 0..<size.1 {
            for x in 0..<size.0 {
                let stored = orientation.storedPosition(
                    x: x, y: y, width: width, height: height)
                let start = 4 * (stored.y * width + stored.x)
                pixels += rgba[start..<start + 4]
            }
        }
        return Raster(width: size.0, height: size.1, pixels: pixels)
    }

    /// Returns the picture extended to a size with transparent pixels on the right and at the
    /// bottom; a size smaller than its own has no effect.
    public func padded(width: Int, height: Int) -> Raster {
        guard width >= self.width, height >= self.height else { return self }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(4 * width * height)
        for y in 0..<self.height {
            let start = 4 * y * self.width
            pixels += rgba[start..<start + 4 * self.width]
            pixels += repeatElement(0, count: 4 * (width - self.width))
        }
        pixels += repeatElement(0, count: 4 * width * (height - self.height))
        return Raster(width: width, height: height, pixels: pixels)
    }

    /// The picture as a PNG file; `nil` if there is not enough memory.
    public var png: [UInt8]? {
        var rows: [UInt8] = []
        rows.reserveCapacity(rgba.count + height)
        for start in stride(from: 0, to: rgba.count, by: 4 * width) {
            // Each row starts with its filter type: none.
            rows.append(0)
            rows += rgba[start..<start + 4 * width]
        }
        guard let compressed = Self.compressed(rows) else { return nil }
        // Eight bits each for red, green, blue and alpha.
        let header = Self.bigEndian(width) + Self.bigEndian(height) + [8, 6, 0, 0, 0]
        return PNGStructure.signature + Self.chunk("IHDR", header)
            + Self.chunk("IDAT", compressed) + Self.chunk("IEND", [])
    }

    private static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var count = compressBound(uLong(bytes.count))
        var compressed = [UInt8](repeating: 0, count: Int(count))
        guard compress2(&compressed, &count, bytes, uLong(bytes.count), 6) == Z_OK else {
            return nil
        }
        compressed.removeLast(compressed.count - Int(count))
        return compressed
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + data
        return bigEndian(data.count) + checked
            + bigEndian(Int(crc32_z(0, checked, checked.count)))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}
