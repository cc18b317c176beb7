import AsyncHTTPClient
import FleetCore
import Foundation
import JSON
import NIOCore
import NIOHTTP1

extension DocumentSession {
    /// Maximum size of the response with a token, in bytes.
    private static let maxTokenResponse = 65_536

    /// Returns the token for an address that receives the credentials; `nil` if none is needed.
    ///
    /// - Throws: `FeedFailure` if no token is issued; its text has neither secret nor token.
    nonisolated func accessToken(for target: WebAddress) async throws -> String? {
        guard let tokens = scope.credentials.tokens, scope.covers(target) else { return nil }
        let now = reader.now()
        if let token = tokens.current(at: now) { return token }
        switch tokens.issuer {
        case .service(let grant, let secret, let address):
            let (token, lifetime) = try await newToken(grant, secret, at: address)
            tokens.issue(token, lifetime: lifetime, at: reader.now())
            return token
        case .key(let key):
            let token = try key.token(at: now)
            tokens.issue(token, lifetime: Double(SigningKey.tokenLifetime), at: now)
            return token
        }
    }

    /// Requests a token, again if the service asks for a short pause.
    nonisolated private func newToken(
        _ grant: TokenGrant, _ secret: String, at address: WebAddress
    ) async throws -> (String, lifetime: Double?) {
        var attempts = 0
        while true {
            do {
                return try await requestToken(grant, secret, at: address)
            } catch let failure as FeedFailure {
                guard
                    await shouldRepeat(failure, of: address, after: attempts, as: .needed)
                else { throw failure }
                attempts += 1
            }
        }
    }

    /// Requests a token, without redirects.
    ///
    /// - Returns: The token, and its lifetime in seconds if the service names one.
    nonisolated private func requestToken(
        _ grant: TokenGrant, _ secret: String, at address: WebAddress
    ) async throws -> (String, lifetime: Double?) {
        let location = Location.redacted(address.text)
        try await admit(address, as: .needed)
        let client = try await reader.client(.named(address))
        defer { withExtendedLifetime(client) {} }
        let (status, headers, bytes): (UInt, HTTPHeaders, [UInt8])
        do {
            let deadline = NIODeadline.now() + .init(reader.limits.readTimeout)
            let response = try await client.execute(
                grant.request(secret, address, reader.limits), to: address, deadline: deadline)
            let body = try await response.body.collect(upTo: Self.maxTokenResponse)
            (status, headers) = (response.status.code, response.headers)
            bytes = Array(body.readableBytesView)
        } catch is NIOTooManyBytesError {
            throw FeedFailure(.size(.tooLarge(limit: Int64(Self.maxTokenResponse))), at: location)
        } catch {
            try Task.checkCancellation()
            guard
                let reason = FeedFailure.Reason(
                    transport: error, limits: reader.limits, host: address.origin.host,
                    route: client.route, phase: .beforeResponse)
            else { throw CancellationError() }
            throw FeedFailure(reason, at: location)
        }
        reader.limits.log("http: POST \(location): status \(status)")
        guard (200..<300).contains(status) else {
            let wait = headers.value(of: "Retry-After").flatMap {
                RetryAfter.seconds($0, now: reader.now())
            }
            let isRefused = [400, 401, 403].contains(status)
            throw FeedFailure(
                isRefused
                    ? .access(.tokenRefused(Self.cause(status, bytes)))
                    : .service(.status(Int(status))),
                at: location, retryAfterSeconds: wait)
        }
        guard let token = Self.token(in: bytes) else {
            throw FeedFailure(.content(.notJSON("no bearer token in the response")), at: location)
        }
        return token
    }

    /// Returns the token of a response, and its lifetime in seconds if the response has one; `nil`
    /// without a bearer token.
    nonisolated private static func token(
        in bytes: [UInt8]
    ) -> (String, lifetime: Double?)? {
        let document = try? JSONDocument(bytes).value(maxNodes: 500, maxDepth: 8)
        guard let token = document?["access_token"]?.string, !token.isEmpty,
            HeaderField.isValidValue(token), !token.contains(" "),
            document?["token_type"]?.string.map({ $0.lowercased() == "bearer" }) ?? true
        else { return nil }
        return (token, Double(lenient: document?["expires_in"]))
    }
}

extension DocumentSession {
    /// Errors of a token request (RFC 6749, section 5.2); a service may write anything else.
    private static let tokenErrors: Set = [
        "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client",
        "unsupported_grant_type", "invalid_scope",
    ]

    /// Returns the cause for which a token was refused.
    nonisolated private static func cause(_ status: UInt, _ bytes: [UInt8]) -> String {
        let error = try? JSONDocument(bytes).value(maxNodes: 500, maxDepth: 8)["error"]?.string
        let known = error.flatMap { tokenErrors.contains($0) ? ", " + $0 : nil }
        return "HTTP status \(status)" + (known ?? "")
    }
}

extension TokenGrant {
    /// Returns the request of a token (RFC 6749, section 4.4.2).
    fileprivate func request(
        _ secret: String, _ address: WebAddress, _ limits: HTTPLimits
    ) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: address.text)
        request.method = .POST
        request.headers.add(name: "User-Agent", value: limits.userAgent)
        request.headers.add(name: "Accept", value: "application/json")
        var members = [("grant_type", "client_credentials")]
        if let scope { members.append(("scope", scope)) }
        switch authentication {
        case .basic:
            request.setBasicAuth(
                username: PercentEncoding.encoded(clientID),
                password: PercentEncoding.encoded(secret))
        case .form, .json:
            members += [("client_id", clientID), ("client_secret", secret)]
        }
        let body: String
        if authentication == .json {
            var object = JSONObjectWriter()
            object.add("grant_type", "client_credentials")
            object.add("client_id", clientID)
            object.add("client_secret", secret)
            object.add("scope", scope)
            body = object.text.string
            request.headers.add(name: "Content-Type", value: "application/json")
        } else {
            body = members.map { $0 + "=" + PercentEncoding.encoded($1) }.joined(separator: "&")
            request.headers.add(
                name: "Content-Type", value: "application/x-www-form-urlencoded")
        }
        request.body = .bytes(ByteBuffer(string: body))
        return request
    }
}
