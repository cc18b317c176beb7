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
        var all = pages(query)
        let access = request.access
        if access.role == .administrator {
            all += administration(canChangeSources: request.environment.sourceAdministration != nil)
        }
        if access.role >= .member {
            all.append(action("New note", "write add comment task", "/notes/new" + query, "plus"))
        }
        if let source = request.chosenSources.first, let href = request.refreshAction(of: source) {
            all.append(
                action("Refresh " + source.name, "reload poll", href, "refresh", isPost: true))
        }
        return all + [
            action("Scan a QR code", "camera label", "/scan" + query, "scan"),
            action("Print labels", "qr pdf sheet", "/labels" + query, "label"),
            action("Change your password", "account", "/account" + query, "lock"),
            action("Download your data", "account export privacy", "/account" + query, "download"),
            action("Sign out", "log out leave", "/signout", "sign-out", isPost: true),
        ]
    }

    private static func pages(_ query: String) -> [SearchDestination] {
        [
            page("List", "vehicles fleet home", "/" + query, "list"),
            page("Map", "vehicles locations", "/map" + query, "map"),
            page(
                "Attention", "alarms batteries idle due handover shift problems",
                "/attention" + query, "warn"),
            page("Sites", "stations depots sensors alarms", "/sites" + query, "site"),
            page("Notes", "team private tasks photos", "/notes" + query, "note"),
            page("Events", "history log trips", "/events" + query, "event"),
            page("Favorites", "stars", "/favorites" + query, "star"),
            page("Labels", "qr codes print", "/labels" + query, "label"),
            page("Account", "profile sessions tokens", "/account" + query, "user"),
        ]
    }

    private static func administration(canChangeSources: Bool) -> [SearchDestination] {
        let add = action("Add a source", "feed gbfs", "/admin/sources#add", "plus")
        return [
            page("People", "administration users roles invitations", "/admin/people", "team"),
            page("Sources", "administration feeds gbfs publish", "/admin/sources", "gear"),
            page("Alerts", "administration webhooks", "/admin/alerts", "warn"),
            page("Audit log", "administration security", "/admin/audit", "lock"),
            page("Settings", "administration map background", "/admin/settings", "gear"),
            action("Invite someone", "people user add", "/admin/people#invite", "team"),
        ] + (canChangeSources ? [add] : [])
    }

    private static func page(
        _ title: String, _ keywords: String, _ href: String, _ icon: String
    ) -> SearchDestination {
        SearchDestination(kind: .page, title: title, keywords: keywords, href: href, icon: icon)
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
