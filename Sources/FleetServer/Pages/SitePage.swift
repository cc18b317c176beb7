import FleetCore
import FleetTeam

/// A page of the site with a name: its address, its texts and where it is found.
///
/// The navigation, the menu of the account, the tabs of the administration, the search, the choice
/// of several sources and the copies that browsers keep are made from the cases.
enum SitePage: String, CaseIterable, Sendable {
    case list, map, attention, tasks, report
    case notes, sites, favorites, views, events, replay, limits, check, labels, account
    case people, sources, alerts, audit, settings, start

    /// A menu that leads to a page.
    enum Menu: Sendable {
        /// The navigation.
        case main
        /// The menu "More" of the navigation.
        case more
        /// The menu of the account.
        case account
        /// The tabs of the administration.
        case administration
    }

    /// Menu with its link; `nil` if only other pages lead to it.
    var menu: Menu? {
        switch self {
        case .list, .map, .attention, .tasks, .report: .main
        case .notes, .sites, .favorites, .views, .events, .replay, .limits, .check, .labels: .more
        case .account: .account
        case .people, .sources, .alerts, .audit, .settings: .administration
        case .start: nil
        }
    }

    var path: String {
        if self == .list { return "/" }
        return (isOfAdministration ? "/admin/" : "/") + rawValue
    }

    /// The right that it needs.
    var right: Right {
        switch self {
        case .list, .map, .sites, .favorites, .labels, .views: .fleet
        case .attention, .tasks, .notes: .notes
        case .events, .replay: .replay
        case .limits, .report, .check: .reports
        case .account: .account
        case .people, .sources, .alerts, .audit, .settings, .start: .settings
        }
    }

    var isOfAdministration: Bool { right == .settings }

    var title: String {
        switch self {
        case .list: localized("Fleet")
        case .map: localized("Map")
        case .attention: localized("Attention")
        case .tasks: localized("Tasks")
        case .notes: localized("Notes")
        case .sites: localized("Sites")
        case .events: localized("Events")
        case .limits: localized("Limits")
        case .favorites: localized("Favorites")
        case .labels: localized("Labels")
        case .account: localized("Account")
        case .report: localized("Reports")
        case .replay: localized("Replay")
        case .check: localized("Feed quality")
        case .views: localized("Views")
        case .people: localized("People")
        case .sources: localized("Sources")
        case .alerts: localized("Alerts")
        case .audit: localized("Audit log")
        case .settings: localized("Settings")
        case .start: localized("First steps")
        }
    }

    /// Further words that find it.
    var keywords: String {
        switch self {
        case .list: localized("vehicles fleet home")
        case .map: localized("vehicles locations")
        case .attention: localized("alarms batteries idle due handover shift problems")
        case .tasks: localized("assigned due done work")
        case .notes: localized("team private tasks photos")
        case .sites: localized("stations depots sensors alarms")
        case .events: localized("history log trips")
        case .limits: localized("permits compliance caps days")
        case .favorites: localized("stars")
        case .labels: localized("qr codes print")
        case .account: localized("profile sessions tokens")
        case .report: localized("history indicators statistics usage trips")
        case .replay: localized("history past day")
        case .check: localized("check findings errors calendar")
        case .views: localized("saved filters bookmarks")
        case .people: localized("administration users roles invitations")
        case .sources: localized("administration feeds gbfs publish")
        case .alerts: localized("administration webhooks")
        case .audit: localized("administration security")
        case .settings: localized("administration map background")
        case .start: ""
        }
    }

    /// The name of its icon in `icons.svg`.
    var icon: String {
        switch self {
        case .list: "list"
        case .map: "map"
        case .attention, .alerts: "warn"
        case .tasks, .check: "check"
        case .notes: "note"
        case .sites: "site"
        case .events: "event"
        case .limits, .replay: "clock"
        case .favorites: "star"
        case .labels: "label"
        case .account: "user"
        case .report: "chart"
        case .views: "filter"
        case .people: "team"
        case .start: "plus"
        case .sources, .settings: "gear"
        case .audit: "lock"
        }
    }

    /// Whether it may show several sources at once.
    var showsSeveralSources: Bool {
        switch self {
        case .list, .map, .attention, .tasks, .notes, .favorites, .sites: true
        case .events, .limits, .labels, .account, .report, .replay, .check, .views, .people,
            .sources, .alerts, .audit, .settings, .start:
            false
        }
    }

    /// Whether browsers keep a copy of it for times without a connection.
    var isKept: Bool { showsSeveralSources || self == .events }

    /// Returns the address of the page for the user and the first source of a request; `nil` if the
    /// user may not see it, the source has nothing to show there, or only other pages lead to it.
    /// - Parameter query: The query that keeps the source.
    func href(for request: UserRequest, query: String) -> String? {
        guard request.access.may(right) else { return nil }
        let source = request.chosenSources.first
        return switch self {
        case .report: (request.firstRecordedSource ?? source)?.reportPath
        case .replay: request.firstRecordedSource?.replayPath(at: nil)
        case .check: source?.checkPath
        case .start: nil
        case .people, .sources, .alerts, .audit, .settings: path
        case .list, .map, .attention, .tasks, .notes, .sites, .events, .limits, .favorites, .labels,
            .account, .views:
            path + query
        }
    }
}
