import FleetCore
import FleetTeam
import HTTPTypes
import Hummingbird

/// The own API tokens.
struct TokenHandlers {
    func add(to routes: Routes) {
        routes.page(.post, "/account/tokens", .account, addByForm)
        routes.page(.post, "/account/tokens/:id", .account) { request in
            try await request.access.tokens.revoke(request.uuid("id"))
            return AccountNotice.token.redirect
        }
        routes.api(.get, "/tokens", .account) { request in
            let tokens = try await request.access.tokens.all()
            return try .json(["tokens": tokens.map { TokenDocument($0) }])
        }
        routes.api(.post, "/tokens", .account) { request in
            let document = try await request.json(
                NewTokenDocument.self, upTo: SignInHandlers.maxBody)
            let new = try await add(
                document.name, scope: document.scope, days: document.days, request.access)
            return try .json(TokenDocument(new.token, new.secret), status: .created)
        }
        routes.api(.delete, "/tokens/:id", .account) { request in
            try await request.access.tokens.revoke(request.uuid("id"))
            return .noContent
        }
    }

    struct NewTokenDocument: RequestDocument {
        fileprivate var name = ""
        /// Read without one.
        fileprivate var scope: String?
        /// Days until it expires; 90 without a number.
        fileprivate var days: Int?

        mutating func visit(_ fields: inout some FieldVisitor) {
            fields.visit("name", &name, nil, .init(length: 1...100))
            fields.visit("scope", &scope, nil, .init(choices: ["read", "write"]))
            fields.visit("days", &days, nil, .init(range: 1...366))
        }
    }

    private func addByForm(_ request: UserRequest) async throws -> Response {
        let form = try await request.form(upTo: SignInHandlers.maxBody)
        do {
            let days = try form["days"].map { text in
                guard let days = Int(text) else {
                    throw TeamError.invalid(.lifetime, .malformed)
                }
                return days
            }
            let new = try await add(
                form["name"] ?? "", scope: form["scope"], days: days, request.access)
            let token = ShownOnce.Token(name: new.token.name, value: new.secret.reveal())
            return try request.redirect(
                to: AccountNotice.created.target, showing: ShownOnce(on: "/account", token: token))
        } catch let error as TeamError where error != .signedOut {
            // A token sees no account page either.
            guard request.access.method == .session else { throw error }
            return try await AccountPage(of: request, tokenProblem: Problem(error))
                .response(request)
        }
    }

    private func add(
        _ name: String, scope: String?, days: Int?, _ access: Access
    ) async throws -> NewToken {
        guard let scope = TokenScope(rawValue: scope ?? "read") else {
            throw Problem(
                .unprocessableContent, "The scope is not valid.", hint: "Use read or write.")
        }
        let days = days ?? 90
        guard (1...366).contains(days) else { throw TeamError.invalid(.lifetime, .malformed) }
        return try await access.tokens.add(
            name: name, scope: scope, lifetime: .seconds(days * 86_400))
    }
}

/// An API token in the API.
struct TokenDocument: Encodable {
    var id: String
    var name: String
    var scope: String
    var createdAt: String
    var expiresAt: String
    var lastUsedAt: String?
    /// The secret, in the answer to the request that made the token only.
    var token: String?

    init(_ token: APIToken, _ secret: BearerSecret? = nil) {
        (id, name) = (token.id.text, token.name)
        scope = token.scope.rawValue
        createdAt = token.createdAt.apiText
        expiresAt = token.expiresAt.apiText
        lastUsedAt = token.lastUsedAt.map(\.apiText)
        self.token = secret?.reveal()
    }
}

extension Timestamp {
    /// The time as in documents of the API (RFC 3339, UTC).
    var apiText: String { DiagnosticLog.text(self) }
}
