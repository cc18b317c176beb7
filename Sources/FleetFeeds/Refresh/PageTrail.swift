import FleetCore

/// The pages of a document that were read, so that a service cannot make a refresh read forever.
struct PageTrail {
    /// Maximum number of further pages of a document.
    private static let maxPages = 200
    /// Maximum time for all pages of a document.
    private static let maxTime = Duration.seconds(600)

    private let origins: [WebOrigin]
    private let start: Timestamp
    private var visited: Set<String>
    private var count = 0

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
    /// - Throws: `FeedFailure` for too many pages, a page of another origin or one that was already
    ///   read.
    mutating func next(
        _ link: String?, relativeTo base: String, policy: LinkPolicy, at time: Timestamp
    ) throws -> String? {
        guard let link, !link.isEmpty else { return nil }
        func broken(_ detail: String) -> FeedFailure {
            FeedFailure(.brokenPages(detail), at: Location.redacted(base))
        }
        guard count < Self.maxPages else {
            throw broken("has more than \(Self.maxPages) pages")
        }
        guard time - start < Self.maxTime else { throw broken("takes too long") }
        let next = try policy.resolve(link, relativeTo: base)
        guard let origin = try? WebAddress(next).origin, origins.contains(origin) else {
            throw broken("links to a page of another origin")
        }
        guard visited.insert(next).inserted else {
            throw broken("links to a page that was already read")
        }
        count += 1
        return next
    }
}
