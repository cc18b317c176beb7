import FleetCore

/// Document of a system that a refresh may request, such as `vehicle_types.json`.
///
/// To read another one, add a type that conforms, and an element of a ``RefreshPlan``.
protocol PlannedDocument<Content>: Sendable {
    /// Parsed content.
    associatedtype Content: Sendable

    /// Name under which the state of the document is stored.
    var name: DocumentName<Content> { get }
    /// Names of the feed in GBFS, in the order in which they are tried; by default, only `name`.
    var feeds: [String] { get }
    /// Whether the parsed content is stored for the next refresh; by default, it is not.
    var isStored: Bool { get }

    /// The shortest time for which the document is fresh, whatever its `ttl`; by default, none.
    var minFreshness: Duration { get }

    /// The name in GBFS of the document without which this one is of no use; by default, none.
    var precondition: String? { get }

    /// Parses the document.
    ///
    /// - Parameter joined: The documents of the plan that were read before.
    /// - Throws: A failure at `location`.
    func parse(
        _ bytes: consuming [UInt8], at location: String, after joined: JoinedFeed
    ) throws(FeedFailure) -> FeedDocument<Content>

    /// Replaces each picture link of the content, or removes it for `nil`; by default, there is
    /// none.
    func changeLinks(in content: inout Content, _ change: (String) -> String?)

    /// Adds the content to a snapshot, after that of the documents before it.
    func add(_ content: Content, to snapshot: inout Snapshot)

    /// Returns the content as it is stored; `nil` if it is not stored or too large.
    func stored(_ content: Content) -> String?

    /// Returns the content that was stored as a text; `nil` if it cannot be read.
    func content(of stored: String) -> Content?
}

extension PlannedDocument {
    var feeds: [String] { [name.text] }
    /// Text of ``name``, which has no type.
    var key: String { name.text }
    var isStored: Bool { false }
    var minFreshness: Duration { .zero }
    var precondition: String? { nil }
    func changeLinks(in content: inout Content, _ change: (String) -> String?) {}
    func stored(_ content: Content) -> String? { nil }
    func content(of stored: String) -> Content? { nil }
}

/// Document that depends on no other, and whose content is stored until it is due again.
protocol IndependentDocument: PlannedDocument {
    /// Parses the document.
    ///
    /// - Throws: A failure at `location`.
    func parse(
        _ bytes: consuming [UInt8], at location: String
    ) throws(FeedFailure) -> FeedDocument<Content>
}

extension IndependentDocument {
    var isStored: Bool { true }

    func parse(
        _ bytes: consuming [UInt8], at location: String, after _: JoinedFeed
    ) throws(FeedFailure) -> FeedDocument<Content> {
        try parse(bytes, at: location)
    }
}

/// Document whose content is stored for the next refresh.
protocol StoredContent: IndependentDocument where Content: Codable {
    /// Whether the content is small enough to be stored with each snapshot; otherwise the document
    /// is read each time.
    func isStorable(_ content: Content) -> Bool
}

extension StoredContent {
    func isStorable(_ content: Content) -> Bool { true }

    func stored(_ content: Content) -> String? {
        isStorable(content) ? name.stored(content) : nil
    }

    func content(of stored: String) -> Content? { name.content(of: stored) }
}
