public import FleetCore
import Foundation

/// What is kept of the picture at an address: its bytes, or only that there were none to be had.
public struct CachedPicture: Equatable, Sendable {
    /// The address, and how to ask whether the picture changed.
    public var document: FeedMemory.Document
    /// When it is to be asked for again.
    public var askAgainAt: Timestamp
    /// The picture; empty if there was none to be had.
    public var bytes: [UInt8]

    /// Creates what is kept.
    public init(document: FeedMemory.Document, askAgainAt: Timestamp, bytes: [UInt8]) {
        self.document = document
        self.askAgainAt = askAgainAt
        self.bytes = bytes
    }
}

extension CachedPicture {
    /// The first line of a file; the bytes follow.
    private struct Head: Codable {
        var version = 1
        var source: String
        var document: FeedMemory.Document
        var askAgainAt: Timestamp
        var count: Int
        /// Tells bytes that were damaged.
        var checksum: UInt64
    }

    /// The file of a source's picture.
    func file(of key: SourceKey) throws -> [UInt8] {
        let head = Head(
            source: key.text, document: document, askAgainAt: askAgainAt, count: bytes.count,
            checksum: Self.checksum(bytes))
        return try Array(JSONEncoder().encode(head)) + [Self.lineEnd] + bytes
    }

    /// Reads a file; `nil` if it is damaged or of another picture.
    init?(file: [UInt8], at address: String, of key: SourceKey) {
        guard let end = file.firstIndex(of: Self.lineEnd),
            let head = try? JSONDecoder().decode(Head.self, from: Data(file[..<end])),
            head.version == 1, head.source == key.text, head.document.address == address
        else { return nil }
        let bytes = Array(file[(end + 1)...])
        guard bytes.count == head.count, Self.checksum(bytes) == head.checksum else { return nil }
        self.init(document: head.document, askAgainAt: head.askAgainAt, bytes: bytes)
    }

    /// JSON on one line holds none.
    private static let lineEnd = UInt8(ascii: "\n")

    private static func checksum(_ bytes: [UInt8]) -> UInt64 {
        var hash = StableHash()
        bytes.withUnsafeBytes { hash.combine($0) }
        return hash.value
    }
}
