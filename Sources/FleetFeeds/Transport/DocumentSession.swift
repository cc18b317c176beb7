import FleetCore

/// Session for one refresh of a source: reads its documents and counts requests and bytes.
actor DocumentSession {
    let reader: DocumentReader
    let scope: CredentialScope
    /// The reading that the session is part of.
    let reading: LargeReading
    private var (requests, retries) = (0, 0)
    private var received = 0
    private var hosts: Set<String> = []
    /// Further origin that the user named.
    private let otherOrigin: WebOrigin?
    private var exchangeStart: ContinuousClock.Instant?
    /// Maximum number of requests that are repeated because a host asks for a pause.
    private static let maxRetries = 8
    /// Time from the last request, after any wait for its turn, to the end of its response.
    private(set) var lastExchange: Duration?

    init(reader: DocumentReader, location: String, and other: String? = nil) {
        self.reader = reader
        otherOrigin = other.flatMap { try? WebAddress($0) }?.origin
        reading = LargeReading.current ?? LargeReading(reader.transport.largeReadings)
        scope = CredentialScope(
            credentials: reader.credentials, source: try? DocumentAddress(location))
    }

    /// Reads a document of a refresh.
    nonisolated func read(_ request: DocumentRequest) async throws -> DocumentResponse {
        try await read(
            request.address, cached: request.cached, accept: request.accept,
            role: request.role)
    }

    /// Reads the document at an address: a path, `-`, or a `file:` or http(s) address.
    ///
    /// Sends a conditional request for a web document that is `cached` under this address, and reads
    /// such a file only if its time or size is another one. Cancelling the task cancels the request at once.
    /// - Throws: `FeedFailure`, or `CancellationError` if its task is cancelled.
    nonisolated func read(
        _ address: String, cached: FeedCacheState.Document? = nil, maximumBytes: Int64? = nil,
        accept: String? = nil, role: DocumentRequest.Role = .needed
    ) async throws -> DocumentResponse {
        let location = scope.redacted(address)
        let budget = ByteLimit(bytes: reader.budget[.document], isBudget: true)
        let limit = maximumBytes.map { $0 < budget.bytes ? ByteLimit(bytes: $0) : budget } ?? budget
        switch try parsed(address, at: location) {
        case .standardInput:
            let bytes = try await reader.standardInput.read(limit: limit) { await self.count($0) }
            return .read(bytes: bytes, .init(address: "-"), base: "-")
        case .file(let path):
            let file = FileReader(path: path, location: location, limit: limit)
            let start = ContinuousClock.now
            let tag = try await file.entityTag(at: reader.now())
            if let cached, cached.address == address, let tag, cached.entityTag == tag {
                reader.limits.log("file: \(location): unchanged")
                return .notModified(cached)
            }
            if try await file.size() > LargeReading.minBytes { try await reading.begin() }
            let bytes = try await file.read(timeout: reader.limits.readTimeout)
            reader.limits.log(
                "file: \(location): \(bytes.count) bytes, \(DiagnosticLog.time(since: start))")
            await count(bytes.count)
            return .read(
                bytes: bytes, .init(address: address, entityTag: tag), base: path)
        case .inventory:
            let bytes = try await reader.inventoryDocument(at: location)
            guard bytes.count <= limit.bytes else {
                throw FeedFailure(limit.reason(size: Int64(bytes.count)), at: location)
            }
            await count(bytes.count)
            return .read(bytes: bytes, .init(address: address), base: address)
        case .web(let target):
            let fetch = HTTPFetch(
                session: self, address: target, limit: limit, accept: accept, role: role)
            return try await fetch.run(requested: address, cached: cached)
        }
    }

    /// Returns an address as the target of a request: the user named the host of the source, and the
    /// origins that receive its credentials, but not where links and redirects lead.
    nonisolated func target(_ address: WebAddress) -> RequestTarget {
        let isNamed =
            address.origin.host == scope.source?.origin.host || scope.covers(address)
            || address.origin == otherOrigin
        return isNamed ? .named(address) : .linked(address, source: scope.source)
    }

    /// Counts received bytes and reports the progress.
    func count(_ bytes: Int) {
        received += bytes
        reader.progress?(received)
    }

    /// Notes that a request is sent now.
    func beginExchange() { (exchangeStart, lastExchange) = (.now, nil) }

    /// Notes that the response has ended.
    func endExchange() { lastExchange = exchangeStart.map { .now - $0 } }

    /// Counts a request; waits until its host may be polled, and for the pause that it asked for.
    ///
    /// Optional documents leave enough requests for one that is needed, with its redirects.
    func admit(_ address: WebAddress, as role: DocumentRequest.Role) async throws {
        let limit = reader.limits.maxRequests
        let reserve = role == .optional ? reader.limits.maxRedirects + 1 : 0
        guard role == .page || requests < limit - reserve else {
            throw FeedFailure(.size(.requestLimit(limit)), at: scope.redacted(address.text))
        }
        if role != .page { requests += 1 }
        let host = address.origin.host
        if hosts.insert(host).inserted { try await reader.waitForPoll(of: host) }
        try await reader.transport.throttle.waitForRequest(to: host)
    }

    /// Returns whether to repeat a request that failed, because its host asks its clients to slow
    /// down or to wait shortly; the next requests to the host then have pauses.
    ///
    /// - Parameter attempts: The number of times that the request was repeated.
    func shouldRepeat(
        _ failure: FeedFailure, of address: WebAddress, after attempts: Int,
        as role: DocumentRequest.Role
    ) async -> Bool {
        let wait = failure.retryAfterSeconds.map(Duration.init(clampingSeconds:))
        let isShort = wait.map { $0 <= RequestPace.maxWait } ?? failure.isThrottled
        guard failure.isThrottled || isShort && failure.kind == .service else { return false }
        let throttle = reader.transport.throttle
        await throttle.slowDown(address.origin.host, for: isShort ? wait : nil)
        guard isShort, attempts < reader.limits.maxRetries, retries < Self.maxRetries else {
            return false
        }
        retries += 1
        if role != .page { requests -= 1 }
        return true
    }

    nonisolated private func parsed(_ address: String, at location: String) throws
        -> DocumentAddress
    {
        do {
            return try DocumentAddress(address)
        } catch {
            // An invalid address may contain a password anywhere before its last `@`.
            let shown = location.lastIndex(of: "@").map { "…" + location[$0...] } ?? location
            throw FeedFailure(.link(.badAddress(error.message)), at: shown)
        }
    }
}

/// Request of a refresh for a document.
struct DocumentRequest: Sendable {
    /// A path, `-`, or a `file:` or http(s) address.
    var address: String
    /// The document for a conditional request.
    var cached: FeedCacheState.Document?
    /// The `Accept` header; `nil` for the usual one, and for that of the user.
    var accept: String?
    /// What the document is for the refresh.
    var role = Role.needed

    enum Role: Sendable {
        /// Without it, the refresh fails.
        case needed
        /// It adds to the others.
        case optional
        /// It is a further page of a document, of which a refresh may read more.
        case page
    }
}

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
