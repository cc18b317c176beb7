import AsyncHTTPClient
import FleetCore
import NIOCore
import NIOHTTP1

/// Fetch of one document over http(s), including its redirects.
struct HTTPFetch {
    let session: DocumentSession
    let address: WebAddress
    let limit: ByteLimit
    private let accept: String?
    private let role: DocumentRequest.Role
    private let startTime = ContinuousClock.now

    init(
        session: DocumentSession, address: WebAddress, limit: ByteLimit, accept: String? = nil,
        role: DocumentRequest.Role = .needed
    ) {
        (self.accept, self.role) = (accept, role)
        self.session = session
        self.address = session.scope.withoutCredentials(address)
        self.limit = limit
    }

    private var limits: HTTPLimits { session.reader.limits }
    private var transport: HTTPTransport { session.reader.transport }

    /// Fetches the document; `requested` is the address as written by the caller.
    func run(requested: String, cached: FeedCacheState.Document?) async throws -> DocumentResponse {
        var document = FeedCacheState.Document(address: cacheKey(for: requested))
        let validators = cached.flatMap { $0.address == document.address ? $0 : nil }
        var target = address
        var (visited, attempts) = ([target] as Set, 0)
        while true {
            let start = ContinuousClock.now
            let (response, client) = try await response(from: target, validators: validators)
            defer { withExtendedLifetime(client) {} }
            switch ResponseOutcome(response, validators: validators) {
            case .document:
                document.updateValidators(from: response.headers)
                let bytes = try await bytes(of: response, from: target)
                await session.endExchange()
                log(response, of: target, "\(bytes.count) bytes", since: start)
                return .read(bytes: bytes, document, base: target.text)
            case .notModified(var cached):
                cached.updateValidators(from: response.headers)
                log(response, of: target, "the cached document is current", since: start)
                return .notModified(cached)
            case .redirect(let link):
                log(response, of: target, "redirect", since: start)
                target = try redirectTarget(from: target, to: link, visited: &visited)
            case .failure(let reason):
                let failure = try await failure(reason, at: target, response)
                log(response, of: target, failure.message, since: start)
                guard
                    await session.shouldRepeat(
                        failure, of: target, after: attempts, as: role)
                else { throw failure }
                attempts += 1
            }
        }
    }

    private func log(
        _ response: HTTPClientResponse, of target: WebAddress, _ outcome: String,
        since start: ContinuousClock.Instant
    ) {
        limits.log(
            "http: GET \(session.scope.redacted(target.text)): status \(response.status.code), "
                + "\(outcome), \(DiagnosticLog.time(since: start))")
    }

    /// Returns the cache key of the document: the requested address without secrets.
    private func cacheKey(for requested: String) -> String {
        let isPlain =
            address.userInformation == nil && (try? WebAddress(requested)) == address
            && requested.hasPrefix(address.origin.scheme.rawValue)
        return isPlain ? requested : address.text
    }

    private func redirectTarget(
        from base: WebAddress, to link: String, visited: inout Set<WebAddress>
    ) throws(FeedFailure) -> WebAddress {
        guard visited.count <= limits.maxRedirects else {
            throw failure(.link(.tooManyRedirects(limit: limits.maxRedirects)), at: base)
        }
        var target: WebAddress
        do {
            target = try base.resolving(link)
        } catch {
            if session.scope.credentials.appear(in: link) {
                throw failure(.link(.credentialInLink), at: base)
            }
            let shown = session.scope.redacted(link).prefix(500)
            throw failure(.link(.badRedirect(to: String(shown))), at: base)
        }
        let location = session.scope.redacted(base.text)
        target = try LinkPolicy(scope: session.scope).checked(target, at: location)
        // Never redirect from https to http, with or without credentials.
        guard base.origin.scheme == .http || target.origin.scheme == .https else {
            throw failure(.link(.badRedirect(to: session.scope.redacted(target.text))), at: base)
        }
        guard visited.insert(target).inserted else {
            throw failure(.link(.tooManyRedirects(limit: limits.maxRedirects)), at: target)
        }
        return target
    }

    private func failure(_ reason: FeedFailure.Reason, at target: WebAddress) -> FeedFailure {
        FeedFailure(reason, at: session.scope.redacted(target.text))
    }

    /// Returns the failure of a response without a document, with what the service asks for and
    /// explains.
    ///
    /// - Throws: `CancellationError`.
    private func failure(
        _ reason: FeedFailure.Reason, at target: WebAddress, _ response: HTTPClientResponse
    ) async throws -> FeedFailure {
        var failure = failure(reason, at: target)
        failure.retryAfterSeconds = response.headers.value(of: "Retry-After").flatMap {
            RetryAfter.seconds($0, now: session.reader.now())
        }
        guard response.status.code >= 400 || reason == .service(.notReady),
            reason != .proxyCredentialsRequired
        else { return failure }
        let explanation = await ServiceExplanation(
            response, limits, hiding: session.scope.secrets(of: target))
        try Task.checkCancellation()
        failure.explanation = explanation.text
        if reason == .access(.accessDenied(403)),
            explanation.isAboutQuota || failure.retryAfterSeconds != nil
        {
            failure.reason = .service(.status(403))
        }
        return failure
    }
}

extension HTTPFetch {
    /// Sends the request, once again with a new token if the service refuses the present one.
    private func response(
        from target: WebAddress, validators: FeedCacheState.Document?
    ) async throws -> (HTTPClientResponse, RoutedClient) {
        let token = try await session.accessToken(for: target)
        let first = try await response(from: target, validators: validators, token: token)
        guard let token, first.0.status == .unauthorized else { return first }
        session.scope.credentials.tokens?.refuse(token)
        let new = try await session.accessToken(for: target)
        return try await response(from: target, validators: validators, token: new)
    }

    /// Sends the request; retries once if the server had just closed the reused connection.
    private func response(
        from target: WebAddress, validators: FeedCacheState.Document?, token: String?
    ) async throws -> (HTTPClientResponse, RoutedClient) {
        var request = session.scope.request(for: target)
        if let token {
            request.headers.replaceOrAdd(name: "Authorization", value: "Bearer " + token)
        }
        if let accept, !request.headers.contains(name: "Accept") {
            request.headers.add(name: "Accept", value: accept)
        }
        request.addHeaders(limits, validators: validators)
        let mayReuseConnection = transport.mayReuseConnection(to: target.origin)
        do {
            return try await send(request, to: target)
        } catch let failure as FeedFailure
            where mayReuseConnection && failure.reason == .network(.connectionReset)
        {
            return try await send(request, to: target)
        }
    }

    private func send(
        _ request: HTTPClientRequest, to target: WebAddress
    ) async throws -> (HTTPClientResponse, RoutedClient) {
        try await session.admit(target, as: role)
        let client = try await session.reader.client(session.target(target))
        let start = ContinuousClock.now
        await session.beginExchange()
        if let proxy = client.route.proxy { limits.log("http: through the proxy \(proxy.name)") }
        do {
            let response = try await client.execute(
                request, to: target, deadline: .now() + .init(limits.documentTimeout))
            transport.recordResponse(from: target.origin)
            return (response, client)
        } catch {
            let failure = try failure(of: error, at: target, client.route, phase: .beforeResponse)
            limits.log(
                "http: GET \(failure.location): \(failure.message), "
                    + DiagnosticLog.time(since: start))
            throw failure
        }
    }

    private func bytes(
        of response: HTTPClientResponse, from target: WebAddress
    ) async throws -> [UInt8] {
        var body = ResponseBody(response.headers, limit: limit, session: session)
        do {
            try await body.read(response.body, until: startTime + limits.documentTimeout)
            transport.recordResponse(from: target.origin)
        } catch let error as ResponseBody.ReadError {
            throw failure(error.reason, at: target)
        } catch {
            throw try failure(of: error, at: target, .direct, phase: .duringBody)
        }
        return body.bytes
    }

    /// Converts an error of the client; throws `CancellationError` if the task is cancelled,
    /// whatever the error.
    private func failure(
        of error: any Error, at target: WebAddress, _ route: Route, phase: TransportPhase
    ) throws -> FeedFailure {
        try Task.checkCancellation()
        guard
            let reason = FeedFailure.Reason(
                transport: error, limits: limits, host: target.origin.host, route: route,
                phase: phase)
        else { throw CancellationError() }
        return failure(reason, at: target)
    }
}
