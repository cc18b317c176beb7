import FleetCore

/// Links to the documents of a system, from its discovery document or from the last refresh.
struct FeedLinks: Sendable {
    /// Discovery document that contains the links.
    let discovery: FeedCacheState.Document
    /// Version selected from a list.
    let version: String?
    private let route: Route

    private enum Route {
        case discovered(GBFS.Discovery, base: String, LinkPolicy)
        case cached(FeedCacheState)
    }
}

extension FeedLinks {
    /// Creates the links used by the last refresh.
    init(_ cacheState: FeedCacheState, in document: FeedCacheState.Document, version: String?) {
        self.init(discovery: document, version: version, route: .cached(cacheState))
    }

    /// Creates the links of a discovery document that was read from `document`.
    ///
    /// - Parameter base: Base address of relative links.
    init(
        _ discovery: GBFS.Discovery, in document: FeedCacheState.Document, base: String,
        version: String?, policy: LinkPolicy
    ) {
        self.init(
            discovery: document, version: version,
            route: .discovered(discovery, base: base, policy))
    }

    /// Creates the link to one document, whose address follows from that of another one.
    init(
        to document: some PlannedDocument, at address: String, beside other: FeedCacheState.Document
    ) {
        var state = FeedCacheState(location: other.address, main: other)
        state.documents[document.name.text] = StoredDocument(
            document: FeedCacheState.Document(address: address), content: nil)
        self.init(state, in: other, version: nil)
    }

    /// Whether the system lists a document.
    func has(_ document: some PlannedDocument) -> Bool {
        has(document.name.text, document.feeds)
    }

    /// Whether the system lists a document that GBFS has one name for.
    func has(_ name: String) -> Bool { has(name, [name]) }

    private func has(_ name: String, _ feeds: [String]) -> Bool {
        switch route {
        case .cached(let cacheState): cacheState.documents[name] != nil
        case .discovered(let discovery, _, _):
            feeds.contains { !discovery.links(to: $0).isEmpty }
        }
    }

    /// Notices of the names that the discovery document writes wrong.
    var notices: [String] {
        guard case .discovered(let discovery, _, _) = route else { return [] }
        return discovery.misspelt.map { "gbfs.json: \($0.written) is read as \($0.name)" }
    }

    /// Returns the last error in the links to some documents if none of the links is usable.
    func failure(of documents: [any PlannedDocument]) -> FeedFailure? {
        let links = documents.map { addresses(of: $0) }
        return links.allSatisfy(\.usable.isEmpty) ? links.flatMap(\.failures).last : nil
    }

    /// Returns the absolute addresses of a document, in the order in which to try them, and the
    /// errors of the links that lead nowhere.
    func addresses(
        of document: some PlannedDocument
    ) -> (usable: [String], failures: [FeedFailure]) {
        switch route {
        case .cached(let cacheState):
            return (
                [cacheState.documents[document.name.text]?.document.address].compactMap(\.self), []
            )
        case .discovered(let discovery, let base, let policy):
            var (addresses, failures): ([String], [FeedFailure]) = ([], [])
            for link in document.feeds.flatMap(discovery.links) {
                do {
                    addresses.append(try policy.resolve(link, relativeTo: base))
                } catch {
                    failures.append(error)
                }
            }
            return (addresses, failures)
        }
    }
}
