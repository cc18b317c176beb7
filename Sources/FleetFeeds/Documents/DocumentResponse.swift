import FleetCore

/// What reading a document brought.
enum DocumentAnswer: Sendable {
    /// Its bytes (with room for a parser's padding), what to remember of it, and the address that its
    /// relative links start from, which redirects may have changed. Neither holds a credential.
    case read(bytes: [UInt8], FeedMemory.Document, base: String)
    /// It did not change since it was remembered.
    case notModified(FeedMemory.Document)

    /// How many bytes beyond the document have room without another allocation.
    static let padding = 64
}
