import FleetCore

/// The pages of a document that were read, so that a service cannot make a refresh read forever.
struct PageTrail {
    /// Maximum number of pages in succession that bring no row.
    private static let maxIdlePages = 10
    /// Maximum size of all pages together, in bytes after decompression.
    private static let maxBytes = 1 << 30
    /// Maximum time for all pages of a document.
    private static let maxTime = Duration.seconds(600)

    private let origins: [WebOrigin]
    private let start: Timestamp
    private var visited: Set<String>
    /// The rows and the size of the pages that were read, and the number of those in succession that
    /// brought no row.
    private var (rows, bytes, idlePages) = (0, 0, 0)

    /// Begins at a document.
    /// - Parameters:
    ///   - address: Its address.
    ///   - base: The address that it was found at.
    init(from address: String, base: String, at time: Timestamp) {
        origins = [address, base].compactMap { try? WebAddress($0).origin }
        (visited, start) = ([address, base], time)
    }

    /// Returns the address of the next page; `nil` after the last one.
    ///
    /// - Parameters:
    ///   - rows: The number of rows that all pages have brought.
    ///   - bytes: The size of the last page.
    /// - Throws: `FeedFailure` for pages that are too large or bring nothing, a page of another
    ///   origin or one that was already read.
    mutating func next(
        _ link: String?, afterRows rows: Int, bytes: Int, relativeTo base: String,
        policy: LinkPolicy, at time: Timestamp
    ) throws -> String? {
        guard let link, !link.isEmpty else { return nil }
        func failure(_ reason: FeedFailure.Reason) -> FeedFailure {
            FeedFailure(reason, at: Location.redacted(base))
        }
        func broken(_ detail: String) -> FeedFailure { failure(.link(.brokenPages(detail))) }
        idlePages = rows > self.rows ? 0 : idlePages + 1
        (self.rows, self.bytes) = (rows, self.bytes + bytes)
        guard idlePages <= Self.maxIdlePages else {
            throw broken("links from pages without anything new to further ones")
        }
        guard self.bytes <= Self.maxBytes else {
            throw failure(
                .size(.pageLimit("has more than \(Self.maxBytes >> 30) GiB on its pages")))
        }
        guard time - start < Self.maxTime else {
            throw failure(
                .size(
                    .pageLimit(
                        "has pages that take longer than \(ShortText.duration(Self.maxTime))")))
        }
        let next = try policy.resolve(link, relativeTo: base)
        guard let origin = try? WebAddress(next).origin, origins.contains(origin) else {
            throw broken("links to a page of another origin")
        }
        guard visited.insert(next).inserted else {
            throw broken("links to a page that was already read")
        }
        return next
    }
}
