import CZlib

/// Streaming reader of one entry, which checks its size and its checksum.
final class ZipEntryReader {
    private let name: String
    private let entry: ZipArchive.Entry
    private let bytes: [UInt8]
    // SAFETY: zlib keeps the address of its stream, so the stream has an allocation of its own;
    // only `deinit` frees it.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var position: Int
    private var unpacked = 0
    private var checksum = crc32_z(0, nil, 0)

    init(_ entry: ZipArchive.Entry, of archive: ZipArchive) throws(TableError) {
        (self.entry, name, bytes, position) = (
            entry, entry.name, archive.bytes, entry.data.lowerBound
        )
        stream.initialize(to: z_stream())
        guard !entry.isEncrypted else { throw .passwordProtected }
        // Raw deflate data (RFC 1951).
        let status = inflateInit2_(
            stream, -15, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw .outOfMemory }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Reads the next bytes into a buffer; returns their number, which is 0 only at the end.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(TableError) -> Int {
        let count =
            entry.isCompressed
            ? try inflate(into: buffer)
            : copy(into: buffer)
        unpacked += count
        guard unpacked <= entry.unpackedSize else { throw wrongSize }
        checksum = crc32_z(checksum, buffer.baseAddress, count)
        if count == 0 {
            guard unpacked == entry.unpackedSize, position == entry.data.upperBound else {
                throw wrongSize
            }
            guard checksum == UInt(entry.checksum) else {
                throw .damaged("the checksum of \(name) is wrong")
            }
        }
        return count
    }

    private var wrongSize: TableError { .damaged("the size of \(name) is wrong") }

    private func copy(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let count = min(buffer.count, entry.data.upperBound - position)
        bytes.withUnsafeBufferPointer { bytes in
            _ = buffer.update(fromContentsOf: bytes[position..<position + count])
        }
        position += count
        return count
    }

    private func inflate(
        into buffer: UnsafeMutableBufferPointer<UInt8>
    ) throws(TableError) -> Int {
        let available = min(entry.data.upperBound - position, Int(CInt.max))
        let wanted = min(buffer.count, Int(CInt.max))
        let status = bytes.withUnsafeBufferPointer { bytes in
            // SAFETY: zlib does not write to its input, and writes at most `avail_out` bytes.
            stream.pointee.next_in = UnsafeMutablePointer(
                mutating: bytes.baseAddress.map { $0 + position })
            stream.pointee.avail_in = uInt(available)
            stream.pointee.next_out = buffer.baseAddress
            stream.pointee.avail_out = uInt(wanted)
            return CZlib.inflate(stream, Z_NO_FLUSH)
        }
        position += available - Int(stream.pointee.avail_in)
        let count = wanted - Int(stream.pointee.avail_out)
        switch status {
        case Z_OK, Z_STREAM_END: return count
        // At the end of the stream, zlib repeats Z_STREAM_END; this is a lack of input.
        case Z_BUF_ERROR: throw wrongSize
        case Z_MEM_ERROR: throw .outOfMemory
        default: throw .damaged("\(name) cannot be unpacked")
        }
    }
}
