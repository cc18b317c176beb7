import FleetCore
import FleetTeam

/// The page with the tabs for signing in and registering: the keys of the template `signin`.
struct SignInPage {
    struct Form {
        var heading: String
        /// Role that an invitation gives.
        var invitedAs: String?
        var isRegister: Bool
        var signInHref: String
        var registerHref: String
        /// The page to go on with.
        var next: String
        var name: String
        var displayName = ""
        /// Secret of the invitation, which the form sends back.
        var invitation: String
        var canRegister: Bool
        var error: FormProblem?
    }

    var page: PageContext
    var signin: Form

    /// Creates the page with the tab for signing in.
    init(
        signingInTo next: LocalPath, name: String = "", _ problem: Problem? = nil,
        in environment: ServerEnvironment
    ) {
        page = PageContext(
            title: localized("Sign in"), assets: environment.pages.assets, access: nil)
        page.noindex = true
        signin = Form(
            heading: localized("Sign in"), isRegister: false,
            signInHref: "/signin" + Self.query(next),
            registerHref: "/register" + Self.query(next), next: next.text, name: name,
            invitation: "", canRegister: environment.team.registration == .open,
            error: problem.map { FormProblem($0, in: environment) })
    }

    /// Creates the page with the tab for registering.
    init(
        registeringWith invitation: UsableInvitation?, next: LocalPath, name: String = "",
        displayName: String = "", _ problem: Problem? = nil, in environment: ServerEnvironment
    ) {
        page = PageContext(
            title: localized("Register"), assets: environment.pages.assets, access: nil)
        page.noindex = true
        let query = invitation.map { [("invitation", $0.secret.reveal())] } ?? []
        signin = Form(
            heading: localized("Register"), invitedAs: invitation?.role.shownName, isRegister: true,
            signInHref: "/signin" + Self.query(next),
            registerHref: "/register" + Self.query(next, query), next: next.text, name: name,
            invitation: invitation?.secret.reveal() ?? "",
            canRegister: invitation != nil || environment.team.registration == .open,
            error: problem.map { FormProblem($0, in: environment) })
        signin.displayName = displayName
    }

    private static func query(_ next: LocalPath, _ items: [(String, String)] = []) -> String {
        QueryItems(items + (next.text == "/" ? [] : [("next", next.text)])).query
    }
}

/// An invitation that can be used now.
struct UsableInvitation {
    let secret: BearerSecret
    let role: Role
}
