import FleetCore
import FleetTeam
import Hummingbird

/// The users and invitations: the keys of the template `admin_people`.
struct PeoplePage {
    struct Person {
        var name: String
        var displayName: String?
        var isSelf: Bool
        /// Whether it is the last administrator.
        var isLocked: Bool
        var roleName: String
        var roles: [SelectOption]
        var isDisabled: Bool
        var seen: ShownTime?
        var action: String
        var removeHref: String
    }

    struct InvitationRow {
        var invitationRole: String
        var createdBy: String
        var expires: ShownTime
        var revokeAction: String
    }

    var people: [Person]
    /// Whether people with an invitation can register.
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
                invitationRole: invitation.role.shownName,
                createdBy: invitation.createdBy ?? localized("the machine's administrator"),
                expires: request.time(invitation.expiresAt),
                revokeAction: "/admin/invitations/" + invitation.id.text)
        }
        hasInvitations = !invitations.isEmpty
    }

    /// Returns the result of a change in words, as far as the list confirms it.
    private func result(of change: String, _ user: String?) -> String? {
        let person = people.first { $0.action.hasSuffix("/" + (user ?? "")) }
        switch (change, person) {
        case ("role", let person?):
            return localized("\(person.name) is now \(person.roleName).")
        case ("disable", let person?) where person.isDisabled:
            return localized("\(person.name) is disabled and signed out.")
        case ("enable", let person?) where !person.isDisabled:
            return localized("\(person.name) is enabled and can sign in again.")
        case ("remove", nil): return localized("The person is removed.")
        case ("revoke", _): return localized("The invitation is revoked.")
        default: return nil
        }
    }

    /// Returns the page.
    /// - Parameters:
    ///   - problem: Why a form of the page was refused.
    ///   - done: The change that was just made.
    static func response(
        _ request: UserRequest, _ problem: Problem? = nil, done: String? = nil
    ) async throws -> Response {
        let content = try await PeoplePage(of: request)
        var page = AdministrationPage(.people, of: request, content, problem)
        page.page.notice = done.flatMap { content.result(of: $0, request.query["user"]) }.map {
            PageContext.Notice(kind: "good", icon: "check", text: $0)
        }
        return try page.response("admin_people", request)
    }
}

extension PeoplePage.Person {
    fileprivate init(_ user: User, isLocked: Bool, _ request: UserRequest) {
        (name, displayName) = (user.name, user.displayName)
        isSelf = user.id == request.access.userID
        self.isLocked = isLocked
        roleName = user.role.shownName
        roles = Role.allCases.map {
            SelectOption(value: $0.rawValue, label: $0.shownName, isSelected: $0 == user.role)
        }
        isDisabled = user.isDisabled
        seen = user.lastSeenAt.map(request.time)
        action = "/admin/people/" + user.id.text
        removeHref = action + "/remove"
    }
}
