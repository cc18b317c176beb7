import FleetCore
import FleetTeam
import HTTPTypes
import Hummingbird

/// The routes of the server, each with who may use it.
///
/// A handler of ``page(_:_:_:_:)`` or ``api(_:_:_:query:_:)`` gets an ``UserRequest``, whose `access`
/// exists only for a valid session or token, and each names the right that it needs; so no route
/// can forget to check. A source in the path is one that the person may see.
final class Routes {
    /// The handler of a request that is not signed in.
    private enum Kind {
        /// A page sends people to sign in.
        case page
        /// The API answers 401.
        case api
    }

    private let router = Router(
        context: ServerContext.self, options: .autoGenerateHeadEndpoints)
    private let environment: ServerEnvironment
    private let errors: ErrorRenderer
    /// The methods of each path.
    private(set) var methods: [String: Set<HTTPRequest.Method>] = [:]
    /// The parameters that each route of the API understands, by method and path.
    private(set) var parameters: [String: [QueryParameter]] = [:]
    /// The rights that routes need, by method and path; `nil` for being signed in.
    ///
    /// Routes for everybody are not in it.
    private(set) var rights: [String: Right?] = [:]

    init(in environment: ServerEnvironment, errors: ErrorRenderer) {
        (self.environment, self.errors) = (environment, errors)
    }

    typealias Handler<Input> = Function<Input, Response>
    typealias Function<Input, Output> = @Sendable (Input) async throws -> Output

    /// Adds a page for people who are signed in.
    func page(
        _ method: HTTPRequest.Method, _ path: String, _ right: Right?,
        _ handler: @escaping Handler<UserRequest>
    ) {
        rights["\(method.rawValue) \(path)"] = .some(right)
        add(method, path, signedIn(.page, right, handler))
    }

    /// Adds a page of the site.
    func page(_ page: SitePage, _ handler: @escaping Handler<UserRequest>) {
        self.page(.get, page.path, page.right, handler)
    }

    /// Adds a page for people who are signed in, of which others may see a public form.
    ///
    /// - Parameter publicHandler: Returns the public page; `nil` sends people to sign in.
    func page(
        _ method: HTTPRequest.Method, _ path: String, _ right: Right?,
        publicly publicHandler: @escaping Function<ServerRequest, Response?>,
        _ handler: @escaping Handler<UserRequest>
    ) {
        rights["\(method.rawValue) \(path)"] = .some(right)
        add(method, path, signedIn(.page, right, publicly: publicHandler, handler))
    }

    /// Adds a part of the API for those who are signed in.
    /// - Parameter query: All parameters that it understands; others are refused.
    func api(
        _ method: HTTPRequest.Method, _ path: String, _ right: Right?, query: [QueryParameter] = [],
        _ handler: @escaping Handler<UserRequest>
    ) {
        rights["\(method.rawValue) /api/v1\(path)"] = .some(right)
        add(method, "/api/v1" + path, query: query, signedIn(.api, right, handler))
    }

    /// Adds a route for everybody.
    func open(
        _ method: HTTPRequest.Method, _ path: String, _ handler: @escaping Handler<ServerRequest>
    ) {
        add(method, path) { request in
            if !RequestPolicy.isSafe(method) {
                try Self.requireOwnOrigin(request, isSignIn: true)
            }
            try Self.takePage(request)
            return try await handler(request)
        }
    }

    /// Counts a page of a person without a session.
    /// - Throws: `Problem` (429).
    private static func takePage(_ request: ServerRequest) throws(Problem) {
        guard ErrorRenderer.isForPeople(request.request),
            !HealthHandlers.paths.contains(request.request.uri.path)
        else { return }
        try request.environment.pageRates.take(
            .network(request.client.address?.network ?? ""), at: request.environment.now())
    }

    /// Returns the responder of all routes; other methods of their paths answer 405.
    func responder() -> some HTTPResponder<ServerContext> {
        for (path, known) in methods {
            let others: [HTTPRequest.Method] = [.get, .post, .put, .patch, .delete]
            let allowed = known.map(\.rawValue).sorted().joined(separator: ", ")
            for method in others where !known.contains(method) {
                router.on(RouterPath(path), method: method) { _, _ -> Response in
                    throw Problem(
                        .methodNotAllowed, "This address does not support the method.",
                        hint: "It supports \(allowed).", fields: [.allow: allowed])
                }
            }
        }
        return router.buildResponder()
    }

    /// Adds a route; those of the API refuse all parameters that are not in `query`.
    private func add(
        _ method: HTTPRequest.Method, _ path: String, query: [QueryParameter] = [],
        _ handler: @escaping Handler<ServerRequest>
    ) {
        methods[path, default: []].insert(method)
        let isAPI = path.hasPrefix("/api/")
        if isAPI { parameters["\(method.rawValue) \(path)"] = query }
        router.on(RouterPath(path), method: method) { [environment] request, context in
            let request = ServerRequest(request, context, in: environment)
            if isAPI { try request.query.require(query) }
            guard method == .post else { return try await handler(request) }
            let key = request.headers[.idempotencyKey]
            guard key.map({ (16...255).contains($0.utf8.count) }) ?? true else {
                throw Problem(
                    .badRequest, "The field Idempotency-Key must have 16 to 255 characters.",
                    hint: "Use a UUID.")
            }
            let repeatable = RepeatableRequest("POST " + request.target, key: key)
            return try await RepeatableRequest.$current.withValue(repeatable) {
                try await handler(request)
            }
        }
    }

    private func signedIn(
        _ kind: Kind, _ right: Right?,
        publicly publicHandler: Function<ServerRequest, Response?>? = nil,
        _ handler: @escaping Handler<UserRequest>
    ) -> Handler<ServerRequest> {
        { [errors, environment] request in
            try await withTaskExecutorPreference(environment.snapshots.requestThreads) {
                guard let access = try await Self.access(of: request) else {
                    try Self.takePage(request)
                    if let response = try await publicHandler?(request) { return response }
                    if kind == .page { return .redirect(to: Self.signInTarget(request)) }
                    throw try await Self.refusal(of: request)
                }
                return await access.answering {
                    var user = UserRequest(request, of: access)
                    request.context.largeAnswer.count(for: access.userID)
                    request.context.user.name = access.name
                    do {
                        try user.require(right)
                        if kind == .page {
                            try environment.pageRates.take(
                                .person(access.userID), at: environment.now())
                        }
                        if kind == .page, RequestPolicy.isSafe(request.request.method),
                            ErrorRenderer.isForPeople(request.request)
                        {
                            user.openTasks =
                                access.may(.notes) ? try await access.notes.openTaskCount() : 0
                        }
                        return try await handler(user)
                    } catch {
                        return errors.response(to: error, request.request, request.context, user)
                    }
                }
            }
        }
    }

    /// Returns why a request has no access: its account was removed or disabled, or it is not
    /// signed in.
    static func refusal(of request: ServerRequest) async throws -> Problem {
        try await endedAccount(of: request) ?? Problem(TeamError.signedOut)
    }

    /// Returns how the account of a request's session ended; `nil` for a session that has
    /// only ended.
    static func endedAccount(of request: ServerRequest) async throws -> Problem? {
        guard case .session(let secret) = request.credential,
            let reason = try await request.environment.team.endedAccount(session: secret)
        else { return nil }
        return Problem(
            .unauthorized,
            reason == .removed ? "Your account was removed." : "Your account is disabled.",
            hint: "Ask an administrator of your team.", fields: [.wwwAuthenticate: "Bearer"])
    }

    /// Returns the access of a request; `nil` without a valid session or token.
    ///
    /// A page sends what waited in the browser in the name of its person: the session of another
    /// one, who has signed in since, gives no access to it.
    static func access(of request: ServerRequest) async throws -> Access? {
        let access = try await presentedAccess(of: request)
        let person = request.headers[.person]
        return person == nil || person == access?.userID.text ? access : nil
    }

    private static func presentedAccess(of request: ServerRequest) async throws -> Access? {
        let team = request.environment.team
        do {
            switch request.credential {
            case .none: return nil
            case .malformedToken: throw Problem(TeamError.signedOut)
            case .token(let secret):
                return try await team.access(token: secret, from: request.client)
            case .session(let secret):
                if !RequestPolicy.isSafe(request.request.method) {
                    try requireOwnOrigin(request, isSignIn: false)
                }
                return try await team.access(session: secret, from: request.client)
            }
        } catch TeamError.signedOut {
            if case .token = request.credential { throw Problem(TeamError.signedOut) }
            return nil
        }
    }

    /// - Throws: `Problem` (403) for a request that changes something and is not from our own
    ///   pages.
    private static func requireOwnOrigin(_ request: ServerRequest, isSignIn: Bool) throws {
        let policy = request.environment.policy
        let (origin, site) = (request.headers[.origin], request.headers[.fetchSite])
        let isAccepted =
            isSignIn
            ? policy.acceptsSignIn(origin: origin, fetchSite: site)
            : policy.acceptsChange(origin: origin, fetchSite: site)
        guard isAccepted else {
            throw Problem(
                .forbidden, "The request does not come from a page of this server.",
                hint: "Open the server's own page, and try again there.")
        }
    }

    private static func signInTarget(_ request: ServerRequest) -> String {
        guard request.request.method == .get, request.target != "/" else { return "/signin" }
        return "/signin" + QueryItems([("next", request.target)]).query
    }
}

extension Access {
    /// Runs `body` with the values that the person sees, and with texts in the language that they
    /// have chosen, in that of the browser without a choice.
    func answering<T: Sendable>(_ body: () async -> T) async -> T {
        await ValueVisibility.$seen.withValue(rights.seen) {
            guard method == .session, let language = language.flatMap(Language.tagged),
                language != .current
            else { return await body() }
            return await Language.$current.withValue(language, operation: body)
        }
    }
}

extension Response {
    /// Sends a browser to another page with GET (RFC 9110, section 15.4.4).
    static func redirect(to target: String) -> Response {
        Response(status: .seeOther, headers: [.location: target])
    }
}

extension HTTPField.Name {
    /// draft-ietf-httpapi-idempotency-key-header.
    static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .ifMatch
    static let fetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
    /// What a browser loads the address for: `navigate` for a page that it shows.
    static let fetchMode = HTTPField.Name("Sec-Fetch-Mode") ?? .origin
}
