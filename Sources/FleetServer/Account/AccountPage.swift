import FleetCore
import FleetService
import FleetTeam
import Foundation
import Hummingbird

/// The page of the own account: the keys of the template `account`.
struct AccountPage {
    struct Content {
        var name: String
        /// Absent if it is the sign-in name.
        var displayName: String?
        var roleName: String
        var nameAction = "/account/name"
        var languageAction = "/account/language"
        var languages: [LanguageChoice]
        var passwordAction = "/account/password"
        var exportHref = "/api/v1/export"
        var signOutEverywhereAction = "/account/sign-out-everywhere"
        var tokenAction = "/account/tokens"
        /// Whether the person may have tokens that write.
        var canWrite: Bool
        var sourcesAction = "/account/sources"
        /// Absent with a single source.
        var followed: Followed?
        var errors: [FormProblem]
        var nameErrors: [FormProblem]
        var tokenErrors: [FormProblem]
        var newToken: ShownOnce.Token?
        var sessions: [SessionRow]
        /// Number of browsers that have signed in before; absent without one.
        var deviceCount: String?
        var hasTokens: Bool
        var tokens: [TokenRow]
    }

    /// A language of the pages; that of the browser has an empty tag.
    struct LanguageChoice {
        var tag: String
        var name: String
        var isSelected: Bool

        /// The choices of a person.
        static func all(of access: Access) -> [Self] {
            let browser = (tag: "", name: localized("that of the browser"))
            let languages = [browser] + Language.all.map { ($0.tag, $0.name) }
            return languages.map { tag, name in
                Self(tag: tag, name: name, isSelected: tag == access.language ?? "")
            }
        }
    }

    /// The choice of the sources that the person follows.
    struct Followed {
        struct Choice {
            var name: String
            var isFollowed: Bool
        }

        var choices: [Choice]

        fileprivate init?(_ request: UserRequest) {
            let (all, followed) = (
                request.sources, Set(request.access.followedSources)
            )
            guard all.count > 1 else { return nil }
            choices = all.map { Choice(name: $0.name, isFollowed: followed.contains($0.uuid)) }
        }
    }

    struct SessionRow {
        var client: String
        var address: String
        var isCurrent: Bool
        var lastSeen: ShownTime
        var endAction: String
    }

    struct TokenRow {
        var name: String
        var scope: String
        var expires: ShownTime
        var lastUsed: ShownTime?
        var revokeAction: String
    }

    var page: PageContext
    var account: Content
    private let problem: Problem?

    /// Creates the page.
    /// - Parameters:
    ///   - newToken: A token that was just made; the page shows its secret.
    ///   - nameProblem: Why the form for the name was refused.
    ///   - passwordProblem: Why the form for the password was refused.
    ///   - tokenProblem: Why the form for a token was refused.
    init(
        of request: UserRequest, notice: AccountNotice? = nil, newToken: ShownOnce.Token? = nil,
        nameProblem: Problem? = nil, passwordProblem: Problem? = nil, tokenProblem: Problem? = nil
    ) async throws {
        let access = request.access
        let sessions = try await access.sessions.all()
        let devices = try await access.devices.all().count
        let tokens = try await access.tokens.all()
        let shown = { (problem: Problem?) in
            problem.map { [FormProblem($0, in: request.environment)] } ?? []
        }
        page = request.page(nil, title: SitePage.account.title)
        page.notice = newToken == nil ? notice?.notice : nil
        problem = nameProblem ?? passwordProblem ?? tokenProblem
        account = Content(
            name: access.name, displayName: access.displayName, roleName: access.role.shownName,
            languages: LanguageChoice.all(of: access),
            canWrite: access.may(.write), followed: Followed(request),
            errors: shown(passwordProblem), nameErrors: shown(nameProblem),
            tokenErrors: shown(tokenProblem),
            newToken: newToken,
            sessions: sessions.map { SessionRow($0, request) },
            deviceCount: devices == 0 ? nil : ShortText.count(devices, "browser"),
            hasTokens: !tokens.isEmpty,
            tokens: tokens.map { TokenRow($0, request) })
    }

    /// Returns the page; its status is that of the form that was refused.
    func response(_ request: UserRequest) throws -> Response {
        try request.environment.form("account", self, problem).page(of: request.access)
    }
}

extension AccountPage.SessionRow {
    fileprivate init(_ session: Session, _ request: UserRequest) {
        client = session.client.map(BrowserName.shown) ?? localized("Unknown browser")
        address = session.address ?? localized("unknown address")
        isCurrent = session.isCurrent
        lastSeen = request.time(session.lastSeenAt)
        endAction = "/account/sessions/" + session.id.text
    }
}

extension AccountPage.TokenRow {
    fileprivate init(_ token: APIToken, _ request: UserRequest) {
        (name, scope) = (token.name, Language.current.word(token.scope.rawValue))
        expires = request.time(token.expiresAt)
        lastUsed = token.lastUsedAt.map(request.time)
        revokeAction = "/account/tokens/" + token.id.text
    }
}
