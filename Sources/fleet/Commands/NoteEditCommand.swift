import ArgumentParser
import FleetClient
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime
import FleetTeam

/// `fleet note edit`: changes the text, the photos or the task of a note.
struct NoteEditCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change the text, the photos or the task of a note.",
        examples: [
            "Replace the text": "fleet note edit 1 'brake is loose, left lever'",
            "Edit the text in the editor of $EDITOR": "fleet note edit 1",
            "Replace a photo": "fleet note edit 1 --remove-photo 1 --photo after.jpg",
            "Take over a task": "fleet note edit 1 --assignee @me",
        ]
    )

    @Argument(
        help: .withSavedLink("The number of the note (see `fleet note list`).", "note"),
        completion: .stored(.notes))
    var note: NoteArgument

    @Argument(help: "The new text, or - to read it from standard input.")
    var text: String?

    @Argument(help: .hidden)
    var last: String?

    @OptionGroup var photo: PhotoOption

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Remove these photos, by number or by the beginning of their SHA-256 "
                + "(see `fleet note list`).", valueName: "photo"))
    var removePhoto: [String] = []

    @OptionGroup var task: TaskOptions

    @OptionGroup var source: SourceSelection

    /// The number of the note, which follows a link.
    private var number: Int64? { note.number ?? text.flatMap { Int64($0) } }

    private var newText: String? { note.link == nil ? text : last }

    mutating func validate() throws {
        // An address after the number may be the text.
        try source.takeLink(note.link ?? last)
        if number == nil { throw ValidationError("the number of the note is missing") }
    }

    func run(in context: CommandContext) async throws {
        guard let note = number else { return }
        let (photos, text) = (try photo.files(), newText)
        let annotated = try await AnnotatedSource(source.argument, in: context)
        guard let before = try annotated.annotations.note(note) else {
            throw CommandError.noNote(note, of: annotated.selected)
        }
        let removed = try removePhoto.map { try before.photo($0).number }
        let dueAt = try task.dueAt(now: context.shownNow())
        var change = NoteChange(
            assignee: task.assignee.map(Assignee.init), dueAt: dueAt.map { .some($0) },
            priority: task.priority)
        // A change of photos or of the task alone does not open the editor.
        if text != nil || photos == nil && removed.isEmpty && change == NoteChange() {
            change.text = try await NoteText.read(text, before: before.text, in: context)
        }
        guard
            let after = try await annotated.writer.edit(
                before, change, adding: photos, removing: removed)
        else { throw CommandError.noNote(note, of: annotated.selected) }
        let due = dueAt.map { ", due " + LocalTime.text($0) } ?? ""
        context.output.log("changed note \(note)\(PhotoText.count(after.photos))\(due)")
        if before.task == nil, after.task != nil, annotated.selected.team != nil {
            context.output.log(TaskOptions.sharingText)
        }
    }
}
