import FleetCore
import FleetTeam
import HTTPTypes
import Hummingbird

/// Invitations, for administrators.
struct InvitationHandlers {
    func add(to routes: Routes) {
        routes.administrationPage(.post, "/invitations", inviteByForm)
        routes.administrationPage(.post, "/invitations/:id") { request, administration in
            try await administration.revokeInvitation(request.uuid("id"))
            return .redirect(to: "/admin/people?done=revoke")
        }
        routes.administrationAPI(.get, "/invitations") { _, administration in
            let invitations = try await administration.invitations()
            return try .json(["invitations": invitations.map(InvitationDocument.init)])
        }
        routes.administrationAPI(.post, "/invitations") { request, administration in
            let document = try await request.json(
                RoleDocument.self, upTo: SignInHandlers.maxBody)
            let link = try await invite(document.role, request, administration)
            return try .json(
                LinkDocument(link, request.environment.address(ofInvitation: link)),
                status: .created)
        }
        routes.administrationAPI(.delete, "/invitations/:id") { request, administration in
            try await administration.revokeInvitation(request.uuid("id"))
            return .noContent
        }
    }

    struct RoleDocument: RequestDocument {
        fileprivate var role = ""

        mutating func visit(_ fields: inout some FieldVisitor) {
            fields.visit("role", &role, nil, .roles)
        }
    }

    private func inviteByForm(
        _ request: UserRequest, _ administration: Administration
    ) async throws -> Response {
        let form = try await request.form(upTo: SignInHandlers.maxBody)
        let link: Link
        do {
            link = try await invite(form["role"], request, administration)
        } catch TeamError.tooMany(let item, let limit) {
            return try await PeoplePage.response(
                request, Problem(TeamError.tooMany(item, limit: limit)))
        }
        let path =
            form.has(OnboardingHandlers.formField) ? SitePage.start.path : SitePage.people.path
        let shown = ShownOnce.Link(
            title: localized("Invitation link"),
            text: localized("Send it to one person, who registers with it."),
            url: request.environment.address(ofInvitation: link),
            expiresAt: link.expiresAt.milliseconds)
        return try request.redirect(to: path, showing: ShownOnce(on: path, link: shown))
    }

    private func invite(
        _ role: String?, _ request: UserRequest, _ administration: Administration
    ) async throws -> Link {
        guard request.environment.team.registration != .closed else {
            throw Problem(
                .conflict, "Nobody can register on this server.",
                hint: "Start it with --registration invite.")
        }
        return try await administration.invite(Role(named: role))
    }
}

/// An open invitation in the API, without its secret.
private struct InvitationDocument: Encodable {
    var id: String
    var role: String
    var createdBy: String?
    var createdAt: String
    var expiresAt: String

    init(_ invitation: Invitation) {
        (id, role) = (invitation.id.text, invitation.role.rawValue)
        createdBy = invitation.createdBy
        createdAt = invitation.createdAt.apiText
        expiresAt = invitation.expiresAt.apiText
    }
}
