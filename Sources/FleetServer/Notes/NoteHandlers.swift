import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird

/// The pages of notes.
struct NoteHandlers {
    func add(to routes: Routes) {
        routes.page(.notes) { try await list($0) }
        routes.page(.get, "/notes/new", .write) { request in
            return try await newPage(nil, request)
        }
        routes.page(.post, "/notes/new", .write) { request in
            // A viewer's photos are not even received.
            return try await NoteForm.receive(request) { try await create($0, request) }
        }
        routes.page(.get, "/notes/:uuid", .notes) { request in
            let note = try await request.access.notes.note(try request.uuid("uuid"))
            let members = note.canEdit ? try await request.access.members() : []
            return try notePage(
                NotePage.Content(note, members: members, request), request,
                of: request.source(of: note))
        }
        routes.page(.post, "/notes/:uuid/done", .notes) { request in
            let form = try await request.form(upTo: 1024)
            return try await mark(NoteChange(isDone: form["done"] == "1"), request)
        }
        routes.page(.post, "/notes/:uuid/take", .notes) { request in
            try await mark(NoteChange(assignee: .me), request)
        }
        routes.page(.post, "/notes/:uuid/edit", .notes) { request in
            let form = NoteForm(try await request.form(upTo: NoteForm.maxBody))
            let note = try await request.access.notes.note(try request.uuid("uuid"))
            return try await edit(note, form, request)
        }
        routes.page(.post, "/notes/:uuid/delete", .notes) { request in
            try await request.access.notes.remove(try request.uuid("uuid"))
            return .redirect(to: "/notes")
        }
    }

    /// Makes a change that replaces no text, and returns to the page of the button.
    private func mark(_ change: NoteChange, _ request: UserRequest) async throws -> Response {
        let note = try await request.access.notes.note(try request.uuid("uuid"))
        _ = try await request.access.notes.change(note.id, version: note.version, change)
        return .redirect(to: request.ownReferer ?? "/notes/" + note.id.text)
    }

    // MARK: - The list

    private func list(_ request: UserRequest) async throws -> Response {
        var query = try await request.noteQuery()
        let sources = try request.pageSources()
        // Of sources alone, the page has also the notes without one.
        if query.vehicleID == nil, query.siteID == nil {
            (query.source, query.sources) = (nil, request.selection(of: sources)?.map(\.uuid))
        }
        let isMap = request.query["view"] == "map"
        query.hasPosition = isMap
        query.limit = 100
        let (notes, next) = try await request.notes(query, path: "/notes")
        let counts = try await request.access.notes.counts(query)
        let items = request.query.removing("after")
        let frame = request.page(.notes, of: sources)
        let list = NotesPage.List(
            title: localized("Notes"),
            totalText: localized(
                "\(ShortText.count(counts.all, "note")) · \(counts.open) open"), isMap: isMap,
            listHref: "/notes" + items.removing("view").query,
            mapHref: "/notes" + items.setting("view", ["map"]).query,
            newHref: request.access.may(.write) ? Self.newHref(items) : nil,
            filters: Self.tabs(counts, query, items),
            author: query.author.map { name in
                .init(name: name, clearHref: "/notes" + items.removing("author").query)
            },
            hasNotes: !notes.isEmpty,
            notes: request.markup(
                of: notes.map { NoteItem($0, showsSource: sources.count > 1, request) },
                on: frame),
            empty: notes.isEmpty ? Self.empty(query, counts, items, request) : nil)
        return try request.html(
            "notes",
            NotesPage(
                page: frame, notesPage: list,
                notePage: isMap ? nil : try await NotePage.Content.beside("/notes", request),
                map: isMap ? try await Self.map(of: notes, sources, frame.query, request) : nil,
                pager: Self.pager(notes.count, next: next, query, "/notes" + items.query),
                formats: try Self.formats(request)))
    }

    private static func newHref(_ items: QueryItems) -> String {
        "/notes/new" + items.removing("view", "mine", "open", "author", "limit").query
    }

    private static func tabs(
        _ counts: NoteCounts, _ query: NoteQuery, _ items: QueryItems
    ) -> [NotesPage.Tab] {
        let base = items.removing("mine", "open")
        func tab(_ label: String, _ items: QueryItems, _ count: Int, isCurrent: Bool)
            -> NotesPage.Tab
        {
            NotesPage.Tab(
                label: label, href: "/notes" + items.query, count: ShortText.grouped(count),
                isCurrent: isCurrent)
        }
        let (isMine, isOpen) = (query.isMine, query.isOpen)
        return [
            tab(localized("All"), base, counts.all, isCurrent: !isMine && !isOpen),
            tab(
                localized("Open"), base.setting("open", ["1"]), counts.open,
                isCurrent: !isMine && isOpen),
            tab(
                localized("Mine"), base.setting("mine", ["1"]), counts.mine,
                isCurrent: isMine && !isOpen),
        ]
    }

    private static func empty(
        _ query: NoteQuery, _ counts: NoteCounts, _ items: QueryItems, _ request: UserRequest
    ) -> Empty {
        guard counts.all == 0 else {
            return Empty(
                icon: "search", title: localized("No such notes"),
                text: localized("No note is in this selection."),
                action: .init(
                    href: "/notes" + items.removing("mine", "open", "author", "view").query,
                    label: localized("Show all \(ShortText.count(counts.all, "note"))")))
        }
        return Empty(
            icon: "note", title: localized("No notes yet"),
            text: localized(
                """
                A note records a vehicle's location, your text and photos. It is private \
                unless you share it with the team.
                """),
            action: request.access.may(.write)
                ? .init(href: newHref(items), label: localized("Write the first note")) : nil)
    }

    /// - Parameter isWay: Whether the notes are numbered in their order, which is that of a way.
    static func map(
        of notes: [TeamNote], _ sources: [PolledSource], _ query: String, isWay: Bool = false,
        _ request: UserRequest
    ) async throws -> MapContext? {
        let positions = notes.compactMap(\.content.position)
        guard !positions.isEmpty else { return nil }
        var picture = MapPicture(of: positions)
        var number = 0
        for note in notes {
            guard let position = note.content.position else { continue }
            number += 1
            picture?.addPoint(
                localized("Note \(note.shownNumber)"), at: position,
                href: "/notes/" + note.id.text + query, number: isWay ? number : nil)
        }
        if isWay { picture?.setWay(positions) }
        let (drawn, zoned) = try await request.environment.snapshots.read { [picture] reader in
            var picture = picture
            try picture?.addZones(of: sources, in: reader)
            return (picture, try sources.filter { try reader.hasZone(of: $0.vehicles) })
        }
        var map = MapContext(
            localized("Map of the notes"),
            text: localized("\(ShortText.count(positions.count, "note")) on the map"),
            svg: drawn, tiles: request.environment.options.tiles)
        map.setZones(of: zoned)
        map.items = "#note-items .note"
        return map
    }

    static func pager(
        _ count: Int, next: String?, _ query: NoteQuery, _ first: String
    ) -> Pager? {
        guard next != nil || query.after != nil else { return nil }
        return Pager(
            text: localized("\(ShortText.count(count, "note")) on this page"),
            firstHref: query.after == nil ? nil : first, nextHref: next)
    }

    private static func formats(_ request: UserRequest) throws -> Formats {
        let shown = request.query.removing("limit")
        let isMap = shown["view"] == "map"
        // The page ignores a source without a vehicle, the API does not.
        let isOfOne = shown["vehicle"] != nil || shown["site"] != nil
        let items = (isOfOne ? shown : shown.removing("source"))
            .setting("located", isMap ? ["1"] : []).accepted(by: NoteQuery.parameters)
        let source = try request.selectedSource().name
        // `fleet note list` has all notes of one source or vehicle, and no other selection.
        let isListed = ["mine", "open", "located", "after"].allSatisfy { items[$0] == nil }
        let id = isListed ? items["vehicle"].map(ShellWord.quoted) : nil
        return request.formats(
            "/api/v1/notes", items,
            command: id.map { "fleet note list \($0) --source team:\(source)" })
    }

    // MARK: - A new note

    private func newPage(
        _ form: NoteForm?, _ request: UserRequest, error: String? = nil
    ) async throws -> Response {
        let query = request.query
        let source =
            ["source", "vehicle", "site", "id"].contains(where: query.has)
            ? try request.selectedSource() : nil
        let isTask = try query.flag("task")
        let count =
            SelectedVehicles.areIn(query)
            ? try await SelectedVehicles(query, request).vehicles.count : 0
        var content = NotePage.Content(
            new: form, query, source: source, count: count,
            members: try await request.access.members(), isTask: isTask)
        content.errors = error.map { [.init(message: $0)] } ?? []
        return try notePage(content, request)
    }

    private func create(
        _ form: NoteForm, _ request: UserRequest
    ) async throws -> Response {
        let vehicle = request.query["vehicle"]
        do {
            // The check of photos takes long.
            _ = try NoteContent(text: form.text).checked()
            let photos = try await PhotoHandlers.checkedPhotos(in: form, request)
            let id = form.vehicleID ?? vehicle
            let new = try form.content(
                vehicle: id, site: request.query["site"], in: request.environment.options.timeZone)
            if SelectedVehicles.areIn(request.query) {
                return try await create(new, form.idempotencyKey, request)
            }
            let note = try await request.addNote(
                new, source: request.query["source"], idempotencyKey: form.idempotencyKey
            ).note
            try await PhotoHandlers.add(photos, to: note.id, request)
            guard let vehicle, form.vehicleID == nil else {
                return .redirect(to: "/notes/" + note.id.text)
            }
            let source = try request.selectedSource()
            return .redirect(to: source.path(of: vehicle) + "#notes")
        } catch {
            guard let message = Self.message(of: error) else { throw error }
            return try await newPage(form, request, error: message)
        }
    }

    /// Adds a note for each selected vehicle; one that was added by the same form before is not
    /// doubled.
    private func create(
        _ new: NoteContent, _ key: String?, _ request: UserRequest
    ) async throws -> Response {
        for (source, id) in try await SelectedVehicles(request.query, request).vehicles {
            var one = new
            (one.vehicleID, one.siteID) = (id, nil)
            _ = try await request.addNote(
                one, source: source.name, idempotencyKey: key.map { "\($0) \(source.name) \(id)" })
        }
        return .redirect(to: new.task == nil ? "/notes" : "/tasks?who=all")
    }

    /// Returns the text of an error that the person can correct in the form; `nil` for others.
    private static func message(of error: any Error) -> String? {
        switch error {
        case TeamError.invalid(let field, let rule): TeamError.invalid(field, rule).cause.sentence
        case let error as TeamError where error == .privateTask: error.cause.sentence
        case let error as TeamError where error == .tooMany(.notes, limit: TeamNote.limit):
            "\(error.cause.sentence) \(error.hint.sentence)"
        case let problem as Problem where [413, 415, 422].contains(problem.status.code):
            [problem.detail, problem.hint].compactMap(\.self).joined(separator: " ")
        default: nil
        }
    }

    // MARK: - A note

    private func notePage(
        _ content: NotePage.Content, _ request: UserRequest, of source: PolledSource? = nil
    ) throws -> Response {
        let frame = request.page(.notes, title: content.title, of: source)
        var response = try request.html("note", NotePage(page: frame, notePage: content))
        if !content.errors.isEmpty { response.status = .unprocessableContent }
        return response
    }

    private func edit(
        _ note: TeamNote, _ form: NoteForm, _ request: UserRequest
    ) async throws -> Response {
        var change = try form.change(in: request.environment.options.timeZone)
        // The form of others has no switch for who sees the note.
        if note.canShare, form.isShared || !note.isPrivateTask || form.task == nil {
            change.visibility = form.isTeam ? .team : .private
        }
        do {
            try await save(change, of: note, form, request)
            return .redirect(to: request.listReferer ?? "/notes/" + note.id.text)
        } catch TeamError.conflict(let newer) {
            var response = try request.html(
                "note_conflict",
                NoteConflictPage(
                    request.page(.notes, title: localized("Conflict")), newer, form, request))
            response.status = .preconditionFailed
            return response
        } catch let error as TeamError {
            guard let message = Self.message(of: error) else { throw error }
            let members = try await request.access.members()
            var content = NotePage.Content(note, members: members, request)
            content.taskFields = TaskFields(form.task, members)
            content.locksSharing = !note.isPrivateTask
            (content.text, content.isTeam, content.isDone) = (form.text, form.isTeam, form.isDone)
            content.version = form.version.map { "\($0)" } ?? content.version
            content.errors = [.init(message: message)]
            return try notePage(content, request, of: request.source(of: note))
        }
    }

    /// - Throws: `TeamError.conflict` if more than the photos has changed meanwhile.
    private func save(
        _ change: NoteChange, of note: TeamNote, _ form: NoteForm, _ request: UserRequest
    ) async throws {
        let notes = request.access.notes
        do {
            _ = try await notes.change(note.id, version: form.version ?? note.version, change)
        } catch TeamError.conflict(let newer)
            where form.editedAt == newer.editedAt?.milliseconds ?? 0
        {
            _ = try await notes.change(note.id, version: newer.version, change)
        }
    }
}

extension UserRequest {
    /// The list of notes from which a form was sent that is beside it; `nil` for other pages.
    fileprivate var listReferer: String? {
        ownReferer.flatMap { path in
            path.hasPrefix("/notes?") || path.hasPrefix("/tasks?") ? path : nil
        }
    }
}
