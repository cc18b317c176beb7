import FleetCore
import FleetService
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird

/// The page of tasks, which are notes of the team.
struct TaskHandlers {
    func add(to routes: Routes) {
        routes.page(.tasks) { try await list($0) }
        routes.page(.post, "/tasks/done", .notes) { try await finish($0) }
    }

    /// Most tasks that one form can mark.
    private static let maxMarked = 500

    /// Marks the selected tasks as done; one that the person may not change stays as it is.
    private func finish(_ request: UserRequest) async throws -> Response {
        let ids = try await request.form(upTo: 1 << 16).all("note").compactMap(UUID.init)
        guard ids.count <= Self.maxMarked else {
            throw Problem(
                .unprocessableContent,
                "These are \(ids.count) tasks; at most \(Self.maxMarked) are possible.")
        }
        let notes = request.access.notes
        for id in ids {
            do {
                let note = try await notes.note(id)
                guard note.doneAt == nil else { continue }
                _ = try await notes.change(id, version: note.version, NoteChange(isDone: true))
            } catch TeamError.notFound, TeamError.forbidden, TeamError.conflict(_) {
                continue
            }
        }
        return .redirect(to: request.ownReferer ?? "/tasks")
    }

    /// Whose open tasks the page shows, or all tasks that are done.
    private enum TaskTab: String, CaseIterable {
        case mine, all, nobody, done

        var label: String {
            switch self {
            case .mine: localized("Mine")
            case .all: localized("Everyone's")
            case .nobody: localized("Unassigned")
            case .done: localized("All, also done")
            }
        }

        func count(_ counts: NoteCounts) -> Int? {
            switch self {
            case .mine: counts.assigned
            case .all: counts.openTasks
            case .nobody: counts.unassigned
            case .done: nil
            }
        }

        /// The tasks of the tab.
        var query: NoteQuery {
            var query = NoteQuery()
            (query.isTask, query.isOpen) = (true, self != .done)
            query.assignee = self == .mine ? .me : self == .nobody ? .nobody : nil
            return query
        }

        /// The parameters of the same list in the API.
        var items: [(String, String)] {
            let query = query
            return [("task", "1")] + (query.isOpen ? [("open", "1")] : [])
                + (query.assignee.map { [("assignee", $0.text)] } ?? [])
        }
    }

    private func list(_ request: UserRequest) async throws -> Response {
        let tab = request.query["who"].flatMap(TaskTab.init) ?? .mine
        let origin = request.query["near"].flatMap(Position.init)
        var query = tab.query
        query.dueBefore = try request.dueBefore()
        let isWay = request.query["order"] == "way"
        query.order = isWay ? .due : origin.map { .near($0) } ?? .due
        query.after = isWay ? nil : request.query["after"].flatMap(UUID.init)
        if isWay { query.limit = VisitOrder.maxCount }
        // Those of other sources are one choice away in the menu of sources.
        let sources = try request.pageSources()
        query.sources = request.selection(of: sources)?.map(\.uuid)
        var (notes, next) = try await request.notes(query, path: "/tasks")
        // A way has one page.
        let isPartOfWay = isWay && next != nil
        if isWay { (notes, next) = (Self.way(through: notes, from: origin), nil) }
        var counted = NoteQuery()
        counted.sources = query.sources
        let counts = try await request.access.notes.counts(counted)
        let title = [localized("Tasks")] + (tab == .mine ? [] : [tab.label])
        var frame = request.page(
            .tasks, title: title.joined(separator: " · "), of: sources)
        if isPartOfWay {
            frame.notice = PageContext.Notice(
                kind: "info", icon: "info",
                text: localized("The way has the first \(VisitOrder.maxCount) tasks by due time."),
                action: PageAction(
                    href: "/tasks" + request.query.removing("order").query,
                    label: localized("Show all tasks")))
        }
        let first = "/tasks" + request.query.removing("after").query
        return try request.html(
            "notes",
            NotesPage(
                page: frame,
                notesPage: Self.page(
                    tab, notes, counts, showsSource: sources.count > 1, isWay: isWay, frame,
                    request),
                notePage: try await NotePage.Content.beside("/tasks", request),
                map: isWay
                    ? try await NoteHandlers.map(
                        of: notes, sources, frame.query, isWay: true, request) : nil,
                pager: NoteHandlers.pager(notes.count, next: next, query, first),
                formats: Self.formats(tab, near: origin, request)))
    }

    /// Returns the tasks in the order of a short way, and those without a location after them.
    private static func way(through notes: [TeamNote], from origin: Position?) -> [TeamNote] {
        let located = notes.filter { $0.content.position != nil }
        let order = VisitOrder.indices(of: located.compactMap(\.content.position), from: origin)
        return order.map { located[$0] } + notes.filter { $0.content.position == nil }
    }

    /// - Parameter isWay: Whether the tasks are in the order of a way.
    private static func page(
        _ tab: TaskTab, _ notes: [TeamNote], _ counts: NoteCounts, showsSource: Bool,
        isWay: Bool, _ frame: PageContext, _ request: UserRequest
    ) -> NotesPage.List {
        let items = request.query.removing("after")
        return NotesPage.List(
            title: localized("Tasks"),
            near: .init(
                who: request.query["who"], location: request.query["near"] ?? "", isWay: isWay),
            totalText: localized("\(counts.openTasks) open"), isMap: false,
            markAction: notes.contains { $0.doneAt == nil && $0.canEdit } ? "/tasks/done" : nil,
            newHref: request.access.may(.write)
                ? "/notes/new" + QueryItems([("task", "1")]).query : nil,
            newLabel: localized("New task"),
            filters: TaskTab.allCases.map { other in
                NotesPage.Tab(
                    label: other.label,
                    href: "/tasks" + items.setting("who", [other.rawValue]).query,
                    count: other.count(counts).map { "\($0)" } ?? "", isCurrent: other == tab)
            },
            dueFilter: request.query[NoteQuery.dueParameter.name].map { text in
                .init(
                    label: text == "now" ? localized("due") : localized("due before \(text)"),
                    clearHref: "/tasks" + items.removing(NoteQuery.dueParameter.name).query)
            },
            hasNotes: !notes.isEmpty,
            notes: request.markup(
                of: notes.enumerated().map { index, note in
                    var item = NoteItem(note, showsSource: showsSource, request)
                    item.isSelectable = note.canEdit && note.doneAt == nil
                    // Those with a location come first.
                    if isWay, note.content.position != nil { item.wayNumber = "\(index + 1)" }
                    return item
                }, on: frame),
            empty: notes.isEmpty ? emptyTasks(tab, counts) : nil)
    }

    /// Returns the links to the same list in the API, and its command.
    private static func formats(
        _ tab: TaskTab, near origin: Position?, _ request: UserRequest
    ) -> Formats {
        let sort = origin.map { [("sort", "distance"), ("near", $0.text)] } ?? [("sort", "due")]
        let selected = tab.query
        let due = request.query[NoteQuery.dueParameter.name]
        let bound = due.map { [(NoteQuery.dueParameter.name, $0)] } ?? []
        return request.formats(
            "/api/v1/notes", QueryItems(tab.items + bound + sort),
            command: "fleet note list --task" + (selected.isOpen ? " --open" : "")
                + (selected.assignee.map { " --assignee " + $0.text } ?? "")
                + (due.map { " --due-before " + ShellWord.quoted($0) } ?? "")
                + (origin.map { " --near " + $0.text } ?? ""))
    }

    private static func emptyTasks(_ tab: TaskTab, _ counts: NoteCounts) -> Empty {
        let isOthers = tab == .mine && counts.openTasks > 0
        return Empty(
            icon: "check",
            title: tab == .done
                ? localized("No tasks yet") : localized("Nothing to do"),
            text: localized(
                """
                A task is a note of the team with somebody who is to do it, a due time, or \
                neither. Select vehicles in the list, or write one here.
                """),
            action: isOthers
                ? .init(
                    href: "/tasks?who=all",
                    label: localized("Show everyone's \(ShortText.count(counts.openTasks, "task"))")
                ) : nil)
    }
}
