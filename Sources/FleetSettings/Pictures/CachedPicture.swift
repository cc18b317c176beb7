public import FleetCore
import Foundation

/// Cached picture of an address, or the fact that none was available.
public struct CachedPicture: Equatable, Sendable {
    /// Address and validators for a conditional request.
    public var document: FeedCacheState.Document
    /// Time after which the picture is requested again.
    public var expiresAt: Timestamp
    /// Content of the picture; empty if none was available.
    public var bytes: [UInt8]

    /// Creates a cache entry.
    public init(document: FeedCacheState.Document, expiresAt: Timestamp, bytes: [UInt8]) {
        self.document = document
        self.expiresAt = expiresAt
        self.bytes = bytes
    }
}

extension CachedPicture {
    /// First line of a file, as JSON; the bytes follow.
    private struct Header: Codable {
        var version = 1
        var source: String
        var document: FeedCacheState.Document
        var expiresAt: Timestamp
        var count: Int
        /// Hash of the bytes, to detect damage.
        var checksum: UInt64

        private enum CodingKeys: String, CodingKey {
            case version, source, document
            case expiresAt = "askAgainAt"
            case count, checksum
        }
    }

    /// Encodes the cache file.
    func encoded(for key: SourceKey) throws -> [UInt8] {
        let header = Header(
            source: key.text, document: document, expiresAt: expiresAt, count: bytes.count,
            checksum: Self.checksum(bytes))
        return try Array(JSONEncoder().encode(header)) + [Self.lineEnd] + bytes
    }

    /// Decodes a cache file; returns `nil` if it is damaged or belongs to another picture.
    init?(file: [UInt8], at address: String, of key: SourceKey) {
        guard let end = file.firstIndex(of: Self.lineEnd),
            let header = try? JSONDecoder().decode(Header.self, from: Data(file[..<end])),
            header.version == 1, header.source == key.text, header.document.address == address
        else { return nil }
        let bytes = Array(file[(end + 1)...])
        guard bytes.count == header.count, Self.checksum(bytes) == header.checksum else {
            return nil
        }
        self.init(document: header.document, expiresAt: header.expiresAt, bytes: bytes)
    }

    /// End of the header; the single-line JSON contains none.
    private static let lineEnd = UInt8(ascii: "\n")

    private static func checksum(_ bytes: [UInt8]) -> UInt64 {
        var hash = StableHash()
        bytes.withUnsafeBytes { hash.combine($0) }
        return hash.value
    }
}
