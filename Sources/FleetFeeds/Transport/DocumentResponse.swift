import FleetCore

/// Result of reading a document.
enum DocumentResponse: Sendable {
    /// The bytes (with spare capacity for a parser's padding), the data to cache, and the base
    /// address of relative links, which redirects may have changed. Neither contains a credential.
    case read(bytes: [UInt8], FeedCacheState.Document, base: String)
    /// The document is unchanged since it was cached.
    case notModified(FeedCacheState.Document)

    /// Spare capacity after the document, in bytes.
    static let padding = 64
}
