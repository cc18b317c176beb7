import CBrotli
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

/// A coding of the content of answers (RFC 9110, section 8.4.1).
enum ContentCoding: String, CaseIterable {
    /// Brotli (RFC 7932), where libbrotlienc is installed.
    case brotli = "br"
    case gzip

    /// Level of brotli that compresses some 30 MB a second.
    private static let brotliQuality: Int32 = 5

    /// Returns compressed bytes that are shorter; `nil` otherwise.
    fileprivate func compressed(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        switch self {
        case .gzip:
            return Gzip.compressed(bytes).flatMap { $0.count < bytes.count ? $0 : nil }
        case .brotli:
            guard let input = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else {
                return nil
            }
            let output = [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
                guard let start = output.baseAddress else { return }
                count = cbrotli_compress(
                    Self.brotliQuality, input, bytes.count, start, bytes.count)
            }
            return output.isEmpty ? nil : output
        }
    }
}

/// The compressed forms of bytes that several answers share, made for the first client that reads
/// them.
final class SharedCodings: Sendable {
    /// Lengths in bytes that are worth compressing, and take little time.
    private static let lengths = 1024...(8 << 20)

    private let plain: ByteBuffer
    private let made = Mutex<[ContentCoding: ByteBuffer?]>([:])

    init(of plain: ByteBuffer) { self.plain = plain }

    /// Returns the bytes in a coding; `nil` if they would not be shorter.
    func bytes(in coding: ContentCoding) -> ByteBuffer? {
        made.withLock { made in
            if let known = made[coding] { return known }
            let bytes =
                Self.lengths.contains(plain.readableBytes)
                ? plain.withUnsafeReadableBytes { coding.compressed($0) } : nil
            let buffer = bytes.map { ByteBuffer(bytes: $0) }
            made[coding] = .some(buffer)
            return buffer
        }
    }
}

extension IncomingRequest {
    /// The codings that the client reads.
    private var acceptedCodings: [ContentCoding] {
        let accepted = request.headers[.acceptEncoding]?.split(separator: ",").compactMap { text in
            let parts = text.split(separator: ";").map { $0.filter { $0 != " " } }
            let isRefused = parts.dropFirst().contains { ["q=0", "q=0.0"].contains($0) }
            return isRefused ? nil : parts.first.flatMap { ContentCoding(rawValue: String($0)) }
        }
        return ContentCoding.allCases.filter { accepted?.contains($0) ?? false }
    }

    /// The entity tag of the plain bytes of the answer that the client has, in any coding.
    var knownTag: String? {
        guard let tag = request.headers[.ifNoneMatch] else { return nil }
        for coding in ContentCoding.allCases where tag.hasSuffix(coding.tagEnd) {
            return tag.dropLast(coding.tagEnd.count) + "\""
        }
        return tag
    }

    /// Returns a response with bytes that several answers share, compressed if the client reads
    /// that; each form has an entity tag of its own (RFC 9110, section 8.8.3).
    func response(
        _ plain: ByteBuffer, _ codings: SharedCodings, _ type: String, fields: HTTPFields
    ) -> Response {
        var (fields, bytes) = (fields, plain)
        (fields[.contentType], fields[.vary]) = (type, "Accept-Encoding")
        for coding in acceptedCodings {
            guard let compressed = codings.bytes(in: coding) else { continue }
            (bytes, fields[.contentEncoding]) = (compressed, coding.rawValue)
            fields[.eTag] = fields[.eTag].map { $0.dropLast() + coding.tagEnd }
            break
        }
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: bytes))
    }

    /// Returns a response with bytes for one client, as gzip if it reads that.
    func compressed(
        _ bytes: [UInt8], _ type: String, status: HTTPResponse.Status = .ok,
        fields: HTTPFields = [:]
    ) -> Response {
        var fields = fields
        fields[.vary] = "Accept-Encoding"
        guard acceptedCodings.contains(.gzip),
            let compressed = bytes.withUnsafeBytes({ Gzip.compressed($0) })
        else {
            return Response(bytes, type, status: status, fields: fields)
        }
        fields[.contentEncoding] = "gzip"
        return Response(compressed, type, status: status, fields: fields)
    }
}

extension ContentCoding {
    /// The end of the entity tags of this form.
    fileprivate var tagEnd: String { "-\(rawValue)\"" }
}
