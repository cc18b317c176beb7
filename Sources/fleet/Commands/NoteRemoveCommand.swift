import ArgumentParser
import FleetClient
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetTeam

/// `fleet note remove`: removes notes.
struct NoteRemoveCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove notes: all of them, or none if one does not exist.",
        examples: [
            "Remove a note": "fleet note remove 1",
            "Remove two notes": "fleet note remove 2 3",
        ]
    )

    @Argument(
        help: .withSavedLink("The numbers of the notes (see `fleet note list`).", "note"),
        completion: .stored(.notes))
    var arguments: [NoteArgument]

    @OptionGroup var source: SourceSelection

    private var notes: [Int64] { arguments.compactMap(\.number) }

    mutating func validate() throws {
        _ = try source.takeLink(from: arguments.compactMap(\.link))
        if notes.isEmpty { throw ValidationError("the number of the note is missing") }
    }

    func run(in context: CommandContext) async throws {
        let annotated = try await AnnotatedSource(source.argument, in: context)
        if let missing = try notes.first(where: { try annotated.annotations.note($0) == nil }) {
            throw CommandError.noNote(missing, of: annotated.selected)
        }
        for number in try await annotated.writer.removeNotes(notes) {
            context.output.log("removed note \(number)")
        }
    }
}
