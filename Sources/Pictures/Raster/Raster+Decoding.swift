import CPictures

extension Raster {
    /// The longest side that is decoded.
    public static let longestSide = 2048

    /// What a decoder may keep of a picture, in bytes, beside what is wanted of it.
    private static let memoryLimit = 160 << 20

    /// Decodes a picture, upright and scaled down to fit into a box; it is never enlarged.
    ///
    /// Each pixel is the mean of all that lies under it. Memory stays under some 250 MiB whatever the
    /// picture is: one that its decoder has to keep whole meanwhile (a progressive JPEG, a lossless
    /// WebP) is `tooLarge` from some 28 to 42 million pixels on.
    /// - Parameter box: The most pixels of width and height; `longestSide` at most.
    public init(
        decoding bytes: [UInt8], fitting box: (width: Int, height: Int)
    ) throws(PictureFault) {
        let facts = try PictureFacts(inspecting: bytes)
        switch facts.format {
        case .png:
            self = try Self.decoded(bytes, facts, box) { cpict_decode_png(&$0) }
        case .jpeg:
            let structure = try JPEGStructure(bytes)
            let kept = structure.isKeptWhole ? 2 * structure.samples : 0
            try Self.check(facts, keeps: kept)
            let turn = structure.orientation
            let turned = turn.swapsSides ? (width: box.height, height: box.width) : box
            self = try Self.decoded(bytes, facts, turned) {
                cpict_decode_jpeg(&$0, structure.hasInks)
            }.turned(turn)
        case .webp:
            let isKept = try WebPStructure(bytes).isLossless
            try Self.check(facts, keeps: isKept ? 4 * facts.width * facts.height : 0)
            self = try Self.decoded(bytes, facts, box) { cpict_decode_webp(&$0) }
        case .svg: throw .notAPicture
        }
    }

    private static func check(_ facts: PictureFacts, keeps bytes: Int) throws(PictureFault) {
        guard bytes <= memoryLimit else {
            throw .tooLarge(width: facts.width, height: facts.height)
        }
    }

    /// The size of a picture in a box.
    static func size(
        of facts: PictureFacts, in box: (width: Int, height: Int)
    ) -> (width: Int, height: Int) {
        let width = max(1, min(box.width, longestSide, facts.width))
        let height = max(1, min(box.height, longestSide, facts.height))
        // Whether the width is what limits it.
        if facts.height * width <= facts.width * height {
            return (width, max(1, (facts.height * width + facts.width / 2) / facts.width))
        }
        return (max(1, (facts.width * height + facts.height / 2) / facts.height), height)
    }

    private static func decoded(
        _ bytes: [UInt8], _ facts: PictureFacts, _ box: (width: Int, height: Int),
        _ decode: (inout cpict_job) -> cpict_status
    ) throws(PictureFault) -> Raster {
        let (width, height) = size(of: facts, in: box)
        var pixels = [UInt8](repeating: 0, count: 4 * width * height)
        let status = bytes.withUnsafeBufferPointer { bytes in
            pixels.withUnsafeMutableBufferPointer { pixels in
                guard let source = bytes.baseAddress, let target = pixels.baseAddress else {
                    return cpict_status.damaged
                }
                var job = cpict_job(
                    bytes: source, count: bytes.count, width: UInt32(facts.width),
                    height: UInt32(facts.height), target_width: UInt32(width),
                    target_height: UInt32(height), rgba: target)
                return decode(&job)
            }
        }
        switch status {
        case .done: return Raster(width: width, height: height, pixels: pixels)
        case .exhausted: throw .exhausted
        case .damaged: throw .damaged("its pixels cannot be decoded")
        case .missing_library: throw .noDecoder(library: library(of: facts.format))
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
