import CPictures

extension Raster {
    /// Maximum width and height of a decoded picture.
    public static let maxSide = 2048

    /// Maximum size of a decoder's own buffer, in bytes.
    private static let bufferLimit = 160 << 20

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
            let bufferSize = structure.needsFullBuffer ? 2 * structure.samples : 0
            try Self.check(info, bufferSize: bufferSize)
            let orientation = structure.orientation
            let storedBox =
                orientation.swapsWidthAndHeight ? (width: box.height, height: box.width) : box
            self = try Self.decoded(bytes, info, storedBox) {
                cpict_decode_jpeg(&$0, structure.isCMYK)
            }.upright(from: orientation)
        case .webp:
            let isLossless = try WebPStructure(bytes).isLossless
            try Self.check(info, bufferSize: isLossless ? 4 * info.width * info.height : 0)
            self = try Self.decoded(bytes, info, box) { cpict_decode_webp(&$0) }
        case .svg: throw .notAPicture
        }
    }

    private static func check(_ info: PictureInfo, bufferSize: Int) throws(PictureError) {
        guard bufferSize <= bufferLimit else {
            throw .tooLarge(width: info.width, height: info.height)
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
                    target_height: UInt32(height), rgba: target)
                return decode(&job)
            }
        }
        switch status {
        case .done: return Raster(width: width, height: height, pixels: pixels)
        case .exhausted: throw .outOfMemory
        case .damaged: throw .damaged("its pixels cannot be decoded")
        case .missing_library: throw .noDecoder(library: library(of: info.format))
        }
    }

    private static func library(of format: PictureFormat) -> String {
        switch format {
        case .jpeg: "libturbojpeg"
        case .png: "libpng"
        case .webp: "libwebp"
        case .svg: "librsvg"
        }
    }
}
