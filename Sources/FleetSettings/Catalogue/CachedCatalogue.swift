public import FleetCore
import Foundation

/// Kept copy of a downloaded catalogue.
public struct CachedCatalogue: Equatable, Sendable {
    /// Address and validators for a conditional request.
    public var document: FeedCacheState.Document
    /// Time at which it was downloaded or found unchanged.
    public var readAt: Timestamp
    /// Time after which it is downloaded again.
    public var dueAt: Timestamp
    /// The catalogue as it was downloaded.
    public var bytes: [UInt8]

    /// Creates a copy.
    public init(
        document: FeedCacheState.Document, readAt: Timestamp, dueAt: Timestamp, bytes: [UInt8]
    ) {
        self.document = document
        self.readAt = readAt
        self.dueAt = dueAt
        self.bytes = bytes
    }
}

extension CachedCatalogue {
    /// First line of a file, as JSON; the bytes follow.
    private struct Header: Codable {
        var version = 1
        var document: FeedCacheState.Document
        var readAt: Timestamp
        var dueAt: Timestamp
        var count: Int
        /// Hash of the bytes, to detect damage.
        var checksum: UInt64
    }

    /// Encodes the file.
    func encoded() throws -> [UInt8] {
        let header = Header(
            document: document, readAt: readAt, dueAt: dueAt, count: bytes.count,
            checksum: Self.checksum(bytes))
        return try Array(JSONEncoder().encode(header)) + [Self.lineEnd] + bytes
    }

    /// Decodes a file; returns `nil` if it is damaged or of another address.
    init?(file: [UInt8], of address: String) {
        guard let end = file.firstIndex(of: Self.lineEnd),
            let header = try? JSONDecoder().decode(Header.self, from: Data(file[..<end])),
            header.version == 1, header.document.address == address
        else { return nil }
        let bytes = Array(file[(end + 1)...])
        guard bytes.count == header.count, Self.checksum(bytes) == header.checksum else {
            return nil
        }
        self.init(
            document: header.document, readAt: header.readAt, dueAt: header.dueAt, bytes: bytes)
    }

    /// End of the header; the single-line JSON contains none.
    private static let lineEnd = UInt8(ascii: "\n")

    private static func checksum(_ bytes: [UInt8]) -> UInt64 {
        var hash = StableHash()
        bytes.withUnsafeBytes { hash.combine($0) }
        return hash.value
    }
}
