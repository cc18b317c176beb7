import FleetCore
import FleetTeam
import Hummingbird

/// The page `/views`: the keys of the template `views`.
struct ViewsPage {
    struct Group {
        var title: String
        var rows: [Row]
    }

    struct Row {
        var name: String
        var href: String
        /// Summary of the filter, order and columns.
        var text: String
        var author: String?
        /// Address of the form that changes it; `nil` if the user may not.
        var action: String?
    }

    /// The form of a new view that was refused.
    struct Pending {
        var source: String
        var name: String
        var filter: String
        var isForAll: Bool
        var text: String
        /// Whether the name is that of another view, which can be replaced.
        var isTaken: Bool
    }

    struct Content {
        var errors: [FormProblem]
        var pending: Pending?
        var groups: [Group]
        var isEmpty: Bool
        var listHref: String
    }

    var page: PageContext
    var viewsPage: Content

    /// Returns the page.
    /// - Parameters:
    ///   - problem: Why a form was refused.
    ///   - form: The form of a new view that was refused.
    ///   - changed: A view that was changed, and the alerts that use it.
    static func response(
        _ request: UserRequest, _ problem: Problem? = nil, typed form: QueryItems? = nil,
        changed: (view: TeamView, alerts: [String])? = nil
    ) async throws -> Response {
        let views = try await request.seenViews()
        let isAdministrator = request.access.may(.settings)
        let groups = [
            (localized("My views"), false), (localized("For everybody"), true),
        ].map { title, isForAll in
            Group(
                title: title,
                rows: views.filter { $0.isForAll == isForAll }.map {
                    Row($0, canChange: !isForAll || isAdministrator)
                })
        }
        var page = request.page(.views)
        page.notice = changed.map { view, alerts in
            PageContext.Notice(
                kind: "good", icon: "check",
                text: alerts.count == 1
                    ? localized("\(view.name.text) is changed, also for the alert \(alerts[0]).")
                    : localized(
                        "\(view.name.text) is changed, also for the alerts \(alerts.listed)."))
        }
        let isTaken = problem.map { $0.detail == Problem(TeamError.nameTaken).detail } ?? false
        let content = Content(
            errors: problem.map { [FormProblem($0, in: request.environment)] } ?? [],
            pending: form.map { Pending($0, isTaken: isTaken) },
            groups: groups.filter { !$0.rows.isEmpty }, isEmpty: views.isEmpty,
            listHref: "/" + page.query)
        return try request.environment.form(
            "views", ViewsPage(page: page, viewsPage: content), problem)
    }
}

extension ViewsPage.Row {
    fileprivate init(_ view: TeamView, canChange: Bool) {
        name = view.name.text
        href = view.path(nil)
        text = view.summary
        author = view.createdBy
        action = canChange ? "/views/" + view.id.text : nil
    }
}

extension ViewsPage.Pending {
    fileprivate init(_ form: QueryItems, isTaken: Bool) {
        (source, name) = (form["source"] ?? "", form["name"] ?? "")
        filter = form["filter"] ?? ""
        isForAll = form["for_all"] == "1"
        text = (try? ViewContent(filter)).map(\.summary) ?? ""
        self.isTaken = isTaken
    }
}

extension TeamView {
    /// Summary of the filter, order and columns.
    var summary: String { content.summary }
}

extension ViewContent {
    /// Summary for people.
    fileprivate var summary: String {
        phrases.isEmpty ? localized("all vehicles") : phrases.joined(separator: ", ")
    }
}

/// The views above a list: the keys of the template `_views`.
struct ViewStrip: Sendable {
    /// Number of views that are shown beside the list; the others are on their page.
    private static let maxLinks = 20

    struct Link: Sendable {
        var name: String
        var href: String
        var text: String
        var isForAll: Bool
        var isCurrent: Bool
    }

    struct Saving: Sendable {
        /// Name of the source; `*` for all, absent for several.
        var onlySource: String?
        /// The text form of the list as it is.
        var filter: String
        var text: String
        var canSaveForAll: Bool
        /// Why it cannot be saved for everybody; `nil` if it can, or for who saves none.
        var personalText: String?
    }

    /// The view that is applied, and then changed.
    struct Change: Sendable {
        var name: String
        var action: String
        var resetHref: String
        var canSave: Bool
    }

    var links: [Link]
    var hasLinks: Bool
    /// Name of the applied view.
    var current: String?
    var saving: Saving?
    var change: Change?
    var allHref: String

    /// Creates the strip; `nil` if there is nothing to choose or to save.
    /// - Parameters:
    ///   - columns: The columns that the person chose for the list; `nil` for none.
    ///   - sources: The items of the query that name the sources of the list.
    init?(
        _ views: [TeamView], of query: FleetQuery, columns: [String]?, _ sources: QueryItems,
        _ access: Access
    ) {
        let content = query.savedContent(columns: columns)
        let isUseful =
            query.savedContent().map { !$0.isSame(as: .all) && !query.isView } ?? false
        guard !views.isEmpty || isUseful else { return nil }
        // The applied view is shown in any case.
        let shown = views.prefix(Self.maxLinks)
        let current = views.dropFirst(Self.maxLinks).filter { $0.id == query.view?.id }
        links = (shown + current).map { view in
            Link(
                name: view.name.text, href: view.path(keeping: sources), text: view.summary,
                isForAll: view.isForAll, isCurrent: view.id == query.view?.id)
        }
        hasLinks = !links.isEmpty
        self.current = query.view?.name.text
        allHref = "/views" + sources.query
        guard let content, isUseful else { return }
        let isAdministrator = access.may(.settings)
        saving = Saving(
            onlySource: sources.items.count == 1 ? sources["source"] : nil, filter: content.text,
            text: content.summary,
            canSaveForAll: isAdministrator && !content.isPersonal,
            personalText: isAdministrator && content.isPersonal
                ? localized("For you alone: it selects favorites, or begins where you are.")
                : nil)
        change = query.view.map { view in
            Change(
                name: view.name.text, action: "/views/" + view.id.text,
                resetHref: view.path(keeping: sources),
                canSave: !view.isForAll || isAdministrator && !content.isPersonal)
        }
    }
}
