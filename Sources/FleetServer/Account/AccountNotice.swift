import FleetCore
import Hummingbird

/// A confirmation on the page of the account after a form; the raw value is in its address.
enum AccountNotice: String {
    case name, language, password, session, created, token, sources

    /// The way back to the page.
    var redirect: Response { .redirect(to: target) }

    /// Path and query of the page.
    var target: String { "/account?done=" + rawValue }

    /// The banner of the page.
    var notice: PageContext.Notice {
        let text =
            switch self {
            case .name: localized("Your name is saved.")
            case .language: localized("Pages now have your language.")
            case .password:
                localized("The password is changed. Other sessions and all tokens have ended.")
            case .session: localized("The session has ended.")
            case .created: localized("The token is created.")
            case .token: localized("The token is revoked.")
            case .sources: localized("Pages now start with these sources.")
            }
        return PageContext.Notice(kind: "good", icon: "check", text: text)
    }
}
