import FleetTeam
import Hummingbird

/// The users and invitations: the keys of the template `admin_people`.
struct PeoplePage {
    struct Person {
        struct RoleOption {
            var value: String
            var label: String
            var isSelected: Bool
        }

        var name: String
        var isSelf: Bool
        /// Whether it is the last administrator.
        var isLocked: Bool
        var roleName: String
        var roles: [RoleOption]
        var isDisabled: Bool
        var seen: ShownTime?
        var action: String
    }

    struct InvitationRow {
        var invitationRole: String
        var createdBy: String
        var expires: ShownTime
        var revokeAction: String
    }

    var people: [Person]
    /// Whether somebody with an invitation can register.
    var canInvite: Bool
    var inviteAction = "/admin/invitations"
    var hasInvitations: Bool
    var invitations: [InvitationRow]

    /// - Throws: `TeamError.forbidden` for others than administrators.
    init(of request: UserRequest) async throws {
        let administration = try request.access.administration()
        let users = try await administration.users()
        let active = users.filter { $0.role == .administrator && !$0.isDisabled }
        people = users.map { user in
            Person(user, isLocked: active.map(\.id) == [user.id], request)
        }
        canInvite = request.environment.team.registration != .closed
        invitations = try await administration.invitations().map { invitation in
            InvitationRow(
                invitationRole: invitation.role.rawValue,
                createdBy: invitation.createdBy ?? "the machine's administrator",
                expires: request.time(invitation.expiresAt),
                revokeAction: "/admin/invitations/" + invitation.id.text)
        }
        hasInvitations = !invitations.isEmpty
    }

    /// Returns the page.
    /// - Parameters:
    ///   - problem: Why a form of the page was refused.
    ///   - newLink: A link that was just made.
    static func response(
        _ request: UserRequest, _ problem: Problem? = nil, newLink: NewLink? = nil
    ) async throws -> Response {
        var page = AdministrationPage(
            "/admin/people", of: request, try await PeoplePage(of: request), problem)
        page.newLink = newLink
        return try page.response("admin_people", request)
    }
}

extension PeoplePage.Person {
    fileprivate init(_ user: User, isLocked: Bool, _ request: UserRequest) {
        name = user.name
        isSelf = user.id == request.access.userID
        self.isLocked = isLocked
        roleName = user.role.rawValue
        roles = Role.allCases.map {
            RoleOption(value: $0.rawValue, label: $0.rawValue, isSelected: $0 == user.role)
        }
        isDisabled = user.isDisabled
        seen = user.lastSeenAt.map(request.time)
        action = "/admin/people/" + user.id.text
    }
}
