import CZlib

extension PNGStructure {
    /// Returns a PNG with only the chunks that its pixels need, and the orientation in its
    /// metadata.
    ///
    /// Rejects data that follows the pixels within their chunks.
    static func cleaned(
        _ bytes: [UInt8]
    ) throws(PictureError) -> (bytes: [UInt8], orientation: PictureOrientation) {
        var clean = signature
        var orientation = PictureOrientation.up
        let pixels = PixelStream()
        var reader = ByteReader(bytes[signature.count...])
        while reader.remaining > 0 {
            let start = reader.position
            let (type, data) = try chunk(&reader)
            switch type {
            case "IHDR": pixels.count = try Header(data).pixelBytes
            case "PLTE", "tRNS", "IEND": break
            case "IDAT": try pixels.check(data)
            case "eXIf":
                orientation = PictureOrientation(exif: exifPrefix + data) ?? orientation
                continue
            default: continue
            }
            clean += bytes[start..<reader.position]
        }
        try pixels.finish()
        return (clean, orientation)
    }

    /// Beginning of an Exif segment of a JPEG.
    static let exifPrefix = Array("Exif\0\0".utf8)[...]
}

/// The header of a PNG (section 11.2.1).
private struct Header {
    /// Number of bytes of the pixels when decompressed.
    let pixelBytes: Int

    init(_ data: ArraySlice<UInt8>) throws(PictureError) {
        var reader = ByteReader(data)
        let (width, height) = (try reader.bigEndian(4), try reader.bigEndian(4))
        let (depth, color) = (try reader.bigEndian(1), try reader.bigEndian(1))
        _ = try reader.take(2)
        let isInterlaced = try reader.bigEndian(1) == 1
        // Samples per pixel of the color types (section 6.1).
        guard let samples = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][color] else {
            throw .damaged("its color type is unknown")
        }
        let bits = samples * depth
        // First column and row, and the steps between them, of the passes (section 8.2).
        let passes =
            isInterlaced
            ? [
                (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
                (0, 1, 1, 2),
            ] : [(0, 0, 1, 1)]
        pixelBytes = passes.reduce(0) { sum, pass in
            let columns = max(0, (width - pass.0 + pass.2 - 1) / pass.2)
            let rows = max(0, (height - pass.1 + pass.3 - 1) / pass.3)
            return columns > 0 ? sum + rows * (1 + (columns * bits + 7) / 8) : sum
        }
    }
}

/// Check of the compressed pixels of a PNG: they end with the last chunk, and have the right
/// number.
private final class PixelStream {
    /// The expected number of decompressed bytes.
    var count = 0
    // SAFETY: zlib keeps the address of its stream, so the stream has an allocation of its own,
    // as does the buffer; only `deinit` frees them.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
    private var status: CInt

    init() {
        stream.initialize(to: z_stream())
        status = inflateInit_(stream, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        buffer.deallocate()
    }

    /// Decompresses the next part.
    func check(_ data: ArraySlice<UInt8>) throws(PictureError) {
        let isComplete = data.withUnsafeBufferPointer { data in
            // SAFETY: zlib does not write to its input, and writes at most `avail_out` bytes.
            stream.pointee.next_in = UnsafeMutablePointer(mutating: data.baseAddress)
            stream.pointee.avail_in = uInt(data.count)
            stream.pointee.avail_out = 0
            while status == Z_OK || status == Z_BUF_ERROR, stream.pointee.avail_out == 0,
                Int(stream.pointee.total_out) <= count
            {
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = uInt(buffer.count)
                status = inflate(stream, Z_NO_FLUSH)
            }
            return stream.pointee.avail_in == 0
        }
        guard isComplete else { throw .damaged("data follows its pixels") }
    }

    /// Checks the end.
    func finish() throws(PictureError) {
        guard status == Z_STREAM_END, Int(stream.pointee.total_out) == count else {
            throw .damaged("its pixels cannot be decoded")
        }
    }
}
