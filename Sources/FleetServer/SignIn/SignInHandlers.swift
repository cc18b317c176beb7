import FleetCore
import FleetTeam
import HTTPTypes
import Hummingbird
import Logging

/// Signing in and out, and registering.
struct SignInHandlers {
    /// Largest form or document of a person, in bytes.
    static let maxBody = 16 * 1024

    func add(to routes: Routes) {
        routes.open(.get, "/signin", showSignIn)
        routes.open(.post, "/signin", signIn)
        routes.page(.post, "/signout", .account, signOut)
        routes.open(.get, "/register", showRegistration)
        routes.open(.post, "/register", register)
        routes.api(.get, "/session", nil) { try .json(UserDocument($0.access)) }
        routes.open(.post, "/api/v1/session", startSession)
        routes.api(.delete, "/session", nil, endSession)
        routes.open(.post, "/api/v1/users", addUser)
    }

    private func showSignIn(_ request: ServerRequest) async throws -> Response {
        let next = LocalPath(request.query["next"])
        if let access = try? await Routes.access(of: request), access.method == .session {
            return .redirect(to: next.text)
        }
        // The browser forgets a session whose account has ended with the page that says so.
        let ended = try await Routes.endedAccount(of: request)
        let response = try request.environment.form(
            "signin", SignInPage(signingInTo: next, ended, in: request.environment))
        return ended == nil ? response : response.settingSession(nil, in: request.environment)
    }

    private func signIn(_ request: ServerRequest) async throws -> Response {
        let form = try await request.form(upTo: Self.maxBody)
        let next = LocalPath(form["next"])
        let name = form["name"] ?? ""
        do {
            return try await request.starting(
                request.signIn(name, form["password"] ?? ""), .redirect(to: next.text))
        } catch let error as TeamError {
            let problem = Problem(error)
            return try request.environment.form(
                "signin",
                SignInPage(
                    signingInTo: next, name: name, problem, in: request.environment), problem)
        }
    }

    private func signOut(_ request: UserRequest) async throws -> Response {
        try await request.access.sessions.endCurrent()
        return Response.redirect(to: "/signin").signedOut(of: request)
    }

    private func showRegistration(_ request: ServerRequest) async throws -> Response {
        let invitation = try await invitation(request.query["invitation"], request)
        let isRefused = invitation == nil && request.query["invitation"] != nil
        let problem = isRefused ? Problem(TeamError.expiredLink) : nil
        return try request.environment.form(
            "signin",
            SignInPage(
                registeringWith: invitation, next: LocalPath(request.query["next"]), problem,
                in: request.environment), problem)
    }

    private func register(_ request: ServerRequest) async throws -> Response {
        let form = try await request.form(upTo: Self.maxBody)
        let next = LocalPath(form["next"])
        let name = form["name"] ?? ""
        do {
            return try await request.starting(
                request.register(
                    name, form["display_name"] ?? "", form["password"] ?? "",
                    form["invitation"]),
                .redirect(to: next.text))
        } catch let error as TeamError {
            let problem = Problem(error)
            let invitation = try await invitation(form["invitation"], request)
            return try request.environment.form(
                "signin",
                SignInPage(
                    registeringWith: invitation, next: next, name: name,
                    displayName: form["display_name"] ?? "", problem,
                    in: request.environment), problem)
        }
    }

    /// Returns the invitation with a secret; `nil` if it cannot be used.
    private func invitation(
        _ text: String?, _ request: ServerRequest
    ) async throws -> UsableInvitation? {
        guard let secret = text.flatMap(BearerSecret.init) else { return nil }
        do {
            let role = try await request.environment.team.role(ofInvitation: secret)
            return UsableInvitation(secret: secret, role: role)
        } catch TeamError.expiredLink {
            return nil
        }
    }

    struct SignInDocument: RequestDocument {
        fileprivate var name = ""
        fileprivate var password = ""

        mutating func visit(_ fields: inout some FieldVisitor) {
            fields.visit("name", &name)
            fields.visit("password", &password)
        }
    }

    struct RegistrationDocument: RequestDocument {
        fileprivate var name = ""
        fileprivate var password = ""
        /// Secret of an invitation; `nil` without one.
        fileprivate var invitation: String?
        /// `nil` for the other name.
        fileprivate var displayName: String?

        mutating func visit(_ fields: inout some FieldVisitor) {
            fields.visit("name", &name, nil, .init(length: 1...64))
            fields.visit(password: &password)
            fields.visit("invitation", &invitation)
            fields.visit(
                "display_name", &displayName,
                "Name for people, which may have spaces; at most 64 characters.")
        }
    }

    private func startSession(_ request: ServerRequest) async throws -> Response {
        let document = try await request.json(SignInDocument.self, upTo: Self.maxBody)
        let signedIn = try await request.signIn(document.name, document.password)
        return try await request.starting(
            signedIn, .json(UserDocument(signedIn.access), status: .created))
    }

    /// Ends the session; a token, which `fleet logout` sends, is revoked.
    private func endSession(_ request: UserRequest) async throws -> Response {
        guard request.access.method == .session else {
            try await request.access.tokens.revokeCurrent()
            return .noContent
        }
        try await request.access.sessions.endCurrent()
        return Response.noContent.signedOut(of: request)
    }

    private func addUser(_ request: ServerRequest) async throws -> Response {
        let document = try await request.json(RegistrationDocument.self, upTo: Self.maxBody)
        let signedIn = try await request.register(
            document.name, document.displayName ?? "", document.password, document.invitation)
        return try await request.starting(
            signedIn, .json(UserDocument(signedIn.access), status: .created))
    }
}

extension ServerRequest {
    fileprivate func signIn(_ name: String, _ password: String) async throws -> SignedIn {
        do {
            return try await environment.team.signIn(
                name: name, password: Password(password), device: device, from: client)
        } catch let error as TeamError where error.isFailedSignIn {
            // Programs such as fail2ban read this line, so its first fact is the address.
            context.logger.warning(
                "sign-in failed",
                metadata: [
                    "client": "\(client.address?.text ?? "unknown")",
                    "name": "\(TerminalText.limited(name))",
                ])
            throw error
        }
    }

    /// Registers a user.
    /// - Parameters:
    ///   - displayName: Name for people; empty for the sign-in name.
    ///   - invitation: Secret of an invitation or of the set-up link; `nil` without one.
    func register(
        _ name: String, _ displayName: String, _ password: String, _ invitation: String?
    ) async throws -> SignedIn {
        let secret = try invitation.map { text in
            guard let secret = BearerSecret(text) else { throw TeamError.expiredLink }
            return secret
        }
        return try await environment.team.register(
            name: name, displayName: DisplayName(displayName), password: Password(password),
            invitation: secret, from: client)
    }
}

/// The user who is signed in, in the API.
struct UserDocument: Document {
    private var id = ""
    private var name = ""
    private var displayName: String?
    private var role = ""

    init() {}

    init(_ access: Access) {
        displayName = access.displayName
        (id, name, role) = (access.userID.text, access.name, access.role.rawValue)
    }

    mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("id", &id, nil, .init(format: "uuid"))
        fields.visit("name", &name)
        fields.visit(
            "display_name", &displayName,
            "Name for people, which may have spaces; absent if it is the sign-in name.")
        fields.visit("role", &role, nil, .roles)
    }
}

extension FieldVisitor {
    /// Visits a new password.
    mutating func visit(password: inout String) {
        visit(
            "password", &password,
            "\(Password.minCharacters) to \(Password.maxBytes) bytes of UTF-8.",
            .init(length: Password.minCharacters...Password.maxBytes))
    }
}

extension FieldLimits {
    /// The names of roles.
    static var roles: FieldLimits { .init(choices: Role.allCases.map(\.rawValue)) }
}

extension TeamError {
    /// Whether somebody may be guessing a password.
    fileprivate var isFailedSignIn: Bool {
        switch self {
        case .wrongPassword, .throttled: true
        default: false
        }
    }
}
