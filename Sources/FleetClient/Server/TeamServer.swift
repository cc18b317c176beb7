package import FleetCore
package import FleetFeeds
package import Foundation

/// A team's server, reached as one of its users.
package struct TeamServer: Sendable {
    /// The credential of a request.
    package enum Authorization: Sendable {
        case none
        /// An API token.
        case token(String)
        /// The cookie of a session.
        case session(String)
    }

    package let client: APIClient
    package var authorization = Authorization.none

    /// Reaches a server through a client.
    package init(client: APIClient) { self.client = client }

    /// The origin of the server.
    package var url: String { client.origin }

    /// The path of a part of the API, from decoded segments.
    package static func path(_ segments: String...) -> String {
        "/api/v1/" + segments.map { PercentEncoding.encoded($0) }.joined(separator: "/")
    }

    /// Sends a request and returns the response.
    ///
    /// A POST has an idempotency key, so the client can send it again after a lost connection.
    /// - Throws: `TeamServerError` for a status other than success; `FeedFailure` without a
    ///   response.
    @discardableResult
    package func send(
        _ method: APIRequest.Method, _ path: String, query: [(String, String)] = [],
        headers: [Credentials.Header] = [], body: Data? = nil
    ) async throws -> APIResponse {
        let items = query.map { $0 + "=" + PercentEncoding.encoded($1) }.joined(separator: "&")
        var request = APIRequest(method, items.isEmpty ? path : path + "?" + items)
        request.headers = headers + authorizing(method)
        if method == .post, !request.isRepeatable {
            request.headers.append(.init(name: "Idempotency-Key", value: UUID().uuidString))
        }
        request.body = body
        let response = try await client.send(request)
        guard response.isSuccess else {
            throw TeamServerError(response, at: url, authorization)
        }
        return response
    }

    /// Sends a JSON document and returns the response.
    @discardableResult
    package func send(
        _ method: APIRequest.Method, _ path: String, headers: [Credentials.Header] = [],
        json: some Encodable
    ) async throws -> APIResponse {
        let type = Credentials.Header(name: "Content-Type", value: "application/json")
        return try await send(
            method, path, headers: headers + [type],
            body: JSONEncoder().encode(json))
    }

    /// Gets a document.
    func get<Value: Decodable>(
        _ type: Value.Type, _ path: String, query: [(String, String)] = []
    ) async throws -> Value {
        try decode(type, try await send(.get, path, query: query))
    }

    /// Returns the value of a document.
    /// - Throws: `CommandError` (69) if the response is not from a fleet server.
    package func decode<Value: Decodable>(
        _ type: Value.Type, _ response: APIResponse
    ) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: response.body)
        } catch {
            throw CommandError(
                .unavailable, "\(url) does not answer as a server of fleet",
                hint: "check the address, and that the server has the version of this program")
        }
    }

    private func authorizing(_ method: APIRequest.Method) -> [Credentials.Header] {
        switch authorization {
        case .none: []
        case .token(let token): [.init(name: "Authorization", value: "Bearer " + token)]
        case .session(let cookie):
            [.init(name: "Cookie", value: cookie)]
                // The server accepts changes with a cookie from its own pages only.
                + (method == .get ? [] : [.init(name: "Origin", value: url)])
        }
    }
}

/// An answer of a team's server other than success.
package struct TeamServerError: ReportedError, Equatable {
    package let status: Int
    package let cause: String
    package let hint: String

    init(_ response: APIResponse, at url: String, _ authorization: TeamServer.Authorization) {
        status = response.status
        let problem = try? JSONDecoder().decode(Problem.self, from: response.body)
        let message = problem?.detail.map(Self.line)
        switch (status, authorization) {
        case (401, .token):
            cause = "\(url) does not accept the login: it has expired or was revoked"
            hint = "run `fleet login \(url)`"
        case (300..<400, _):
            cause = "\(url) sends requests to another address"
            hint = "log in with that address: `fleet login URL`"
        default:
            cause = message.map { "\(url): \($0)" } ?? "\(url): HTTP status \(status)"
            let wait = response.retryAfterSeconds.map {
                "try again in \(Duration(clampingSeconds: $0).secondsToWait) s"
            }
            hint = problem?.hint.map(Self.line) ?? wait ?? "try again later"
        }
    }

    package var exitStatus: ExitStatus {
        switch status {
        case 401, 403: .noPermission
        case 404, 410: .noInput
        case 429, 500...: .unavailable
        case 400..<500: .data
        default: .unavailable
        }
    }

    private struct Problem: Decodable {
        var detail: String?
        var hint: String?
    }

    /// Returns a sentence of a problem document as the messages of commands are written.
    private static func line(_ sentence: String) -> String {
        var line = sentence.prefix(500)
        if line.hasSuffix(".") { line.removeLast() }
        return line.prefix(1).lowercased() + line.dropFirst()
    }
}

/// An error of a team's server that could not be reached or is out of order, so that the request may
/// succeed later.
struct TeamServerOutage {
    /// Description of the problem, in one line without a full stop.
    let cause: String

    /// Returns `nil` for another error.
    init?(_ error: any Error) {
        switch error {
        case let failure as FeedFailure where [.connection, .service].contains(failure.kind):
            cause = failure.cause
        case let error as TeamServerError where error.exitStatus == .unavailable:
            cause = error.cause
        default: return nil
        }
    }
}

extension Error {
    /// Whether a team's server could not be reached or is out of order, so that the request may
    /// succeed later.
    package var isTeamServerOutage: Bool { TeamServerOutage(self) != nil }
}
