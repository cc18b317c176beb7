import FleetCore
import FleetService
import FleetTeam
import Foundation

/// A note in a list: the keys of the template `_note`.
struct NoteItem: Sendable {
    struct Link: Sendable {
        var href: String
        var id: String
    }

    /// A time with the name of the person who made the change.
    struct Edited: Sendable {
        var iso: String
        var text: String
        var full: String
        var editor: String?

        init(_ time: ShownTime, by editor: String?) {
            (iso, text, full, self.editor) = (time.iso, time.text, time.full, editor)
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
    var vehicle: Link?
    var noteLat: String?
    var noteLon: String?
    var text: String
    var created: ShownTime
    var edited: Edited?
    var hasPhotos: Bool
    var photos: [Photo]

    init(_ note: TeamNote, _ request: UserRequest) {
        (uuid, number, href) = (note.id.text, "\(note.number)", "/notes/" + note.id.text)
        author = note.author ?? "former member"
        (isTeam, isDone) = (note.content.visibility == .team, note.doneAt != nil)
        vehicle = Self.vehicle(of: note, request)
        noteLat = note.content.position.map { "\($0.latitude)" }
        noteLon = note.content.position.map { "\($0.longitude)" }
        (text, created) = (note.content.text, request.time(note.createdAt))
        edited = note.editedAt.map { Edited(request.time($0), by: note.editedBy) }
        hasPhotos = !note.photos.isEmpty
        photos = note.photos.map { photo in
            let href = "/notes/\(note.id.text)/photos/\(photo.id.text)"
            return Photo(
                href: href, thumbHref: href + "/thumb",
                alt: "Photo \(photo.number) of note \(note.number)",
                deleteAction: note.canEdit ? href + "/delete" : nil)
        }
    }

    /// Returns the link to the note's vehicle; to the note itself if its source was removed.
    private static func vehicle(of note: TeamNote, _ request: UserRequest) -> Link? {
        note.content.vehicleID.map { id in
            Link(href: request.source(of: note)?.path(of: id) ?? "/notes/" + note.id.text, id: id)
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
    var label = "New note"
    var placeholder = "What should colleagues know about this vehicle?"
    var text = ""
    var error: String?
    var canShare = true
    var draftKey: String
    var apiUrl = "/api/v1/notes"
    var apiBody: Body
    var idempotencyKey = UUID().uuidString

    init(vehicle: String, source: PolledSource) {
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
    var notes: [NoteItem]
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

    /// The author whose notes are shown.
    struct Author {
        var name: String
        var clearHref: String
    }

    struct List {
        var totalText: String
        var isMap: Bool
        var listHref: String
        var mapHref: String
        var newHref: String?
        var filters: [Tab]
        var author: Author?
        var notes: [NoteItem]
        var empty: Empty?
    }

    var page: PageContext
    var notesPage: List
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
        var author = ""
        var created: ShownTime?
        var edited: NoteItem.Edited?
        var vehicle: NoteItem.Link?
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
        var errors: [Message] = []
        /// The source of the typed vehicle ID.
        var sourceName = ""
        var vehicleId = ""
        var location = ""
        var canShare: Bool
        var isTeam = false
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
    /// Creates the content for a new note.
    init(new form: NoteForm?, vehicle: String?, source: PolledSource?) {
        let items = QueryItems(
            [("source", source?.name), ("vehicle", vehicle)]
                .compactMap { name, value in value.map { (name, $0) } })
        self.init(
            title: "New note", isExisting: false, canEdit: true,
            action: "/notes/new" + items.query, draftKey: "new", apiUrl: "/api/v1/notes",
            canShare: true)
        sourceName = source?.name ?? ""
        vehicleId = form?.vehicleID ?? vehicle ?? ""
        guard let form else { return }
        (text, location, isTeam) = (form.text, form.location ?? "", form.isTeam)
        if let key = form.idempotencyKey { idempotencyKey = key }
    }

    /// Creates the content of a note.
    init(_ note: TeamNote, _ request: UserRequest) {
        let item = NoteItem(note, request)
        self.init(
            title: "Note \(note.number)", isExisting: true, canEdit: note.canEdit,
            action: item.href + "/edit", draftKey: "note:" + item.uuid,
            apiUrl: "/api/v1" + item.href, canShare: note.canShare)
        (author, created, edited) = (item.author, item.created, item.edited)
        (vehicle, version, text) = (item.vehicle, "\(note.version)", item.text)
        editedAt = "\(note.editedAt?.milliseconds ?? 0)"
        let source = request.source(of: note).map { [("source", $0.name)] } ?? []
        place = note.content.position.map {
            .init(
                href: "/map"
                    + QueryItems(source + [("focus", "\($0.latitude),\($0.longitude)")]).query,
                text: ShortText.position($0))
        }
        (isTeam, isDone) = (item.isTeam, item.isDone)
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
    }

    var page: PageContext
    var conflict: Conflict

    init(_ page: PageContext, _ note: TeamNote, _ form: NoteForm, _ request: UserRequest) {
        self.page = page
        let content = NotePage.Content(note, request)
        conflict = Conflict(
            theirAuthor: note.editedBy ?? note.author ?? "former member",
            theirTime: request.time(note.editedAt ?? note.createdAt), theirs: note.content.text,
            mine: form.text, theirVersion: content.version, theirEdit: content.editedAt,
            href: "/notes/" + note.id.text,
            action: content.action, draftKey: content.draftKey,
            // Only the author's form says whether the note is shared.
            isTeam: note.canShare ? form.isTeam : content.isTeam, isDone: form.isDone)
    }
}
