import ArgumentParser
import FleetCore
import FleetStore

/// `fleet note remove`: removes notes.
struct NoteRemoveCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove notes.")

    @Argument(help: "The notes' numbers, as `fleet note list` shows them.")
    var notes: [Int64]

    @OptionGroup var source: SourceOption

    func run(in composition: Composition) async throws {
        let kept = try composition.openKept(source)
        let removed = try await kept.store.removeNotes(notes, of: kept.codes.key)
        for number in removed { composition.output.say("removed note \(number)") }
        if let missing = notes.first(where: { !removed.contains($0) }) {
            throw Problem.noNote(missing, of: kept.label)
        }
    }
}
