extension WebPStructure {
    /// Returns a WebP with only its pixels and their opacity, and the orientation in its metadata.
    static func cleaned(
        _ bytes: [UInt8]
    ) throws(PictureError) -> (bytes: [UInt8], orientation: PictureOrientation) {
        let info = try WebPStructure(bytes).info
        var (opacity, pixels) = (ArraySlice<UInt8>(), ArraySlice<UInt8>())
        var (isLossless, orientation) = (false, PictureOrientation.up)
        var reader = ByteReader(bytes[12...])
        while reader.remaining > 0 {
            let start = reader.position
            let type = String(decoding: try reader.take(4), as: UTF8.self)
            let count = try reader.littleEndian(4)
            let data = try reader.take(count)
            // The last chunk of some encoders lacks its padding.
            if count % 2 == 1, reader.remaining > 0 { _ = try reader.byte() }
            let chunk = bytes[start..<start + 8 + count]
            switch type {
            case "ALPH": opacity = chunk
            case "VP8 ", "VP8L":
                guard pixels.isEmpty else { throw .damaged("it has more than one frame") }
                (pixels, isLossless) = (chunk, type == "VP8L")
            case "EXIF":
                let prefix = PNGStructure.exifPrefix
                let exif = data.starts(with: prefix) ? data : prefix + data
                orientation = PictureOrientation(exif: exif) ?? orientation
            default: break
            }
        }
        guard !pixels.isEmpty else { throw .damaged("it has no pixels") }
        var chunks = padded(pixels)
        if !opacity.isEmpty, !isLossless {
            chunks = extendedHeader(of: info) + padded(opacity) + chunks
        }
        let size = littleEndian(4 + chunks.count, 4)
        return (Array("RIFF".utf8) + size + Array("WEBP".utf8) + chunks, orientation)
    }

    /// Returns the header of a picture with opacity and nothing else (RFC 9649, section 2.7).
    private static func extendedHeader(of info: PictureInfo) -> [UInt8] {
        let hasOpacity: [UInt8] = [0x10, 0, 0, 0]
        return Array("VP8X".utf8) + littleEndian(10, 4) + hasOpacity
            + littleEndian(info.width - 1, 3) + littleEndian(info.height - 1, 3)
    }

    private static func padded(_ chunk: ArraySlice<UInt8>) -> [UInt8] {
        Array(chunk) + (chunk.count % 2 == 1 ? [0] : [])
    }

    private static func littleEndian(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
