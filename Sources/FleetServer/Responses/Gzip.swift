import CZlib
import HTTPTypes
import Hummingbird
import NIOCore

/// Compressed bytes (gzip, RFC 1952).
enum Gzip {
    /// Returns bytes as gzip; `nil` without memory for it.
    static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var count = compressBound(uLong(bytes.count))
        var stream = [UInt8](repeating: 0, count: Int(count))
        guard compress2(&stream, &count, bytes, uLong(bytes.count), Z_BEST_SPEED) == Z_OK else {
            return nil
        }
        // The compressed data of a zlib stream (RFC 1950) is between two bytes and four.
        let data = stream[2..<Int(count) - 4]
        let end = [UInt32(crc32_z(0, bytes, bytes.count)), UInt32(truncatingIfNeeded: bytes.count)]
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + data
            + end.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            }
    }
}

extension UserRequest {
    /// Whether the client reads gzip.
    var acceptsGzip: Bool {
        headers[.acceptEncoding]?.split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
            return parts.first == "gzip"
                && !parts.dropFirst().contains { ["q=0", "q=0.0"].contains($0) }
        } ?? false
    }

    /// Returns a response with bytes, compressed if the client reads that.
    func compressed(_ bytes: [UInt8], _ type: String, fields: HTTPFields) -> Response {
        var fields = fields
        fields[.vary] = "Accept-Encoding"
        guard acceptsGzip, let compressed = Gzip.compressed(bytes) else {
            return Response(bytes, type, fields: fields)
        }
        fields[.contentEncoding] = "gzip"
        return Response(compressed, type, fields: fields)
    }
}
