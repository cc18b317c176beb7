/// Header of a WebP (RFC 9649, section 2).
struct WebPStructure {
    let info: PictureInfo

    static func hasSignature(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: Array("RIFF".utf8))
            && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
    }

    /// Verifies the length of the file and reads the first chunk, which has the size.
    init(_ bytes: [UInt8]) throws(PictureError) {
        var reader = ByteReader(bytes[4...])
        let count = try reader.littleEndian(4)
        guard count <= reader.remaining else { throw .truncated }
        guard count == reader.remaining else { throw .damaged("data follows its end") }
        _ = try reader.take(4)
        let type = String(decoding: try reader.take(4), as: UTF8.self)
        reader = ByteReader(try reader.take(try reader.littleEndian(4)))
        let (width, height): (Int, Int)
        switch type {
        case "VP8X":
            guard try reader.littleEndian(4) & 2 == 0 else { throw .unsupported("it is animated") }
            (width, height) = (try reader.littleEndian(3) + 1, try reader.littleEndian(3) + 1)
        case "VP8 ":
            // The frame tag and the start code (RFC 6386, section 9.1).
            _ = try reader.take(6)
            width = try reader.littleEndian(2) & 0x3FFF
            height = try reader.littleEndian(2) & 0x3FFF
        case "VP8L":
            // The signature is one byte (RFC 9649, section 3.4).
            _ = try reader.byte()
            let sides = try reader.littleEndian(4)
            (width, height) = ((sides & 0x3FFF) + 1, (sides >> 14 & 0x3FFF) + 1)
        default:
            throw .damaged("it does not start with a header")
        }
        info = try PictureInfo(.webp, width: width, height: height)
    }
}
