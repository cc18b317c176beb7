import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Foundation
import HTTPTypes

extension NoteQuery {
    static let dueParameter = QueryParameter(
        "due_before", .shortText(40), "Only what is due at this time (RFC 3339), or now.")
    fileprivate static let afterParameter = QueryParameter(
        "after", .uuid, "ID of the last note of the previous page.")
    fileprivate static let sortParameter = QueryParameter(
        "sort", .choice(["newest", "due", "distance"]),
        "Order: the newest first, the earliest due time first, or the nearest to `near` first.")
    fileprivate static let limitParameter = QueryParameter(
        "limit", .number(1...200), "Length of a page.", byDefault: .number(100))
    fileprivate static let authorParameter = QueryParameter(
        "author", .shortText(100), "Sign-in name of the author.")

    /// All parameters of the list of notes in the API.
    static let parameters: [QueryParameter] =
        [
            .source,
            QueryParameter(
                "vehicle", .text, "ID of a vehicle, of the default source without `source`."),
            QueryParameter(
                "site", .text, "ID of a site, of the default source without `source`."),
            authorParameter,
            QueryParameter("mine", .flag, "Only one's own notes."),
            QueryParameter("open", .flag, "Only notes that are not done."),
            QueryParameter("located", .flag, "Only notes with a location."),
            QueryParameter("task", .flag, "Only tasks."),
            QueryParameter(
                "assignee", .shortText(64),
                "Only the tasks of this person: a sign-in name, @me, or none for nobody."),
            dueParameter, sortParameter,
            QueryParameter("near", .text, "LAT,LON in decimal degrees, for `sort=distance`."),
            afterParameter, limitParameter,
        ] + QueryParameter.formats(RecordFormat.names)
}

extension UserRequest {
    /// Adds a note, which is sent with the name of its source.
    /// - Throws: `Problem` (422), `TeamError`.
    func addNote(
        _ new: NoteContent, source: String?, idempotencyKey: String?
    ) async throws -> (note: TeamNote, isNew: Bool) {
        let (content, sent) = try await content(of: new, source: source)
        return try await access.notes.add(content, idempotencyKey: idempotencyKey, of: sent)
    }

    /// Returns the content of a new note, and what of it was sent; one about a vehicle or a site
    /// has its present position unless another one is given.
    /// - Parameters:
    ///   - new: The note, with the vehicle's ID on its label or in the feed.
    ///   - name: The name of its source; `nil` for the default one.
    /// - Throws: `Problem` (422), `TeamError`.
    func content(
        of new: NoteContent, source name: String?
    ) async throws -> (content: NoteContent, sent: NoteContent) {
        // A text that is not acceptable costs no look at the vehicles.
        _ = try NoteContent(text: new.text).checked()
        guard name != nil || new.vehicleID != nil || new.siteID != nil else { return (new, new) }
        let source = try source(named: name)
        var sent = new
        sent.source = source.uuid
        var content = sent
        if let id = new.vehicleID {
            let (stable, found, info) = try await environment.snapshots.read { reader in
                let stable = try source.stableID(id, in: reader)
                let found = try source.resolver.vehicles([stable], in: reader)[0]
                return (stable, found, try reader.info(of: source.vehicles))
            }
            content.vehicleID = stable
            if new.position == nil, let position = found?.vehicle.position {
                content.position = position
                content.seenAt = found?.seenAt(fetchedAt: info?.fetchedAt)
            }
        } else if let id = new.siteID {
            guard
                let site = try await environment.snapshots.read({
                    try $0.site(id, of: source.sites)
                })
            else {
                throw Problem(
                    .unprocessableContent, "There is no such site.",
                    hint: "Use an ID of \(source.apiPath)/sites.")
            }
            content.position = new.position ?? site.position
        }
        return (content, sent)
    }

    /// Returns the source of a note; `nil` for a note without a vehicle, or if the source was
    /// removed.
    func source(of note: TeamNote) -> PolledSource? {
        sources.first { $0.uuid == note.content.source }
    }

    private func source(named name: String?) throws -> PolledSource {
        let source = name.map { self.source(named: $0) } ?? sources.first
        guard let source else {
            throw Problem(
                .unprocessableContent, "There is no such source.",
                hint: "Use a name of /api/v1/sources.")
        }
        return source
    }

    /// Returns which notes the query selects.
    /// - Throws: `Problem` (400, 404).
    func noteQuery() async throws -> NoteQuery {
        var query = NoteQuery()
        query.isMine = try self.query.flag("mine")
        query.isOpen = try self.query.flag("open")
        // A name that none can have is the author of no note.
        query.author = try self.query.value(of: NoteQuery.authorParameter)
            .map { (try? UserName($0))?.text ?? "" }
        query.hasPosition = try self.query.flag("located")
        query.isTask = try self.query.flag("task")
        query.assignee = self.query["assignee"].map(Assignee.init)
        query.siteID = self.query["site"]
        query.dueBefore = try dueBefore()
        query.order = try noteOrder()
        query.after = try self.query.value(of: NoteQuery.afterParameter).flatMap(UUID.init)
        if let limit = try self.query.value(of: NoteQuery.limitParameter).flatMap({ Int($0) }) {
            query.limit = limit
        }
        if self.query.has("source") || self.query.has("vehicle") || self.query.has("site") {
            query.source = try selectedSource().uuid
        }
        guard let id = self.query["vehicle"] else { return query }
        let source = try selectedSource()
        query.vehicleID = try await environment.snapshots.read {
            try source.hasRotatingIDs(in: $0) ? id : source.stableID(id, in: $0)
        }
        return query
    }

    /// Returns the time of the parameter `due_before`; `nil` without it.
    /// - Throws: `Problem` (400).
    func dueBefore() throws(Problem) -> Timestamp? {
        guard let text = try query.value(of: NoteQuery.dueParameter) else { return nil }
        if text == "now" { return environment.now() }
        guard let time = Timestamp(rfc3339: text) else {
            throw Problem(
                NoteQuery.dueParameter.name, "must be now or a time such as 2026-01-31T18:00:00Z")
        }
        return time
    }

    private func noteOrder() throws -> NoteQuery.Order {
        switch try query.value(of: NoteQuery.sortParameter) {
        case "due": return .due
        case "distance":
            guard let origin = query["near"].flatMap(Position.init) else {
                throw Problem("near", "must be LAT,LON in decimal degrees, for sort=distance")
            }
            return .near(origin)
        default: return .newest
        }
    }

    /// Returns the notes of a query, and the address of the following ones.
    func notes(
        _ query: NoteQuery, path: String
    ) async throws -> (notes: [TeamNote], next: String?) {
        // One more than shown: whether others follow.
        var longer = query
        longer.limit = query.limit + 1
        var notes = try await access.notes.all(longer)
        guard notes.count > query.limit else { return (notes, nil) }
        notes.removeLast()
        let next = notes.last.map { path + self.query.setting("after", [$0.id.text]).query }
        return (notes, next)
    }

    /// Returns the elements of a list of notes on a page.
    func markup(of notes: [NoteItem], on frame: PageContext) -> Markup {
        let style = style
        return Markup(notes.map { $0.markup(style, keeping: frame.query) })
    }

    /// Returns the notes about a vehicle and the form for a new one, for the vehicle's page.
    /// - Parameters:
    ///   - vehicle: Its ID, on its label or in the feed.
    ///   - frame: The frame of the page.
    func notes(
        of vehicle: String, source: PolledSource, on frame: PageContext
    ) async throws -> VehicleNotes {
        let stable: String
        do {
            stable = try await environment.snapshots.read {
                try source.stableID(vehicle, in: $0)
            }
        } catch let problem as Problem {
            return VehicleNotes(noteCount: "0", notes: "", readOnlyHint: problem.detail)
        }
        var query = NoteQuery()
        (query.source, query.vehicleID, query.order) = (source.uuid, stable, .reports)
        let notes = try await access.notes.all(query)
        let count = try await access.notes.counts(query).all
        let canWrite = access.may(.write)
        let members = canWrite ? try await access.members() : []
        return VehicleNotes(
            noteCount: ShortText.grouped(count),
            notes: markup(of: notes.map { NoteItem($0, showsSubject: false, self) }, on: frame),
            noteForm: canWrite
                ? NoteFormContext(vehicle: stable, source: source, members: members) : nil,
            readOnlyHint: canWrite
                ? nil
                : localized("Viewers only read notes; an administrator can change your role."))
    }
}

extension TeamNote {
    /// Whether it is a task that only its author sees: one of a home (`import-local`), until it is
    /// shared.
    var isPrivateTask: Bool { content.task != nil && content.visibility == .private }

    /// The number as pages show it: authors count their own notes, so those of others have the name
    /// of the author, and those of former members the end of the ID.
    var shownNumber: String {
        if isMine { return "\(number)" }
        let isFormer = author == nil && content.report == nil
        return "\(number) (\(authorName)\(isFormer ? ", " + id.text.suffix(4) : ""))"
    }

    /// The name of the author on pages.
    var authorName: String {
        author ?? (content.report == nil ? localized("former member") : localized("a finder"))
    }
}
