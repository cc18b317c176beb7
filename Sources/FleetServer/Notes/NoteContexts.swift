import FleetCore
import FleetService
import FleetTeam
import Foundation

/// A note in a list.
struct NoteItem: Sendable {
    /// A time with the name of the person who made the change.
    struct Edited: Sendable {
        /// The element of the time.
        var markup: Markup
        var editor: String?

        init(_ time: ShownTime, by editor: String?) {
            (markup, self.editor) = (time.markup, editor)
        }
    }

    struct Photo: Sendable {
        var href: String
        var thumbHref: String
        var alt: String
        /// Absent for people who may not remove it.
        var deleteAction: String?
    }

    var uuid: String
    var number: String
    var href: String
    var author: String
    var isTeam: Bool
    var isDone: Bool
    var task: TaskItem?
    /// The name of the person who marked it as done.
    var doneBy: String?
    /// Absent for people who may not change it.
    var mark: MarkForm?
    var vehicle: ObjectLink?
    var noteLat: String?
    var noteLon: String?
    var text: String
    /// How the finder who reported it can be reached.
    var contact: String?
    var created: ShownTime
    var edited: Edited?
    var hasPhotos: Bool
    var photos: [Photo]
    /// Name of the source of its vehicle or site; absent on a page of one source.
    var noteSource: String?
    /// Whether a box selects it, to mark several as done.
    var isSelectable = false
    /// Whether it is shown beside the list.
    var isCurrent: Bool
    /// Its place along a way; absent without one.
    var wayNumber: String?

    /// - Parameters:
    ///   - showsSource: Whether the page has notes about several sources.
    ///   - showsSubject: Whether the page is not that of the vehicle itself.
    init(
        _ note: TeamNote, showsSource: Bool = false, showsSubject: Bool = true,
        _ request: UserRequest
    ) {
        noteSource = showsSource ? request.source(of: note)?.name : nil
        isCurrent = request.query["note"].flatMap(UUID.init) == note.id
        (uuid, number, href) = (note.id.text, note.shownNumber, "/notes/" + note.id.text)
        author = note.authorName
        (isTeam, isDone) = (note.content.visibility == .team, note.doneAt != nil)
        task = TaskItem(note, request)
        doneBy = note.doneAt == nil ? nil : note.doneBy ?? localized("former member")
        mark = note.canEdit ? MarkForm(note) : nil
        vehicle = showsSubject ? Self.subject(of: note, request) : nil
        noteLat = note.content.position.map { "\($0.latitude)" }
        noteLon = note.content.position.map { "\($0.longitude)" }
        (text, created) = (note.content.text, request.time(note.createdAt))
        contact = note.content.report?.contact
        edited = note.editedAt.map { Edited(request.time($0), by: note.editedBy) }
        hasPhotos = !note.photos.isEmpty
        photos = note.photos.map { photo in
            let href = "/notes/\(note.id.text)/photos/\(photo.id.text)"
            return Photo(
                href: href, thumbHref: href + "/thumb",
                alt: localized("Photo \(photo.number) of note \(note.shownNumber)"),
                deleteAction: note.canEdit ? href + "/delete" : nil)
        }
    }

    /// Returns the link to the note's vehicle or site; to the note itself if its source was
    /// removed.
    private static func subject(of note: TeamNote, _ request: UserRequest) -> ObjectLink? {
        let (source, content) = (request.source(of: note), note.content)
        if let id = content.vehicleID {
            return ObjectLink(href: source?.path(of: id) ?? "/notes/" + note.id.text, id: id)
        }
        return content.siteID.map { id in
            ObjectLink(
                href: source.map { $0.path(ofSite: id) } ?? "/notes/" + note.id.text,
                id: localized("site \(id)"))
        }
    }
}

/// The form for a new note about a vehicle: the keys of the template `_note_form`.
struct NoteFormContext: Sendable {
    struct Body: Sendable {
        var vehicleId: String
        var source: String
    }

    var action: String
    var label = localized("New note")
    var placeholder = localized("What should colleagues know about this vehicle?")
    var text = ""
    var error: String?
    var canShare = true
    var taskFields: TaskFields
    var draftKey: String
    var apiUrl = "/api/v1/notes"
    var apiBody: Body
    var idempotencyKey = UUID().uuidString

    init(vehicle: String, source: PolledSource, members: [Member]) {
        taskFields = TaskFields(members)
        action =
            "/notes/new"
            + QueryItems([("source", source.name), ("vehicle", vehicle)]).query
        draftKey = "new:\(source.name):\(vehicle)"
        apiBody = Body(vehicleId: vehicle, source: source.name)
    }
}

/// The notes on the page of a vehicle.
struct VehicleNotes: Sendable {
    var noteCount: String
    var notes: Markup
    /// Absent for people who may not write notes.
    var noteForm: NoteFormContext?
    var readOnlyHint: String?
}

/// The page `/notes`: the keys of the template `notes`.
struct NotesPage {
    struct Tab {
        var label: String
        var href: String
        var count: String
        var isCurrent: Bool
    }

    /// The field for the location from which distances count.
    struct Near {
        var who: String?
        var location: String
        /// Whether the list has the order of a way.
        var isWay: Bool
    }

    /// The author whose notes are shown.
    struct Author {
        var name: String
        var clearHref: String
    }

    /// The due time before which tasks are shown.
    struct DueFilter {
        var label: String
        var clearHref: String
    }

    struct List {
        var title: String
        /// Absent on the page of all notes.
        var near: Near?
        var totalText: String
        var isMap: Bool
        /// Where the selected tasks are marked as done; absent without any.
        var markAction: String?
        /// Absent where there is no map.
        var listHref: String?
        var mapHref: String?
        var newHref: String?
        var newLabel = localized("New note")
        var filters: [Tab]
        var author: Author?
        var dueFilter: DueFilter?
        /// Whether there are any, with one of them beside the list.
        var hasNotes: Bool
        var notes: Markup
        var empty: Empty?
    }

    var page: PageContext
    var notesPage: List
    /// The note beside the list; absent if none is chosen.
    var notePage: NotePage.Content?
    var map: MapContext?
    var pager: Pager?
    var formats: Formats
}

/// The pages `/notes/UUID` and `/notes/new`: the keys of the template `note`.
struct NotePage {
    struct Place {
        var href: String
        var text: String
    }

    struct Message {
        var message: String
    }

    struct Content {
        var title: String
        var isExisting: Bool
        /// The list without the note that is beside it; absent on the note's own page.
        var closeHref: String?
        var ownHref = ""
        var author = ""
        var created: ShownTime?
        var edited: NoteItem.Edited?
        var vehicle: ObjectLink?
        var place: Place?
        var canEdit: Bool
        var action: String
        var draftKey: String
        var apiUrl: String
        var version = ""
        /// Time of the last change of the text, in milliseconds.
        var editedAt = ""
        var idempotencyKey = UUID().uuidString
        var text = ""
        /// How the finder who reported it can be reached.
        var contact: String?
        var errors: [Message] = []
        /// The source of the typed vehicle ID.
        var sourceName = ""
        var vehicleId = ""
        /// The site or the number of vehicles that a new note is about.
        var subject: String?
        var location = ""
        /// Whether only the page itself can send the form, because it makes several notes.
        var isNative = false
        var canShare: Bool
        var taskFields: TaskFields
        var task: TaskItem?
        var doneBy: String?
        var isTeam = false
        /// Whether a task switches sharing on and locks it.
        var locksSharing = true
        var isDone = false
        var hasPhotos = false
        var photos: [NoteItem.Photo] = []
        var photoAction: String?
        var photoApiUrl = ""
        var deleteAction: String?
    }

    var page: PageContext
    var notePage: Content
}

extension NotePage.Content {
    /// Returns the note that the address of a list names; `nil` for one that the person does not see.
    /// - Parameter path: The path of the list.
    static func beside(_ path: String, _ request: UserRequest) async throws -> Self? {
        guard let id = request.query["note"].flatMap(UUID.init) else { return nil }
        do {
            let note = try await request.access.notes.note(id)
            let members = note.canEdit ? try await request.access.members() : []
            var content = Self(note, members: members, request)
            content.closeHref = path + request.query.removing("note").query
            return content
        } catch TeamError.notFound {
            return nil
        }
    }

    /// Creates the content for a new note.
    /// - Parameters:
    ///   - query: The query of the page: a vehicle, a site, or vehicles of which each gets a note.
    ///   - isTask: Whether the note is a task unless the form says otherwise.
    init(
        new form: NoteForm?, _ query: QueryItems, source: PolledSource?, count: Int,
        members: [Member], isTask: Bool
    ) {
        let (vehicle, site) = (query["vehicle"], query["site"])
        var items = [("source", source?.name), ("vehicle", vehicle), ("site", site)]
            .compactMap { name, value in value.map { (name, $0) } }
        if count > 0 { items = SelectedVehicles.items(of: query) }
        if isTask { items.append(("task", "1")) }
        self.init(
            title: isTask ? localized("New task") : localized("New note"), isExisting: false,
            canEdit: true,
            action: "/notes/new" + QueryItems(items).query, draftKey: "new",
            apiUrl: "/api/v1/notes",
            isNative: count > 0 || site != nil, canShare: true,
            taskFields: form.map { TaskFields($0.task, members) } ?? TaskFields(members))
        if form == nil { taskFields.isTask = isTask }
        isTeam = isTask
        subject =
            count == 0 ? site.map { localized("site \($0)") } : ShortText.count(count, "vehicle")
        sourceName = source?.name ?? ""
        vehicleId = form?.vehicleID ?? vehicle ?? ""
        guard let form else { return }
        (text, location, isTeam) = (form.text, form.location ?? "", form.isTeam)
        if let key = form.idempotencyKey { idempotencyKey = key }
    }

    /// Creates the content of a note.
    init(_ note: TeamNote, members: [Member], _ request: UserRequest) {
        let item = NoteItem(note, request)
        self.init(
            title: localized("Note \(note.shownNumber)"), isExisting: true,
            canEdit: note.canEdit,
            action: item.href + "/edit", draftKey: "note:" + item.uuid,
            apiUrl: "/api/v1" + item.href, canShare: note.canShare,
            taskFields: TaskFields(note, members, request))
        (task, doneBy) = (item.task, item.doneBy)
        ownHref = item.href
        (author, created, edited) = (item.author, item.created, item.edited)
        (vehicle, version, text) = (item.vehicle, "\(note.version)", item.text)
        contact = item.contact
        editedAt = "\(note.editedAt?.milliseconds ?? 0)"
        let source = request.source(of: note).map { [("source", $0.name)] } ?? []
        place = note.content.position.map {
            .init(
                href: "/map"
                    + QueryItems(source + [("focus", "\($0.latitude),\($0.longitude)")]).query,
                text: ShortText.position($0))
        }
        (isTeam, isDone) = (item.isTeam, item.isDone)
        locksSharing = !note.isPrivateTask
        (hasPhotos, photos) = (item.hasPhotos, item.photos)
        photoAction = note.canEdit ? item.href + "/photos" : nil
        photoApiUrl = apiUrl + "/photos"
        deleteAction = note.canDelete ? item.href + "/delete" : nil
    }
}

/// The page after a change of a version that is not the newest: the keys of the template
/// `note_conflict`.
struct NoteConflictPage {
    struct Conflict {
        var theirAuthor: String
        var theirTime: ShownTime
        var theirs: String
        var mine: String
        var theirVersion: String
        var theirEdit: String
        var href: String
        var action: String
        var draftKey: String
        var isTeam: Bool
        var isDone: Bool
        var taskForm: TaskForm?
    }

    /// The task of the own version.
    struct TaskForm {
        var assignee: String
        var due: String
        var dueAt: String
        var priority: String
    }

    var page: PageContext
    var conflict: Conflict

    init(_ page: PageContext, _ note: TeamNote, _ form: NoteForm, _ request: UserRequest) {
        self.page = page
        let content = NotePage.Content(note, members: [], request)
        conflict = Conflict(
            theirAuthor: note.editedBy ?? note.authorName,
            theirTime: request.time(note.editedAt ?? note.createdAt), theirs: note.content.text,
            mine: form.text, theirVersion: content.version, theirEdit: content.editedAt,
            href: "/notes/" + note.id.text,
            action: content.action, draftKey: content.draftKey,
            // Only the author's form says whether the note is shared.
            isTeam: note.canShare ? form.isTeam : content.isTeam, isDone: form.isDone,
            taskForm: form.task.map {
                TaskForm(
                    assignee: $0.assignee, due: $0.due ?? "", dueAt: $0.dueAt ?? "",
                    priority: $0.priority ?? "")
            })
    }
}
