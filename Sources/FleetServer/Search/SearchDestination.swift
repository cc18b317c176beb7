import FleetCore
import FleetService
import FleetTeam

/// A page or an action that a search finds by its name.
struct SearchDestination {
    let kind: SearchResult.Kind
    let title: String
    /// Further words that find it.
    let keywords: String
    let href: String
    let icon: String
    /// Whether a form sends it.
    var isPost = false

    /// Returns the pages and actions that the user may use, for the source of a page.
    /// - Parameter query: The query that keeps the source.
    static func all(for request: UserRequest, query: String) -> [SearchDestination] {
        var all = SitePage.allCases.compactMap { page in
            page.href(for: request, query: query).map { href in
                SearchDestination(
                    kind: .page, title: page.title, keywords: page.keywords, href: href,
                    icon: page.icon)
            }
        }
        let access = request.access
        if access.may(.settings) {
            all += administration(canChangeSources: request.environment.sourceAdministration != nil)
        }
        if access.may(.write) {
            all.append(
                action(
                    localized("New note"), localized("write add comment task"),
                    "/notes/new" + query, "plus"))
        }
        if let source = request.chosenSources.first, let href = request.refreshAction(of: source) {
            all.append(
                action(
                    localized("Refresh \(source.name)"), localized("reload poll"), href, "refresh",
                    isPost: true))
        }
        return all + [
            action(localized("Scan a QR code"), localized("camera label"), "/scan" + query, "scan"),
            action(
                localized("Print labels"), localized("qr pdf sheet"), "/labels" + query, "label"),
            action(
                localized("Change your password"), localized("account"), "/account" + query,
                "lock"),
            action(
                localized("Download your data"), localized("account export privacy"),
                "/account" + query, "download"),
            action(
                localized("Sign out"), localized("log out leave"), "/signout", "sign-out",
                isPost: true),
        ]
    }

    private static func administration(canChangeSources: Bool) -> [SearchDestination] {
        let add = action(
            localized("Add a source"), localized("feed gbfs"), SitePage.sources.path + "#add",
            "plus")
        let invite = action(
            localized("Invite someone"), localized("people user add"),
            SitePage.people.path + "#invite", "team")
        return [invite] + (canChangeSources ? [add] : [])
    }

    private static func action(
        _ title: String, _ keywords: String, _ href: String, _ icon: String, isPost: Bool = false
    ) -> SearchDestination {
        SearchDestination(
            kind: .action, title: title, keywords: keywords, href: href, icon: icon,
            isPost: isPost)
    }

    /// Returns the result of a search; `nil` if it does not match.
    ///
    /// Everything matches no text.
    func result(of text: SearchText?) -> SearchResult? {
        guard let match = text.map({ $0.match(title, keywords: keywords) }) ?? .word else {
            return nil
        }
        return SearchResult(
            kind, title, match, href: href, method: isPost ? "post" : nil, icon: icon)
    }
}
