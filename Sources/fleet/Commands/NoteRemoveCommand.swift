import ArgumentParser
import FleetCore
import FleetSession
import FleetStore

/// `fleet note remove`: removes notes.
struct NoteRemoveCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove notes.",
        examples: [
            "Remove a note": "fleet note remove 1",
            "Remove two notes": "fleet note remove 2 3",
        ]
    )

    @Argument(help: "The numbers of the notes (see `fleet note list`).")
    var notes: [Int64]

    @Option(help: .source)
    var source: String?

    func run(in context: CommandContext) async throws {
        let annotated = try context.openAnnotated(source)
        let removed = try await annotated.store.annotations.removeNotes(
            notes, of: annotated.resolver.key)
        for number in removed { context.output.log("removed note \(number)") }
        if let missing = notes.first(where: { !removed.contains($0) }) {
            throw CommandError.noNote(missing, of: annotated.label)
        }
    }
}
