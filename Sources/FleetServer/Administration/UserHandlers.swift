import FleetCore
import FleetTeam
import HTTPTypes
import Hummingbird

/// The users of the team, for administrators.
struct UserHandlers {
    func add(to routes: Routes) {
        routes.administrationPage(.get, "") { _, _ in .redirect(to: SitePage.people.path) }
        routes.administrationPage(.get, "/people") { request, _ in
            try await PeoplePage.response(request, done: request.query["done"])
        }
        routes.administrationPage(.get, "/people/:id/remove", confirmRemoval)
        routes.administrationPage(.post, "/people/:id", changeByForm)
        routes.administrationAPI(.get, "/users") { _, administration in
            let users = try await administration.users()
            return try .json(["users": users.map(ListedUserDocument.init)])
        }
        routes.administrationAPI(.patch, "/users/:id") { request, administration in
            let document = try await request.json(
                ChangeDocument.self, upTo: SignInHandlers.maxBody)
            try await change(userID(request), document.change(), administration)
            return .noContent
        }
        routes.administrationAPI(.delete, "/users/:id") { request, administration in
            try await change(userID(request), .remove, administration)
            return .noContent
        }
        routes.administrationAPI(.post, "/users/:id/password-reset") { request, administration in
            let link = try await resetLink(of: userID(request), request, administration)
            return try .json(
                LinkDocument(link, request.environment.address(ofReset: link)), status: .created)
        }
    }

    fileprivate enum Change {
        case role(Role)
        case disable, enable, remove

        /// - Throws: `Problem` (422) for a form that names no change.
        init(_ form: QueryItems) throws {
            switch form["do"] {
            case "role": self = .role(try Role(named: form["role"]))
            case "disable": self = .disable
            case "enable": self = .enable
            case "remove": self = .remove
            default: throw Problem(.unprocessableContent, "The form names no change.")
            }
        }
    }

    struct ChangeDocument: RequestDocument {
        private var role: String?
        private var disabled: Bool?

        mutating func visit(_ fields: inout some FieldVisitor) {
            fields.visit("role", &role, nil, .roles)
            fields.visit("disabled", &disabled)
        }

        /// - Throws: `Problem` (422) unless there is exactly one change.
        fileprivate func change() throws -> Change {
            switch (role, disabled) {
            case (let role?, nil): return .role(try Role(named: role))
            case (nil, let disabled?): return disabled ? .disable : .enable
            default:
                throw Problem(
                    .unprocessableContent, "There is not exactly one change.",
                    hint: "Send either role or disabled.")
            }
        }
    }

    private func changeByForm(
        _ request: UserRequest, _ administration: Administration
    ) async throws -> Response {
        let form = try await request.form(upTo: SignInHandlers.maxBody)
        let user = try userID(request)
        do {
            if form["do"] == "reset" {
                let link = try await resetLink(of: user, request, administration)
                let path = SitePage.people.path
                return try request.redirect(
                    to: path, showing: ShownOnce(on: path, link: .init(ofReset: link, request)))
            }
            try await change(user, Change(form), administration)
        } catch let error as TeamError where [.lastAdministrator, .userDisabled].contains(error) {
            return try await PeoplePage.response(request, Problem(error))
        }
        // Administrators who demote or remove themselves no longer see this page.
        let done = QueryItems([("done", form["do"] ?? ""), ("user", user.text)])
        return .redirect(
            to: user == request.access.userID ? "/" : SitePage.people.path + done.query)
    }

    /// Asks before a person is removed.
    private func confirmRemoval(
        _ request: UserRequest, _ administration: Administration
    ) async throws -> Response {
        let id = try userID(request)
        let (user, counts) = try await administration.counts(ofUser: id)
        let notes = counts.teamNotes
        let kept =
            switch notes {
            case 0: localized("This cannot be undone.")
            case 1:
                localized("This cannot be undone. 1 team note stays, as that of a former member.")
            default:
                localized(
                    """
                    This cannot be undone. \(notes) team notes stay, as those \
                    of a former member.
                    """)
            }
        let page = ConfirmPage(
            question: localized("Remove \(user.name)?"),
            losses: [localized("The account")] + counts.linesOfUser,
            kept: kept, action: "/admin/people/" + id.text,
            button: localized("Remove \(user.name)"), cancelHref: SitePage.people.path)
        return try AdministrationPage(.people, of: request, page)
            .response("admin_confirm", request)
    }

    private func userID(_ request: UserRequest) throws -> UserID {
        guard let id = UserID(try request.parameter("id")) else { throw Problem.notFound }
        return id
    }

    private func change(
        _ user: UserID, _ change: Change, _ administration: Administration
    ) async throws {
        switch change {
        case .role(let role): try await administration.setRole(role, of: user)
        case .disable: try await administration.disable(user)
        case .enable: try await administration.enable(user)
        case .remove: try await administration.remove(user)
        }
    }

    /// Makes a link for a new password of another user: it ends the user's sessions, so its maker
    /// would not see it.
    private func resetLink(
        of user: UserID, _ request: UserRequest, _ administration: Administration
    ) async throws -> Link {
        guard user != request.access.userID else {
            throw Problem(
                .conflict, "A reset link for yourself would sign you out.",
                hint: "Change your password in your account.")
        }
        return try await administration.resetPassword(of: user)
    }
}

extension ShownOnce.Link {
    fileprivate init(ofReset link: Link, _ request: UserRequest) {
        title = localized("Reset link")
        text = localized(
            "Send it to the person; sessions, tokens and the old password have ended.")
        url = request.environment.address(ofReset: link)
        expiresAt = link.expiresAt.milliseconds
    }
}

extension Role {
    /// Its name in the current language.
    var shownName: String { Language.current.word(rawValue) }

    /// - Throws: `Problem` (422) for a text that is no role.
    init(named text: String?) throws {
        guard let role = text.flatMap(Role.init) else {
            throw Problem(
                .unprocessableContent, "The role is not valid.",
                hint: "Use viewer, member or administrator.")
        }
        self = role
    }
}

/// A user in the API, for administrators.
private struct ListedUserDocument: Encodable {
    var id: String
    var name: String
    /// Name for people; absent if it is `name`.
    var displayName: String?
    var role: String
    var isDisabled: Bool
    var createdAt: String
    var lastSeenAt: String?

    init(_ user: User) {
        (id, name, role) = (user.id.text, user.name, user.role.rawValue)
        displayName = user.displayName
        isDisabled = user.isDisabled
        createdAt = user.createdAt.apiText
        lastSeenAt = user.lastSeenAt.map(\.apiText)
    }
}
