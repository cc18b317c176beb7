import ArgumentParser
import FleetClient
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime
import FleetTeam

/// `fleet note done`: marks notes as done.
struct NoteDoneCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Mark notes and tasks as done.",
        examples: ["Mark two tasks as done": "fleet note done 2 3"]
    )

    @OptionGroup var numbers: NoteNumbers

    func run(in context: CommandContext) async throws { try await numbers.mark(true, in: context) }
}

/// `fleet note reopen`: marks notes as not done.
struct NoteReopenCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen",
        abstract: "Mark notes and tasks as not done.",
        examples: ["Reopen a task": "fleet note reopen 2"]
    )

    @OptionGroup var numbers: NoteNumbers

    func run(in context: CommandContext) async throws { try await numbers.mark(false, in: context) }
}

/// The notes that a command marks, and their source.
struct NoteNumbers: ParsableArguments {
    @Argument(
        help: .withSavedLink("The numbers of the notes (see `fleet note list`).", "note"),
        completion: .stored(.notes))
    var arguments: [NoteArgument]

    @OptionGroup var source: SourceSelection

    mutating func validate() throws {
        _ = try source.takeLink(from: arguments.compactMap(\.link))
        if arguments.allSatisfy({ $0.number == nil }) {
            throw ValidationError("the number of the note is missing")
        }
    }

    /// Marks the notes, all of which must exist.
    func mark(_ isDone: Bool, in context: CommandContext) async throws {
        let annotated = try await AnnotatedSource(source.argument, in: context)
        let notes = try arguments.compactMap(\.number).map { number in
            guard let note = try annotated.annotations.note(number) else {
                throw CommandError.noNote(number, of: annotated.selected)
            }
            return note
        }
        for note in notes {
            let name = "\(note.task == nil ? "note" : "task") \(note.number)"
            guard isDone != (note.doneAt != nil) else {
                context.output.log("\(name) \(isDone ? "is already done" : "is open")")
                continue
            }
            _ = try await annotated.writer.edit(
                note, NoteChange(isDone: isDone), adding: nil, removing: [])
            context.output.log(isDone ? "\(name) is done" : "reopened \(name)")
        }
    }
}
