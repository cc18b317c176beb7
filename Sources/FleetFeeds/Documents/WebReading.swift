import AsyncHTTPClient
import FleetCore
import NIOCore
import NIOHTTP1

/// The reading of one document over http(s), through its redirects.
struct WebReading {
    let session: ReadingSession
    let address: WebAddress
    let limit: Int64
    private let started = ContinuousClock.now

    init(session: ReadingSession, address: WebAddress, limit: Int64) {
        self.session = session
        self.address = session.scope.cleaned(address)
        self.limit = limit
    }

    private var limits: HTTPLimits { session.reader.limits }

    /// Reads the document; `asked` is the address as the caller wrote it.
    func read(asked: String, remembered: FeedMemory.Document?) async throws -> DocumentAnswer {
        var document = FeedMemory.Document(address: memorable(asked))
        let validators = remembered.flatMap { $0.address == document.address ? $0 : nil }
        var target = address
        var visited: Set = [target]
        while true {
            let response = try await response(from: target, validators: validators)
            switch ResponseMeaning(response, validators: validators) {
            case .document:
                document.take(response.headers)
                let bytes = try await bytes(of: response, from: target)
                return .read(bytes: bytes, document, base: target.text)
            case .notModified(var known):
                known.take(response.headers)
                return .notModified(known)
            case .redirect(let link):
                target = try redirected(from: target, to: link, visited: &visited)
            case .failure(let reason):
                throw failure(reason, at: target, response)
            }
        }
    }

    /// The address as it is remembered: as it was asked for, save for secrets.
    private func memorable(_ asked: String) -> String {
        let isPlain =
            address.userInformation == nil && (try? WebAddress(asked)) == address
            && asked.hasPrefix(address.origin.scheme.rawValue)
        return isPlain ? asked : address.text
    }

    private func redirected(
        from base: WebAddress, to link: String, visited: inout Set<WebAddress>
    ) throws(FeedFailure) -> WebAddress {
        guard visited.count <= limits.redirects else {
            throw failure(.tooManyRedirects(limit: limits.redirects), at: base)
        }
        let target: WebAddress
        do {
            target = session.scope.cleaned(try base.following(link))
        } catch {
            let shown = session.scope.redacted(link).prefix(500)
            throw failure(.badRedirect(to: String(shown)), at: base)
        }
        // Who asks for encryption is not led out of it, with or without credentials.
        guard base.origin.scheme == .http || target.origin.scheme == .https else {
            throw failure(.badRedirect(to: session.scope.redacted(target.text)), at: base)
        }
        guard visited.insert(target).inserted else {
            throw failure(.tooManyRedirects(limit: limits.redirects), at: target)
        }
        return target
    }

    private func failure(
        _ reason: FeedFailure.Reason, at place: WebAddress, _ response: HTTPClientResponse? = nil
    ) -> FeedFailure {
        let seconds = response?.headers.first(name: "retry-after").flatMap {
            RetryAfter.seconds($0, now: session.reader.now())
        }
        return FeedFailure(
            reason, at: session.scope.redacted(place.text), retryAfterSeconds: seconds)
    }
}

extension WebReading {
    /// Sends the request, once more if it was lost on a connection that the server had just closed.
    private func response(
        from target: WebAddress, validators: FeedMemory.Document?
    ) async throws -> HTTPClientResponse {
        var request = session.scope.request(for: target)
        request.prepare(limits, validators: validators)
        let mayBeLost = await session.hasAnswered(target.origin)
        do {
            return try await send(request, to: target)
        } catch let failure as FeedFailure where mayBeLost && failure.reason == .connectionReset {
            return try await send(request, to: target)
        }
    }

    private func send(
        _ request: HTTPClientRequest, to target: WebAddress
    ) async throws -> HTTPClientResponse {
        try await session.admit(target)
        let client = try await session.reader.client(target)
        do {
            let response = try await client.execute(
                request, deadline: .now() + .init(limits.document))
            await session.noteAnswer(of: target.origin)
            return response
        } catch {
            throw try failure(of: error, at: target, phase: .beforeResponse)
        }
    }

    private func bytes(
        of response: HTTPClientResponse, from target: WebAddress
    ) async throws -> [UInt8] {
        var body = ResponseBody(response.headers, limit: limit, session: session)
        do {
            try await body.read(response.body, until: started + limits.document)
        } catch let reason as ResponseBody.Refusal {
            throw failure(reason.reason, at: target)
        } catch {
            throw try failure(of: error, at: target, phase: .duringBody)
        }
        return body.bytes
    }

    /// What to throw for an error of the client; a cancelled task always throws `CancellationError`,
    /// whatever its request failed by.
    private func failure(
        of error: any Error, at target: WebAddress, phase: TransportPhase
    ) throws -> FeedFailure {
        try Task.checkCancellation()
        guard
            let reason = FeedFailure.Reason(
                transport: error, limits: limits, host: target.origin.host, phase: phase)
        else { throw CancellationError() }
        return failure(reason, at: target)
    }
}
