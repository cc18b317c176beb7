import CZlib
import FleetCore

/// Decoder of a compressed stream that arrives in parts: gzip (RFC 1952), zlib (RFC 1950) or raw
/// deflate (RFC 1951), recognized by its first byte.
///
/// A gzip stream may have several members, and zeros after the last one.
final class Inflater {
    private enum State {
        case start
        case data
        /// After a gzip member.
        case afterMember
        /// After the last member: only zeros follow.
        case padding
    }

    // SAFETY: zlib keeps the address of its stream, so the stream has an allocation of its own,
    // as does the buffer; only `deinit` frees them.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
    private var state = State.start
    private var isGzip = false

    init() {
        stream.initialize(to: z_stream())
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        buffer.deallocate()
    }

    /// Decodes the next part of the stream, and passes the data to `output` piece by piece.
    func decode(
        _ part: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var rest = part[...]
        while let first = rest.first {
            switch state {
            case .start:
                try start(first)
                state = .data
            case .data:
                rest = rest.dropFirst(try inflate(UnsafeRawBufferPointer(rebasing: rest), output))
            case .afterMember where first != 0:
                inflateReset(stream)
                state = .data
            case .afterMember, .padding:
                guard rest.allSatisfy({ $0 == 0 }) else { throw Self.corrupt }
                state = .padding
                return
            }
        }
    }

    /// Checks that the stream is complete.
    func finish() throws {
        if state == .data { throw ResponseBody.ReadError(.network(.truncated)) }
    }

    private static var corrupt: ResponseBody.ReadError {
        .init(.content(.notJSON("corrupt gzip data")))
    }

    private func start(_ first: UInt8) throws {
        isGzip = first == 0x1F
        // The low half of a zlib header's first byte is the method, 8; no encoder starts raw
        // deflate data with these bits.
        let windowBits: Int32 = isGzip ? 15 + 16 : first & 0xF == 8 ? 15 : -15
        let status = inflateInit2_(
            stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw ResponseBody.ReadError(.machine(.shortage(.memory))) }
    }

    /// Decodes up to the end of the part or member; returns the number of bytes used.
    private func inflate(
        _ part: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Int {
        // SAFETY: zlib does not write to its input, and writes at most `avail_out` bytes.
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: part.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(clamping: part.count)
        repeat {
            stream.pointee.next_out = buffer.baseAddress
            stream.pointee.avail_out = UInt32(buffer.count)
            let status = CZlib.inflate(stream, Z_NO_FLUSH)
            let count = buffer.count - Int(stream.pointee.avail_out)
            if count > 0 {
                try output(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[..<count])))
            }
            switch status {
            case Z_OK, Z_BUF_ERROR: continue
            case Z_STREAM_END:
                state = isGzip ? .afterMember : .padding
                return part.count - Int(stream.pointee.avail_in)
            case Z_MEM_ERROR: throw ResponseBody.ReadError(.machine(.shortage(.memory)))
            default: throw Self.corrupt
            }
        } while stream.pointee.avail_out == 0
        return part.count - Int(stream.pointee.avail_in)
    }
}
