/// Chunks of a WebP (RFC 9649, section 2).
struct WebPStructure {
    let info: PictureInfo
    /// Whether the compression is lossless; the decoder then buffers the whole picture.
    let isLossless: Bool

    static func hasSignature(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: Array("RIFF".utf8))
            && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
    }

    init(_ bytes: [UInt8]) throws(PictureError) {
        var reader = ByteReader(bytes[4...])
        let count = try reader.littleEndian(4)
        guard count <= reader.remaining else { throw .truncated }
        guard count == reader.remaining else { throw .damaged("data follows its end") }
        _ = try reader.take(4)
        var (canvas, image): (PictureInfo?, Image?) = (nil, nil)
        while reader.remaining > 0 {
            let (type, data) = try Self.chunk(&reader)
            switch type {
            case "VP8X":
                guard canvas == nil, image == nil else { throw .damaged("its header is misplaced") }
                canvas = try Self.canvas(data)
            case "VP8 ", "VP8L":
                guard image == nil else { throw .damaged("it has more than one image") }
                image = try type == "VP8L" ? Image(lossless: data) : Image(lossy: data)
            default:
                guard canvas != nil else { throw .damaged("it does not start with a header") }
            }
        }
        guard let image else { throw .damaged("it has no pixels") }
        guard canvas == nil || canvas == image.info else {
            throw .damaged("its headers have different sizes")
        }
        (info, isLossless) = (image.info, image.isLossless)
    }

    /// Reads a chunk, with its padding byte.
    private static func chunk(
        _ reader: inout ByteReader
    ) throws(PictureError) -> (type: String, data: ArraySlice<UInt8>) {
        let type = String(decoding: try reader.take(4), as: UTF8.self)
        let data = try reader.take(try reader.littleEndian(4))
        if data.count % 2 == 1 { _ = try reader.byte() }
        return (type, data)
    }

    /// Reads the header of an extended file (2.7.1); throws if the picture is animated.
    private static func canvas(_ data: ArraySlice<UInt8>) throws(PictureError) -> PictureInfo {
        var reader = ByteReader(data)
        let flags = try reader.littleEndian(4)
        let (width, height) = (try reader.littleEndian(3) + 1, try reader.littleEndian(3) + 1)
        guard flags & 2 == 0 else { throw .unsupported("it is animated") }
        return try PictureInfo(.webp, width: width, height: height)
    }
}

extension WebPStructure {
    /// Header of the compressed pixels.
    private struct Image {
        let info: PictureInfo
        let isLossless: Bool

        /// Reads a key frame's header (RFC 6386, section 9.1).
        init(lossy data: ArraySlice<UInt8>) throws(PictureError) {
            var reader = ByteReader(data)
            let tag = try reader.littleEndian(3)
            let start = try reader.bigEndian(3)
            guard tag & 1 == 0, start == 0x9D012A else { throw .damaged("its header is invalid") }
            let width = try reader.littleEndian(2) & 0x3FFF
            let height = try reader.littleEndian(2) & 0x3FFF
            info = try PictureInfo(.webp, width: width, height: height)
            guard tag >> 5 <= reader.remaining else { throw .truncated }
            isLossless = false
        }

        /// Reads the header of a lossless image (RFC 9649, section 3.4).
        init(lossless data: ArraySlice<UInt8>) throws(PictureError) {
            var reader = ByteReader(data)
            let signature = try reader.byte()
            let header = try reader.littleEndian(4)
            guard signature == 0x2F, header >> 29 == 0 else {
                throw .damaged("its header is invalid")
            }
            info = try PictureInfo(
                .webp, width: (header & 0x3FFF) + 1, height: (header >> 14 & 0x3FFF) + 1)
            isLossless = true
        }
    }
}
