import FleetCore
import FleetTeam

/// The task of a note: the keys of the section `task`.
struct TaskItem: Sendable {
    /// Absent if nobody is to do it.
    var assignee: String?
    var isMine: Bool
    var due: ShownTime?
    /// Absent for the normal one.
    var priority: String?
    var isUrgent: Bool
    var isOverdue: Bool
    /// Absent for people who may not change it, and for a task that is taken or done.
    var takeAction: String?
    var takeTitle = ""
    var takeBody = #"{"assignee":"@me"}"#
    /// What is told once it is taken, and the change that undoes it.
    var takeTold = ""
    var takeUndo = #"{"assignee":null}"#
    var takeUndoTitle = ""

    init?(_ note: TeamNote, _ request: UserRequest) {
        guard let task = note.content.task else { return nil }
        assignee = note.assignee?.displayName
        isMine = note.assignee?.name == request.access.name
        due = task.dueAt.map(request.time)
        priority = task.priority == .normal ? nil : task.priority.label
        isUrgent = task.priority == .high && note.doneAt == nil
        let isOpen = note.doneAt == nil
        isOverdue = isOpen && task.dueAt.map { $0 < request.environment.now() } == true
        takeAction =
            note.canEdit && isOpen && note.assignee == nil ? "/notes/\(note.id.text)/take" : nil
        takeTitle = localized("Take note \(note.shownNumber)")
        takeTold = localized("Note \(note.shownNumber) is yours")
        takeUndoTitle = localized("Leave note \(note.shownNumber)")
    }
}

/// The button that marks a note as done, or opens it again: the keys of the section `mark`.
struct MarkForm: Sendable {
    var action: String
    var isDone: Bool
    /// The name of the change while it waits for the connection.
    var title: String
    var apiUrl: String
    var version: String
    /// The document of the same change in the API.
    var body: String
    /// What is told once it is done, and the change that undoes it.
    var told: String
    var undo: String
    var undoTitle: String

    init(_ note: TeamNote) {
        (action, isDone) = ("/notes/\(note.id.text)/done", note.doneAt != nil)
        let titles = [
            localized("Done: note \(note.shownNumber)"),
            localized("Reopen note \(note.shownNumber)"),
        ]
        (title, undoTitle) = isDone ? (titles[1], titles[0]) : (titles[0], titles[1])
        told =
            isDone
            ? localized("Note \(note.shownNumber) is open again")
            : localized("Note \(note.shownNumber) is done")
        (apiUrl, version) = ("/api/v1/notes/" + note.id.text, "\(note.version)")
        (body, undo) = (#"{"done":\#(!isDone)}"#, #"{"done":\#(isDone)}"#)
    }
}

/// The fields that make a note a task: the keys of the template `_task_fields`.
struct TaskFields: Sendable {
    struct Option: Sendable {
        var name: String
        var label: String
        var isSelected: Bool
    }

    var isTask = false
    var assignees: [Option]
    var priorities: [SelectOption]
    /// The local time of the server.
    var due = ""
    var dueIso = ""

    /// Creates the fields of a new note.
    init(_ members: [Member]) {
        assignees = members.map { Option(name: $0.name, label: $0.displayName, isSelected: false) }
        priorities = NotePriority.options(.normal)
    }

    /// Creates the fields of a note.
    init(_ note: TeamNote, _ members: [Member], _ request: UserRequest) {
        self.init(members)
        guard let task = note.content.task else { return }
        isTask = true
        select(note.assignee?.name, orAdd: note.assignee)
        priorities = NotePriority.options(task.priority)
        guard let time = task.dueAt.map(request.time) else { return }
        (due, dueIso) = (time.formValue, time.iso)
    }

    /// Creates the fields as a form sent them.
    init(_ form: NoteForm.Task?, _ members: [Member]) {
        self.init(members)
        guard let form else { return }
        (isTask, due, dueIso) = (true, form.due ?? "", form.dueAt ?? "")
        select(form.assignee)
        priorities = NotePriority.options(form.priority.flatMap(NotePriority.init) ?? .normal)
    }

    /// Selects a person, who may have been disabled since.
    private mutating func select(_ name: String?, orAdd member: Member? = nil) {
        guard let name else { return }
        if let index = assignees.firstIndex(where: { $0.name == name }) {
            assignees[index].isSelected = true
        } else if let member {
            assignees.append(Option(name: name, label: member.displayName, isSelected: true))
        }
    }
}

extension NotePriority {
    /// The priority for people.
    fileprivate var label: String {
        switch self {
        case .low: localized("low priority")
        case .normal: localized("normal priority")
        case .high: localized("high priority")
        }
    }

    fileprivate static func options(_ selected: Self) -> [SelectOption] {
        [Self.high, .normal, .low].map {
            SelectOption(
                value: $0.rawValue, label: $0.label.capitalizedFirst, isSelected: $0 == selected)
        }
    }
}
