import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird

/// The content of the frame of every page: the values of the key `page` in all templates.
///
/// Optional keys are `nil` where they are absent: a template takes an empty text or 0 as present.
struct PageContext: Sendable {
    /// The person who is signed in.
    struct Viewer: Sendable {
        var name: String
        var roleName: String
        /// Names the drafts that the browser keeps for this person.
        var key: String
        var isAdministrator: Bool
        /// Whether the person may refresh sources.
        var canRefresh: Bool
        /// Whether the person may write notes.
        var canWrite: Bool
    }

    /// The source, or the sources, that the page shows.
    struct CurrentSource: Sendable {
        /// Name of the source; of several, their number.
        var name: String
        /// Name of the only source; absent with several.
        var only: String?
        var status: String
        var isSimulated: Bool
        /// How many of the person's sources cannot be read, as "failing" or "1 of 3 failing";
        /// `nil` if all can.
        var failing: String?
    }

    /// The banner of a server that has only simulated vehicles.
    struct Simulation: Sendable {
        var text: String
        /// Page where administrators add a feed.
        var addHref: String?
    }

    /// An entry of the menu of sources.
    struct SourceLink: Sendable {
        var name: String
        var href: String
        var status: String
        var statusText: String
        var isCurrent: Bool
        var isSimulated: Bool
    }

    /// The choice of several sources in that menu; absent with a single source.
    struct Chooser: Sendable {
        /// Path of the page.
        var action: String
        var allHref: String
        var followHref: String
    }

    struct NavigationLink: Sendable {
        var label: String
        var href: String
        var icon: String
        var isCurrent: Bool
        /// Whether browsers keep a copy of the page.
        var isKept: Bool
        /// The number of things that wait there for the person.
        var count: String?
    }

    /// The stream of changes that the page follows.
    struct Live: Sendable {
        var url: String
        var source: String
        /// The permanent UUID of the source, which a new name does not change.
        var sourceId: String
        /// The stream's cursor of the snapshot on the page; empty for the stream's current one.
        var cursor: String
        /// State of a vehicle that leaves the feed.
        var missing: Markup
    }

    /// The banner of a source that cannot be read.
    struct SourceFailure: Sendable {
        var severity: String
        var source: String
        var title: String
        var cause: String
        var hint: String
        var retry: ShownTime?
        var attemptsText: String?
        var refreshAction: String?
    }

    /// A notice of a system to its riders.
    struct SystemNotice: Sendable {
        var text: String
        var description: String?
        var link: String?

        init(_ alert: SystemAlert, of feed: FeedDescription?) {
            (text, description) = (alert.line, alert.text)
            link = alert.link.flatMap { LinkRule(feed).allows($0) ? $0 : nil }
        }
    }

    /// The bar of a page of a past time.
    struct Moment: Sendable {
        var text: String
        /// The gaps in which the sources were not read then.
        var gaps: [String]
        /// Address of the form for another time.
        var action: String
        /// The items of the address that the form keeps.
        var hidden: [HiddenField]
        /// The time in the form.
        var value: String
        /// The page of the present.
        var nowHref: String
    }

    struct Notice: Codable, Sendable {
        /// `info`, `good`, `warn` or `bad`.
        var kind: String
        var icon: String
        var text: String
        var action: PageAction?
    }

    /// A value of a filter that no source has.
    struct UnknownValue: Sendable {
        var text: String
        /// The nearest values, or the existing ones.
        var advice: String?

        init(_ unknown: UnknownFilterValue) {
            (text, advice) = (unknown.sentence, unknown.advice)
        }
    }

    var title: String
    /// Key by which the server recognizes a form of this page that is sent again.
    let formKey = UUID().uuidString
    /// Tag of the language of the page.
    let language = Language.current.tag
    /// Address of the folder of assets.
    var assets: String
    /// Address of the library of interactive maps.
    var mapLibrary: String?
    var noindex = false
    var signInHref: String?
    var viewer: Viewer?
    var source: CurrentSource?
    /// Query that keeps the chosen source in links; empty for the default source.
    var query = ""
    var sources: [SourceLink] = []
    var chooser: Chooser?
    var nav: [NavigationLink] = []
    /// The entries of the menu "More".
    var more: [NavigationLink] = []
    /// The entries of the account's menu.
    var accountMenu: [NavigationLink] = []
    var live: Live?
    var simulation: Simulation?
    var failures: [SourceFailure] = []
    /// The values of the list's filter that none of its sources has.
    var unknownValues: [UnknownValue] = []
    /// The first notices of the systems that the page shows.
    var systemNotices: [SystemNotice] = []
    var notice: Notice?
    /// Absent on a page of the present.
    var moment: Moment?

    /// Creates the frame of a page without a source.
    init(title: String, assets: String, access: Access?) {
        (self.title, self.assets) = (title, assets)
        viewer = access.map {
            Viewer(
                name: $0.displayName ?? $0.name, roleName: $0.role.shownName, key: $0.userID.text,
                isAdministrator: $0.may(.settings), canRefresh: $0.may(.refresh),
                canWrite: $0.may(.write))
        }
    }
}

extension UserRequest {
    /// Returns the frame of a page.
    ///
    /// - Parameters:
    ///   - page: The page, whose entry in the navigation is current; `nil` for one without a name.
    ///   - title: Its title; `nil` for its name.
    ///   - source: The source that the page shows; `nil` for a page of all sources.
    func page(
        _ page: SitePage?, title: String? = nil, of source: PolledSource? = nil
    ) -> PageContext {
        self.page(page, title: title, of: source.map { [$0] } ?? chosenSources)
    }

    /// Returns the frame of a page of several sources.
    func page(
        _ sitePage: SitePage?, title: String? = nil, of shown: [PolledSource]
    ) -> PageContext {
        var page = PageContext(
            title: title ?? sitePage?.title ?? "", assets: environment.pages.assets, access: access)
        page.mapLibrary = environment.assets.mapLibrary
        let all = sources
        // A page of one source keeps the others that the address names, or with which pages begin.
        let isFirst = shown.count == 1 && shown[0].name == (try? selectedSource())?.name
        let kept = isFirst ? chosenSources : shown
        page.query = query(keeping: kept)
        page.nav = menu(.main, current: sitePage, query: page.query)
        page.more = menu(.more, current: sitePage, query: page.query)
        page.accountMenu = menu(.account, query: page.query)
        guard let first = shown.first else { return page }
        let statuses = shown.map { environment.status(of: $0).status }
        page.source = PageContext.CurrentSource(
            name: shown.count == 1 ? first.name : self.title(of: shown).capitalizedFirst,
            only: shown.count == 1 ? first.name : nil,
            status: statuses.first { $0 != "live" } ?? "live",
            isSimulated: shown.allSatisfy(\.isSimulated), failing: failingText(all))
        let target = sitePage ?? .list
        page.sources = all.map { source in
            let (status, text) = environment.status(of: source)
            return PageContext.SourceLink(
                name: source.name, href: target.path + QueryItems([("source", source.name)]).query,
                status: status,
                statusText: status == "stale" ? "\(text) · \(localized("failing"))" : text,
                isCurrent: shown.contains { $0.name == source.name },
                isSimulated: source.isSimulated)
        }
        if all.count > 1, target.showsSeveralSources {
            page.chooser = PageContext.Chooser(
                action: target.path, allHref: target.path + items(of: all).query,
                followHref: "/account" + page.query + "#sources")
        }
        page.simulation =
            all.allSatisfy(\.isSimulated) && !target.isOfAdministration
            ? simulation(keeping: page.query) : nil
        page.failures = shown.compactMap(failure)
        return page
    }

    /// Returns the banner of a server that has only simulated vehicles.
    /// - Parameter query: The query that keeps the source of the page.
    private func simulation(keeping query: String) -> PageContext.Simulation {
        access.may(.settings)
            ? .init(
                text: localized("Nothing here is real until you add the feed of your fleet."),
                addHref: SitePage.start.path + query)
            : .init(
                text: localized(
                    "Nothing here is real until an administrator adds the feed of your fleet."),
                addHref: nil)
    }

    /// Returns the frame of a page of sources at a past time, which does not change, or as it is
    /// without one.
    func page(_ page: PageContext, at moment: RequestedMoment?) -> PageContext {
        guard let moment else { return page }
        var page = page
        (page.moment, page.live, page.failures) = (moment.bar(self), nil, [])
        return page
    }

    /// How pages show times and icons now.
    var style: PageStyle { environment.style }

    /// Returns a time as the page shows it.
    func time(_ time: Timestamp) -> ShownTime { environment.time(time) }

    /// Returns the page of a template.
    func html(_ template: String, _ context: Any) throws -> Response {
        let page = try environment.pages.render(template, context)
        return compressed(page, Response.htmlType).page(of: access)
    }

    /// The first source with a history: of those that the page shows, or of all.
    var firstRecordedSource: PolledSource? {
        (chosenSources + sources).first { $0.source.history != nil }
    }

    private func failingText(_ all: [PolledSource]) -> String? {
        let count = all.count { ["failed", "stale"].contains(environment.status(of: $0).status) }
        if count == 0 { return nil }
        return all.count == 1
            ? localized("failing") : localized("\(count) of \(all.count) failing")
    }

    private func failure(of source: PolledSource) -> PageContext.SourceFailure? {
        let states = environment.sources.states(of: source)
        guard let failure = states.shownFailure,
            let state = states.vehiclesFailure == nil ? states.shown : states.vehicles
        else { return nil }
        var shown = PageContext.SourceFailure(
            severity: states.shown?.info == nil ? "bad" : "warn", source: source.name,
            title: states.vehiclesFailure == nil
                ? localized("cannot be read")
                : localized("shows only its stations, since the vehicles cannot be read"),
            cause: failure.cause.sentence,
            hint: failure.hint.sentence,
            refreshAction: refreshAction(of: source))
        if case .failed(_, let retryAt, let attempt, _) = state {
            shown.retry = retryAt.map(time)
            shown.attemptsText = attempt > 1 ? localized("failed \(attempt) times") : nil
        }
        return shown
    }

    /// Returns the address of the form that refreshes a source; `nil` for those who may not.
    func refreshAction(of source: PolledSource) -> String? {
        access.may(.refresh) ? "/refresh" + QueryItems([("source", source.name)]).query : nil
    }

    private func menu(
        _ menu: SitePage.Menu, current: SitePage? = nil, query: String
    ) -> [PageContext.NavigationLink] {
        SitePage.allCases.compactMap { page in
            guard page.menu == menu, access.may(page.right) else { return nil }
            // Reports are always there: without a history, the page says how to record one.
            let report = page == .report ? page.path + query : nil
            guard let href = page.href(for: self, query: query) ?? report else { return nil }
            return PageContext.NavigationLink(
                label: page.title, href: href, icon: page.icon, isCurrent: page == current,
                isKept: page.isKept,
                count: page == .tasks && openTasks > 0 ? ShortText.grouped(openTasks) : nil)
        }
    }
}

extension Response {
    /// Returns the page with the field that names its person, for the copies that browsers keep.
    ///
    /// Without it, a page says that nobody is signed in, and browsers delete all copies.
    func page(of access: Access) -> Response {
        var response = self
        response.headers[.person] = access.userID.text
        return response
    }
}

extension HTTPField.Name {
    /// Key of the person of a page, and of the person in whose name a page sends a change.
    static let person = HTTPField.Name("Fleet-Person") ?? .origin
}

extension PageContext.Live {
    /// Creates the stream of the changes of some sources after the snapshots that a page shows.
    init(_ sources: [PolledSource], after cursors: [ChangeCursor?] = [], _ style: PageStyle) {
        source = sources.map(\.name).joined(separator: ",")
        url = "/api/v1/events" + QueryItems([("source", source)]).query
        sourceId = sources.map(\.uuid.text).joined(separator: ",")
        cursor = sources.indices.map { index in
            cursors.indices.contains(index) ? cursors[index]?.text ?? "" : ""
        }.joined(separator: ",")
        missing = CellContext(.state, .missing, style).markup
    }
}

extension ServerEnvironment {
    /// Returns the status of a source, and a text about it.
    func status(of source: PolledSource) -> (status: String, text: String) {
        let states = sources.states(of: source)
        let count = states.countText
        switch states.shown {
        case .live: return ("live", count ?? "")
        case .failed, .stopped:
            return (count == nil ? "failed" : "stale", count ?? localized("cannot be read"))
        case .idle, .loading, nil: return ("loading", count ?? localized("loading"))
        }
    }
}

extension String {
    /// The text with its first letter in upper case.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
