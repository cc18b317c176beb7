import CZlib
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Compressed bytes (gzip, RFC 1952).
enum Gzip {
    /// Returns bytes as gzip; `nil` without memory for it.
    static func compressed(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        let input = bytes.assumingMemoryBound(to: UInt8.self)
        var count = compressBound(uLong(bytes.count))
        var stream = [UInt8](repeating: 0, count: Int(count))
        let result = compress2(
            &stream, &count, input.baseAddress, uLong(bytes.count), Z_BEST_SPEED)
        guard result == Z_OK else { return nil }
        // The compressed data of a zlib stream (RFC 1950) is between two bytes and four.
        let data = stream[2..<Int(count) - 4]
        let end = [
            UInt32(crc32_z(0, input.baseAddress, bytes.count)),
            UInt32(truncatingIfNeeded: bytes.count),
        ]
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + data
            + end.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            }
    }
}

/// The gzip of bytes that several answers share, made for the first client that reads it.
final class SharedGzip: Sendable {
    /// Lengths in bytes between which it saves something and makes nobody wait for long.
    private static let lengths = 1024...(8 << 20)

    private let plain: ByteBuffer
    private let made = Mutex<ByteBuffer??>(nil)

    init(of plain: ByteBuffer) { self.plain = plain }

    /// The gzip; `nil` if it would not be shorter.
    var bytes: ByteBuffer? {
        made.withLock { made in
            if let made { return made }
            let bytes =
                Self.lengths.contains(plain.readableBytes)
                ? plain.withUnsafeReadableBytes { Gzip.compressed($0) } : nil
            let shorter = bytes.flatMap {
                $0.count < plain.readableBytes ? ByteBuffer(bytes: $0) : nil
            }
            made = .some(shorter)
            return shorter
        }
    }
}

extension IncomingRequest {
    /// Whether the client reads gzip.
    var acceptsGzip: Bool {
        request.headers[.acceptEncoding]?.split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
            return parts.first == "gzip"
                && !parts.dropFirst().contains { ["q=0", "q=0.0"].contains($0) }
        } ?? false
    }

    /// The entity tag of the plain bytes of the answer that the client has, in any coding.
    var knownTag: String? {
        guard let tag = request.headers[.ifNoneMatch],
            tag.utf8.suffix(Self.gzipTagEnd.utf8.count).elementsEqual(Self.gzipTagEnd.utf8)
        else { return request.headers[.ifNoneMatch] }
        return tag.dropLast(Self.gzipTagEnd.count) + "\""
    }

    private static var gzipTagEnd: String { "-gzip\"" }

    /// Returns a response with bytes that several answers share, compressed if the client reads
    /// that; each form has an entity tag of its own (RFC 9110, section 8.8.3).
    func response(
        _ plain: ByteBuffer, _ gzip: SharedGzip, _ type: String, fields: HTTPFields
    ) -> Response {
        var (fields, bytes) = (fields, plain)
        (fields[.contentType], fields[.vary]) = (type, "Accept-Encoding")
        if acceptsGzip, let compressed = gzip.bytes {
            (bytes, fields[.contentEncoding]) = (compressed, "gzip")
            fields[.eTag] = fields[.eTag].map { $0.dropLast() + Self.gzipTagEnd }
        }
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: bytes))
    }

    /// Returns a response with bytes, compressed if the client reads that.
    func compressed(
        _ bytes: [UInt8], _ type: String, status: HTTPResponse.Status = .ok,
        fields: HTTPFields = [:]
    ) -> Response {
        var fields = fields
        fields[.vary] = "Accept-Encoding"
        guard acceptsGzip, let compressed = bytes.withUnsafeBytes({ Gzip.compressed($0) }) else {
            return Response(bytes, type, status: status, fields: fields)
        }
        fields[.contentEncoding] = "gzip"
        return Response(compressed, type, status: status, fields: fields)
    }
}
