package import FleetCore
package import Foundation

/// A note in the API.
package struct NoteDocument: Document {
    package var id = UUID.zero
    package var note: Int64 = 0
    package var source: String?
    package var vehicleID: String?
    package var siteID: String?
    package var text = ""
    package var visibility = NoteVisibility.private
    package var task = false
    package var assignee: String?
    package var due: Timestamp?
    /// The priority of a task; `nil` for a plain note, and from servers before 0.2.0.
    package var priority: NotePriority?
    package var done = false
    package var doneAt: Timestamp?
    package var doneBy: String?
    package var author: String?
    package var isMine = false
    package var createdAt = Timestamp(milliseconds: 0)
    package var editedAt: Timestamp?
    package var editedBy: String?
    package var lat: Double?
    package var lon: Double?
    package var seenAt: Timestamp?
    package var version: Int64 = 0
    package var canEdit = false
    package var canDelete = false
    package var canShare = false
    package var photos: [PhotoDocument] = []
    /// `nil` for `false`, as from the servers of 0.1.0.
    package var report: Bool?
    package var contact: String?

    package init() {}

    /// Creates the document of a note.
    /// - Parameter source: The name of its source.
    package init(_ note: TeamNote, source: String?) {
        let content = note.content
        (id, self.note, self.source, version) = (note.id, note.number, source, note.version)
        (vehicleID, siteID, text) = (content.vehicleID, content.siteID, content.text)
        visibility = content.visibility
        (task, due) = (content.task != nil, content.task?.dueAt)
        (assignee, priority) = (note.assignee?.name, content.task?.priority)
        (done, doneAt, doneBy) = (note.doneAt != nil, note.doneAt, note.doneBy)
        (author, isMine, createdAt) = (note.author, note.isMine, note.createdAt)
        (editedAt, editedBy) = (note.editedAt, note.editedBy)
        (lat, lon) = (content.position?.latitude, content.position?.longitude)
        seenAt = content.seenAt
        (canEdit, canDelete, canShare) = (note.canEdit, note.canDelete, note.canShare)
        photos = note.photos.map { PhotoDocument($0, of: note.id) }
        (report, contact) = (content.report.map { _ in true }, content.report?.contact)
    }

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("id", &id)
        fields.visit("note", &note)
        fields.visit("source", &source)
        fields.visit("vehicle_id", &vehicleID)
        fields.visit("site_id", &siteID)
        fields.visit("text", &text)
        fields.visit("visibility", &visibility)
        fields.visit("task", &task)
        fields.visit("assignee", &assignee, "Sign-in name.")
        fields.visit("due", &due)
        fields.visit("priority", &priority, "Priority of a task.")
        fields.visit("done", &done)
        fields.visit("done_at", &doneAt)
        fields.visit("done_by", &doneBy)
        fields.visit("author", &author)
        fields.visit("is_mine", &isMine)
        fields.visit("created_at", &createdAt)
        fields.visit("edited_at", &editedAt)
        fields.visit("edited_by", &editedBy)
        fields.visit("lat", &lat)
        fields.visit("lon", &lon)
        fields.visit("seen_at", &seenAt)
        fields.visit("version", &version)
        fields.visit("can_edit", &canEdit)
        fields.visit("can_delete", &canDelete)
        fields.visit("can_share", &canShare)
        fields.visit("photos", &photos)
        fields.visit("report", &report, "Whether a finder without an account reported it.")
        fields.visit("contact", &contact, "How the finder can be reached.")
    }
}

extension Note {
    /// Creates a note as this home shows it; `nil` for one that it could not store.
    package init?(_ document: NoteDocument, number: Int64) {
        guard document.vehicleID != "", document.siteID != "", !document.text.isEmpty,
            document.vehicleID == nil || document.siteID == nil
        else { return nil }
        var position: Position?
        if let lat = document.lat, let lon = document.lon {
            position = Position(latitude: lat, longitude: lon)
        }
        var numbers = Set<Int>()
        self.init(
            number: number, vehicleID: document.vehicleID, siteID: document.siteID,
            text: document.text,
            createdAt: document.createdAt, editedAt: document.editedAt, position: position,
            seenAt: document.seenAt,
            photos: document.photos.compactMap { photo in
                guard numbers.insert(photo.photo).inserted else { return nil }
                return Photo(photo)
            },
            task: document.task
                ? NoteTask(
                    assignee: document.assignee, dueAt: document.due,
                    priority: document.priority ?? .normal) : nil,
            doneAt: document.doneAt,
            report: document.report == true ? FinderReport(contact: document.contact) : nil)
    }
}

extension Photo {
    /// Creates a photo; `nil` for one that the store could not hold.
    fileprivate init?(_ document: PhotoDocument) {
        let isHash =
            document.sha256.utf8.count == 64
            && document.sha256.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
            }
        guard isHash, let format = Format(rawValue: document.format), document.photo > 0,
            document.width > 0, document.height > 0,
            (1...Self.maxFileBytes).contains(document.bytes)
        else { return nil }
        self.init(
            number: document.photo, hash: document.sha256,
            info: Info(format: format, width: document.width, height: document.height),
            bytes: document.bytes)
    }
}

/// A photo of a note in the API.
package struct PhotoDocument: Document, FieldElement {
    package var id = UUID.zero
    package var photo = 0
    package var sha256 = ""
    package var format = ""
    package var width = 0
    package var height = 0
    package var bytes = 0
    /// The path of the file on the server.
    package var href = ""

    package init() {}

    /// Creates the document of a photo.
    package init(_ photo: TeamPhoto, of note: UUID) {
        (id, self.photo, sha256) = (photo.id, photo.number, photo.file.hash)
        (format, bytes) = (photo.info.format.rawValue, photo.bytes)
        (width, height) = (photo.info.width, photo.info.height)
        href = "/api/v1/notes/\(note.text)/photos/\(photo.id.text)"
    }

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("id", &id)
        fields.visit("photo", &photo)
        fields.visit("sha256", &sha256)
        let formats = Photo.Format.allCases.map(\.rawValue)
        fields.visit("format", &format, nil, .init(choices: formats))
        fields.visit("width", &width)
        fields.visit("height", &height)
        fields.visit("bytes", &bytes)
        fields.visit("href", &href)
    }

    package static var elementSchema: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("$ref", "#/components/schemas/Photo")
        return object
    }

    package static func fieldValue(of photos: [PhotoDocument]) -> FieldValue {
        .objects(photos.map(\.json), text: photos.map(\.href).joined(separator: " "))
    }
}

/// A new note as a client sends it, and as a home stores one that the server does not have yet.
package struct NewNoteDocument: RequestDocument, Equatable {
    package var text = ""
    package var visibility: NoteVisibility?
    package var source: String?
    package var lat: Double?
    package var lon: Double?
    /// `nil` for a plain note, unless it has an assignee or a due time.
    package var task: Bool?
    package var assignee: String??
    package var due: Timestamp??
    package var priority: NotePriority?
    package var vehicleID: String?
    package var siteID: String?
    /// The time of the position (RFC 3339).
    package var seenAt: String?

    package init() {}

    /// Creates the document of a note; the team sees every task.
    package init(_ note: Note, of source: String, for visibility: NoteVisibility) {
        (text, self.source) = (note.text, source)
        self.visibility = note.task == nil ? visibility : .team
        (vehicleID, siteID) = (note.vehicleID, note.siteID)
        if let task = note.task {
            self.task = true
            (assignee, due) = (task.assignee.map { .some($0) }, task.dueAt.map { .some($0) })
            // Servers before 0.2.0 refuse the member.
            priority = task.priority == .normal ? nil : task.priority
        }
        (lat, lon) = (note.position?.latitude, note.position?.longitude)
        if note.position != nil { seenAt = note.seenAt?.fieldText }
    }

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("text", &text, nil, .noteText)
        fields.visit("visibility", &visibility)
        fields.visit("source", &source)
        fields.visit("lat", &lat, nil, .init(range: -90...90))
        fields.visit("lon", &lon, nil, .init(range: -180...180))
        fields.visit("task", &task, Self.taskText)
        fields.visit("assignee", &assignee, Self.assigneeText)
        fields.visit("due", &due)
        fields.visit("priority", &priority, Self.priorityText)
        fields.visit("vehicle_id", &vehicleID, nil, .init(length: 1...1024))
        fields.visit("site_id", &siteID, nil, .init(length: 1...1024))
        fields.visit("seen_at", &seenAt, "Time of lat and lon.", .init(format: "date-time"))
    }

    fileprivate static let taskText =
        "Whether it is a task, which the whole team sees; an assignee or a due time makes it one."
    fileprivate static let priorityText =
        "Normal without it; another one makes the note a task."
    fileprivate static let assigneeText =
        "Sign-in name of the member who is to do it, @me, or null for nobody."
}

extension NoteContent {
    /// Creates the content of a note without its source, from a document whose position and time
    /// are valid.
    package init(_ document: NewNoteDocument, position: Position?, seenAt: Timestamp?) {
        let (assignee, dueAt) = (document.assignee ?? nil, document.due ?? nil)
        var task: Task?
        let priority = document.priority ?? .normal
        if document.task ?? (assignee != nil || dueAt != nil || priority != .normal) {
            task = Task(
                assignee: assignee.map(Assignee.init) ?? .nobody, dueAt: dueAt, priority: priority)
        }
        self.init(
            text: document.text, vehicleID: document.vehicleID, siteID: document.siteID,
            position: position, seenAt: seenAt,
            visibility: document.visibility ?? (task == nil ? .private : .team), task: task)
    }
}

extension NoteChange: RequestDocument {
    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("text", &text, nil, .noteText)
        fields.visit("visibility", &visibility)
        fields.visit("done", &isDone)
        fields.visit("task", &isTask, NewNoteDocument.taskText)
        fields.visit("assignee", &assignee, NewNoteDocument.assigneeText)
        fields.visit("due", &dueAt)
        fields.visit("priority", &priority, NewNoteDocument.priorityText)
    }
}

extension NoteVisibility: TextFieldType {}
extension NotePriority: TextFieldType {}

extension FieldLimits {
    fileprivate static let noteText = Self(length: 1...Note.maxTextLength)
}
