import ArgumentParser
import FleetCore
import FleetStore

/// `fleet note edit`: gives a note another text.
struct NoteEditCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a note; without a text, in the editor of $EDITOR.")

    @Argument(help: "The note's number, as `fleet note list` shows it.")
    var note: Int64

    @Argument(help: "The text.")
    var text: String?

    @OptionGroup var source: SourceOption

    func run(in composition: Composition) async throws {
        let kept = try composition.openKept(source)
        let (key, store) = (kept.codes.key, kept.store)
        guard let before = try store.snapshot({ try $0.note(note, of: key) }) else {
            throw Problem.noNote(note, of: kept.label)
        }
        let text = try NoteText.read(text, before: before.text, composition.output)
        guard
            try await store.edit(note, text: text, at: composition.shownNow(), of: key) != nil
        else { throw Problem.noNote(note, of: kept.label) }
        composition.output.say("changed note \(note)")
    }
}

extension Problem {
    /// There is no note of a number.
    static func noNote(_ number: Int64, of source: String) -> Problem {
        Problem(
            .noInput, "\(source) has no note \(number)",
            hint: "`fleet note list` shows the notes and their numbers")
    }
}
