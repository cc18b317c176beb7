import CZlib

/// Encoder of raw deflate data (RFC 1951).
final class Deflater {
    // SAFETY: zlib keeps the address of its stream, so the stream has an allocation of its own;
    // only `deinit` frees it.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

    init() throws(TableError) {
        stream.initialize(to: z_stream())
        let status = deflateInit2_(
            stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            CInt(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw .outOfMemory }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Returns the data for the next bytes, or for the last ones.
    func deflate(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        let capacity = Int(deflateBound(stream, uLong(bytes.count))) + 64
        var output: [UInt8] = []
        bytes.withUnsafeBufferPointer { bytes in
            // SAFETY: zlib does not write to its input, and writes at most `avail_out` bytes.
            stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
            stream.pointee.avail_in = uInt(clamping: bytes.count)
            repeat {
                output += [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                    stream.pointee.next_out = buffer.baseAddress
                    stream.pointee.avail_out = uInt(clamping: buffer.count)
                    CZlib.deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
                    count = buffer.count - Int(stream.pointee.avail_out)
                }
            } while stream.pointee.avail_out == 0
        }
        return output
    }

    func reset() { deflateReset(stream) }
}
