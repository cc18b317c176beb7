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
        var all = pages(query)
        if let source = request.chosenSources.first, let report = source.reportPath,
            let replay = source.replayPath(at: nil)
        {
            all += [
                page(
                    localized("Report"), localized("history indicators statistics usage trips"),
                    report, "chart"),
                page(localized("Replay"), localized("history past day"), replay, "clock"),
            ]
        }
        if let source = request.chosenSources.first {
            all.append(
                page(
                    localized("Feed quality"), localized("check findings errors calendar"),
                    source.checkPath, "check"))
        }
        let access = request.access
        if access.role == .administrator {
            all += administration(canChangeSources: request.environment.sourceAdministration != nil)
        }
        if access.canWrite {
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

    private static func pages(_ query: String) -> [SearchDestination] {
        [
            page(localized("List"), localized("vehicles fleet home"), "/" + query, "list"),
            page(localized("Map"), localized("vehicles locations"), "/map" + query, "map"),
            page(
                localized("Attention"),
                localized("alarms batteries idle due handover shift problems"),
                "/attention" + query, "warn"),
            page(
                localized("Sites"), localized("stations depots sensors alarms"), "/sites" + query,
                "site"),
            page(
                localized("Notes"), localized("team private tasks photos"), "/notes" + query, "note"
            ),
            page(
                localized("Limits"), localized("permits compliance caps days"),
                "/limits" + query, "clock"),
            page(localized("Events"), localized("history log trips"), "/events" + query, "event"),
            page(localized("Favorites"), localized("stars"), "/favorites" + query, "star"),
            page(localized("Labels"), localized("qr codes print"), "/labels" + query, "label"),
            page(
                localized("Account"), localized("profile sessions tokens"), "/account" + query,
                "user"),
        ]
    }

    private static func administration(canChangeSources: Bool) -> [SearchDestination] {
        let add = action(
            localized("Add a source"), localized("feed gbfs"), "/admin/sources#add", "plus")
        return [
            page(
                localized("People"), localized("administration users roles invitations"),
                "/admin/people", "team"),
            page(
                localized("Sources"), localized("administration feeds gbfs publish"),
                "/admin/sources", "gear"),
            page(
                localized("Alerts"), localized("administration webhooks"), "/admin/alerts", "warn"),
            page(
                localized("Audit log"), localized("administration security"), "/admin/audit", "lock"
            ),
            page(
                localized("Settings"), localized("administration map background"),
                "/admin/settings", "gear"),
            action(
                localized("Invite someone"), localized("people user add"), "/admin/people#invite",
                "team"),
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
