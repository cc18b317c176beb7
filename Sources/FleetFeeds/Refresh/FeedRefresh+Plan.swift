import FleetCore

extension FeedRefresh {
    /// Time until a failed document is requested again.
    private static let retryInterval = Duration.seconds(60)

    /// Requests the documents of the plan that are due, and joins them.
    ///
    /// - Throws: `FeedFailure`, or other errors such as `CancellationError`.
    func follow(_ plan: RefreshPlan, _ links: FeedLinks) async throws -> FeedResponse {
        let main = plan.main.filter { links.has($0) }
        guard !main.isEmpty else { return try withoutContent(links) }
        if let failure = links.failure(of: main) { throw deciding(failure, links) }
        var joined = emptyFeed(discovery: links.discovery, version: links.version)
        joined.warnings = links.notices
        let side = plan.side.filter { document in
            document.precondition.map { links.has($0) } ?? true
        }
        for document in side { _ = try await request(document, links, into: &joined) }
        let isSameSystem = joined.hasSameContent
        var outcomes: [DocumentOutcome] = []
        for (index, document) in main.enumerated() {
            let isLast = index == main.count - 1
            if let outcome = try await request(
                document, links, evenIfFresh: isLast, into: &joined)
            {
                outcomes.append(outcome)
            }
        }
        // The one that changes more often comes first.
        outcomes.reverse()
        if let failure = outcomes.first?.failure,
            wasRead(main) || outcomes.allSatisfy({ $0.failure != nil })
        {
            throw deciding(failure, links)
        }
        return response(outcomes, joined, isSameSystem: isSameSystem, links)
    }

    /// Whether an earlier refresh has read the main document that is requested each time, so that
    /// what it had is not given up for the other one.
    private func wasRead(_ main: [any PlannedDocument]) -> Bool {
        guard let cacheState, let document = main.last else { return false }
        return cacheState.documents[document.key]?.wasRead ?? true
    }

    /// Returns the failure of the documents with the content: of vehicles that the system does not
    /// need, it leaves the stations.
    private func deciding(_ failure: FeedFailure, _ links: FeedLinks) -> FeedFailure {
        guard feed == .vehicles, !failure.isLocal else { return failure }
        let listed = Set(SystemDocument.all.map(\.name).filter { links.has($0) })
        let needed = SystemDocument.needed(by: listed, in: nil)
        return needed.isDisjoint(with: GBFS.vehicleFeeds) ? failure.leavingStations() : failure
    }

    /// Returns the response for a system that has none of the main documents.
    private func withoutContent(_ links: FeedLinks) throws(FeedFailure) -> FeedResponse {
        guard feed == .vehicles else { return withoutStations(links) }
        let hasStations = [StationsDocument.information, .status].contains { links.has($0) }
        throw FeedFailure(
            hasStations
                ? .content(.onlyStations) : .link(.brokenDiscovery("lists no vehicle feed")),
            at: Location.redacted(links.discovery.address))
    }

    private func response(
        _ outcomes: [DocumentOutcome], _ joined: JoinedFeed, isSameSystem: Bool, _ links: FeedLinks
    ) -> FeedResponse {
        let main = outcomes.first { $0.failure == nil }
        let document = main?.document ?? links.discovery
        if isSameSystem, outcomes.allSatisfy(\.isUnchanged) {
            return notModified(joined, document)
        }
        var joined = joined
        // The age is that of the document that is requested each time, even if only another one is
        // new.
        let version = outcomes.compactMap(\.header).first?.version ?? links.version
        joined.snapshot.feed.describe(
            main?.header ?? FeedHeader(document), format: FeedDialect.gbfs.format(version: version))
        let freshFor = main?.header?.freshFor(at: now()) ?? document.freshFor(at: now())
        let isRetry = outcomes.first?.failure != nil
        return loaded(
            joined, from: document, freshFor: isRetry ? Self.retryInterval : freshFor)
    }
}

extension FeedRefresh {
    /// Requests a document unless it is fresh, and adds it to a feed; returns `nil` if there is no
    /// link.
    ///
    /// If it fails, its last known content is added, and the next refresh requests it again.
    /// - Throws: Errors other than `FeedFailure`, such as `CancellationError`.
    func request<Document: PlannedDocument>(
        _ document: Document, _ links: FeedLinks, evenIfFresh: Bool = false,
        into joined: inout JoinedFeed
    ) async throws -> DocumentOutcome? {
        let name = document.name.text
        let previous = cacheState?.documents[name]
        let (addresses, brokenLinks) = links.addresses(of: document)
        guard !addresses.isEmpty || !brokenLinks.isEmpty else {
            if previous?.content != nil { joined.hasSameContent = false }
            return nil
        }
        var outcome: DocumentOutcome
        do {
            let noLink = brokenLinks.last ?? FeedFailure(.service(.status(404)), at: name)
            outcome = try await firstUsable(of: addresses, otherwise: noLink) { [joined] address in
                try await request(document, at: address, evenIfFresh: evenIfFresh, after: joined)
            }
            joined.warnings += brokenLinks.map { "gbfs.json: \($0.message); continuing without it" }
        } catch let failure as FeedFailure {
            outcome = DocumentOutcome(failure, of: previous, at: addresses.last)
            joined.warnings.append(
                outcome.stored?.content == nil
                    ? "\(name): \(failure.message); continuing without it"
                    : "\(name): \(failure.message); using the last known data")
        }
        joined.add(outcome, of: document, previous: previous)
        return outcome
    }

    /// Requests a document at an address, conditionally if its content is stored or is part of the
    /// stored snapshot.
    private func request<Document: PlannedDocument>(
        _ document: Document, at address: String, evenIfFresh: Bool, after joined: JoinedFeed
    ) async throws -> DocumentOutcome {
        let stored = cacheState?.documents[document.name.text].flatMap {
            $0.isUsable(at: address) ? $0 : nil
        }
        if let stored, !evenIfFresh, stored.document.isFresh(at: now()) {
            return DocumentOutcome(state: .unchanged, document: stored.document, stored: stored)
        }
        var validators =
            stored?.document
            ?? (canRevalidate(document, at: address, joined) ? cacheState?.main : nil)
        // The ttl of a file is only in the file itself.
        if evenIfFresh, validators?.isWeb == false { validators = nil }
        let location = Location.redacted(address)
        let isNeeded = SystemDocument.names(of: feed).contains(document.key)
        switch try await read(address, validators, as: isNeeded ? .needed : .optional) {
        case .notModified(let read):
            guard validators != nil else { throw FeedFailure(.service(.status(304)), at: location) }
            let read = read.revalidated(
                at: now(), freshForAtLeast: document.minFreshness)
            return DocumentOutcome(
                state: .unchanged, document: read,
                stored: StoredDocument(document: read, content: stored?.content))
        case .read(let bytes, let read, let base):
            var parsed = try document.parse(bytes, at: location, after: joined)
            parsed.checkPictures(of: document, linkPolicy, base: base)
            let read = read.updated(
                by: parsed.header, at: now(), freshForAtLeast: document.minFreshness)
            let content = parsed.content
            var outcome = DocumentOutcome(
                state: .read(parsed.header), document: read,
                stored: StoredDocument(document: read, content: document.stored(content)))
            outcome.warnings = parsed.warnings.map { "\(document.name.text): \($0)" }
            outcome.add = { document.add(content, to: &$0) }
            return outcome
        }
    }

    /// Whether the stored snapshot contains a document that is not stored itself, joined with the
    /// same other documents.
    private func canRevalidate(
        _ document: some PlannedDocument, at address: String, _ joined: JoinedFeed
    ) -> Bool {
        guard let cacheState, cacheState.main.address == address else { return false }
        return !document.isStored && cacheState.colorMap == colorNames && joined.hasSameContent
    }
}

/// What became of a document of a plan in a refresh.
struct DocumentOutcome: Sendable {
    enum State: Sendable {
        /// Read again, with this header.
        case read(FeedHeader)
        /// Unchanged or still fresh.
        case unchanged
        /// Failed; any stored content is older.
        case failed(FeedFailure)
    }

    var state: State
    /// The document; `nil` if it was never read and its link is invalid.
    var document: FeedCacheState.Document?
    /// The document as the next refresh finds it.
    var stored: StoredDocument?
    /// Adds the content that was read.
    var add: (@Sendable (inout Snapshot) -> Void)?
    /// Warnings for the user.
    var warnings: [String] = []

    /// Failure of the document, if any.
    var failure: FeedFailure? { if case .failed(let failure) = state { failure } else { nil } }

    /// Header of the document, if it was read again.
    var header: FeedHeader? { if case .read(let header) = state { header } else { nil } }

    /// Whether the document is the same as in the last refresh.
    var isUnchanged: Bool { if case .unchanged = state { true } else { false } }
}

extension DocumentOutcome {
    /// Creates the outcome of a failure.
    ///
    /// The address is stored even so, since the next refresh may not read the discovery document;
    /// the validators only if the document has not moved.
    init(_ failure: FeedFailure, of previous: StoredDocument?, at address: String?) {
        state = .failed(failure)
        stored = previous
        if let address, previous?.document.address != address {
            stored = StoredDocument(
                document: FeedCacheState.Document(address: address), content: previous?.content)
            if previous?.wasRead != true { stored?.edition = StoredDocument.unreadEdition }
        }
        document = stored?.document
    }
}

extension StoredDocument {
    /// Whether the content was read from an address, by this version of the program.
    fileprivate func isUsable(at address: String) -> Bool {
        document.address == address && edition == Self.latestEdition && content != nil
    }
}

extension JoinedFeed {
    /// Adds a document; one without stored content is read in full the next time.
    fileprivate mutating func add(
        _ outcome: DocumentOutcome, of document: some PlannedDocument, previous: StoredDocument?
    ) {
        warnings += outcome.warnings
        if outcome.stored?.content != previous?.content { hasSameContent = false }
        guard var stored = outcome.stored else { return }
        if stored.content == nil {
            stored.document = FeedCacheState.Document(address: stored.document.address)
        }
        cacheState.documents[document.name.text] = stored
        if let add = outcome.add {
            additions.append(add)
        } else if let text = stored.content {
            additions.append { snapshot in
                document.content(of: text).map { document.add($0, to: &snapshot) }
            }
        }
    }
}

extension FeedDocument {
    /// Removes the picture links that contain a credential of the source, with a warning.
    fileprivate mutating func checkPictures<Document: PlannedDocument>(
        of document: Document, _ policy: LinkPolicy, base: String
    ) where Document.Content == Content {
        var removed = 0
        document.changeLinks(in: &content) { link in
            let checked = policy.pictureLink(link, in: base)
            removed += checked == nil ? 1 : 0
            return checked
        }
        if removed > 0 {
            warnings.append("\(removed) picture links contain a credential of the source")
        }
    }
}
