import CZlib

/// Compressor for PDF's FlateDecode filter (ISO 32000-1, 7.4.4) that reuses its memory.
final class Deflate {
    enum Effort {
        /// Huffman coding and string matching.
        case normal
        /// Huffman coding only, for the dashes of symbols, which hardly repeat.
        case huffmanOnly
    }

    private static let level: Int32 = 4

    private let stream: UnsafeMutablePointer<z_stream>

    init() throws(LabelError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // Level 4 is the highest that takes no longer than the rest of a label; level 6 makes a
        // sheet 10 % smaller but takes three times as long.
        let status = deflateInit2_(
            stream, Deflate.level, Z_DEFLATED, MAX_WBITS, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw .outOfMemory }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    func pack(_ bytes: inout [UInt8], _ effort: Effort) throws(LabelError) -> [UInt8] {
        deflateReset(stream)
        deflateParams(
            stream, Deflate.level, effort == .normal ? Z_DEFAULT_STRATEGY : Z_HUFFMAN_ONLY)
        let bound = Int(deflateBound(stream, UInt(bytes.count)))
        var status = Z_OK
        let packed = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            bytes.withUnsafeMutableBufferPointer { input in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(clamping: input.count)
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(clamping: buffer.count)
                status = deflate(stream, Z_FINISH)
                count = buffer.count - Int(stream.pointee.avail_out)
            }
        }
        guard status == Z_STREAM_END else { throw .outOfMemory }
        return packed
    }
}

/// Decompresses zlib data; ignores trailing bytes.
func unpacked(_ bytes: ArraySlice<UInt8>) throws(LabelError) -> [UInt8] {
    var input = Array(bytes)
    var output: [UInt8] = []
    var stream = z_stream()
    guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
        throw .outOfMemory
    }
    defer { inflateEnd(&stream) }
    let status = input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(clamping: input.count)
        var status = Z_OK
        while status == Z_OK {
            output += [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(buffer.count)
                status = inflate(&stream, Z_NO_FLUSH)
                count = buffer.count - Int(stream.avail_out)
            }
        }
        return status
    }
    guard status == Z_STREAM_END else {
        throw .libraryError(library: "zlib", reason: "cannot decompress a page of cairo")
    }
    return output
}
