/// The chunks of a WebP (RFC 9649, section 2).
struct WebPStructure {
    let facts: PictureFacts
    /// Whether it is compressed without loss, so that a decoder keeps all pixels meanwhile.
    let isLossless: Bool

    static func isSigned(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: Array("RIFF".utf8))
            && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
    }

    init(_ bytes: [UInt8]) throws(PictureFault) {
        var reader = ByteReader(bytes[4...])
        let count = try reader.little(4)
        guard count <= reader.rest else { throw .truncated }
        guard count == reader.rest else { throw .damaged("something follows its end") }
        _ = try reader.take(4)
        var (canvas, image): (PictureFacts?, Image?) = (nil, nil)
        while reader.rest > 0 {
            let (type, data) = try Self.chunk(&reader)
            switch type {
            case "VP8X":
                guard canvas == nil, image == nil else { throw .damaged("its header is late") }
                canvas = try Self.canvas(data)
            case "VP8 ", "VP8L":
                guard image == nil else { throw .damaged("it has several images") }
                image = try type == "VP8L" ? Image(lossless: data) : Image(lossy: data)
            default:
                guard canvas != nil else { throw .damaged("it does not begin with a header") }
            }
        }
        guard let image else { throw .damaged("it has no pixels") }
        guard canvas == nil || canvas == image.facts else {
            throw .damaged("its headers tell different sizes")
        }
        (facts, isLossless) = (image.facts, image.isLossless)
    }

    /// Takes a chunk, with the byte that makes its length even.
    private static func chunk(
        _ reader: inout ByteReader
    ) throws(PictureFault) -> (type: String, data: ArraySlice<UInt8>) {
        let type = String(decoding: try reader.take(4), as: UTF8.self)
        let data = try reader.take(try reader.little(4))
        if data.count % 2 == 1 { _ = try reader.byte() }
        return (type, data)
    }

    /// The size of an extended file (2.7.1); only still ones have their image in the place for it.
    private static func canvas(_ data: ArraySlice<UInt8>) throws(PictureFault) -> PictureFacts {
        var reader = ByteReader(data)
        let flags = try reader.little(4)
        let (width, height) = (try reader.little(3) + 1, try reader.little(3) + 1)
        guard flags & 2 == 0 else { throw .damaged("it is animated") }
        return try PictureFacts(.webp, width: width, height: height)
    }
}

extension WebPStructure {
    /// What the header of compressed pixels says.
    private struct Image {
        let facts: PictureFacts
        let isLossless: Bool

        /// Reads a key frame's header (RFC 6386, section 9.1).
        init(lossy data: ArraySlice<UInt8>) throws(PictureFault) {
            var reader = ByteReader(data)
            let tag = try reader.little(3)
            let start = try reader.big(3)
            guard tag & 1 == 0, start == 0x9D012A else { throw .damaged("its header is wrong") }
            let (width, height) = (try reader.little(2) & 0x3FFF, try reader.little(2) & 0x3FFF)
            facts = try PictureFacts(.webp, width: width, height: height)
            guard tag >> 5 <= reader.rest else { throw .truncated }
            isLossless = false
        }

        /// Reads the header of a lossless image (RFC 9649, section 3.4).
        init(lossless data: ArraySlice<UInt8>) throws(PictureFault) {
            var reader = ByteReader(data)
            let signature = try reader.byte()
            let header = try reader.little(4)
            guard signature == 0x2F, header >> 29 == 0 else {
                throw .damaged("its header is wrong")
            }
            facts = try PictureFacts(
                .webp, width: (header & 0x3FFF) + 1, height: (header >> 14 & 0x3FFF) + 1)
            isLossless = true
        }
    }
}
