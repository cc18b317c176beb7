import FleetCore

/// Document of a system that adds to its vehicles or sites, such as `vehicle_types.json`; cached
/// with its content.
///
/// To read another one, add a type that conforms, its member of `FeedCacheState`, and an element
/// of `Source.Feed.sideDocuments`.
protocol SideDocument<Content>: Sendable {
    /// Parsed content.
    associatedtype Content: Equatable & Sendable & Codable

    /// Name of the feed in GBFS.
    var name: String { get }
    /// Member of the cache state that stores the document.
    var cache: CacheMember<Content> { get }
    /// Content of a document that was never read.
    var empty: Content { get }

    /// Parses the document.
    ///
    /// - Throws: A failure at `location`.
    func parse(
        _ bytes: consuming [UInt8], at location: String
    ) throws(FeedFailure) -> FeedDocument<Content>

    /// Whether the content is small enough to be stored with each snapshot; otherwise the document
    /// is read each time.
    func isCacheable(_ content: Content) -> Bool

    /// Replaces each picture link of the content, or removes it for nil; by default, there is none.
    func changeLinks(in content: inout Content, _ change: (String) -> String?)

    /// Adds the content to a snapshot; by default, nothing.
    func add(_ content: Content, to snapshot: inout Snapshot)
}

/// Member of the cache state that stores a side document with its content.
typealias CacheMember<Content: Equatable & Sendable & Codable> =
    any WritableKeyPath<FeedCacheState, SideFeed<Content>?> & Sendable

extension SideDocument {
    func isCacheable(_ content: Content) -> Bool { true }
    func changeLinks(in content: inout Content, _ change: (String) -> String?) {}
    func add(_ content: Content, to snapshot: inout Snapshot) {}
}

extension Source.Feed {
    /// Side documents of the feed, in the order in which they are read; a document that is missing
    /// or broken becomes a warning.
    var sideDocuments: [any SideDocument] {
        switch self {
        case .vehicles: [VehicleTypesDocument(), SystemInformationDocument()]
        case .sites: [SystemInformationDocument()]
        }
    }
}

/// Outcome of reading a side document.
struct SideDocumentOutcome: Sendable {
    /// State of the document in this refresh.
    enum State: Sendable {
        /// Read again, with this header.
        case read(FeedHeader)
        /// Unchanged or still fresh.
        case unchanged
        /// Failed; any cached content is older.
        case failed(FeedFailure)
    }

    var state: State
    /// The document; nil if it was never read and its link is invalid.
    var document: FeedCacheState.Document?
    /// Warnings for the user.
    var warnings: [String] = []

    /// Failure of the document, if any.
    var failure: FeedFailure? { if case .failed(let failure) = state { failure } else { nil } }

    /// Header of the document, if it was read again.
    var header: FeedHeader? { if case .read(let header) = state { header } else { nil } }

    /// Whether the document is the same as in the last refresh.
    var isUnchanged: Bool { if case .unchanged = state { true } else { false } }
}
