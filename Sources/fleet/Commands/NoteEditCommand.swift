import ArgumentParser
import FleetCore
import FleetStore

/// `fleet note edit`: gives a note another text, or other photos.
struct NoteEditCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a note; without a text, in the editor of $EDITOR.")

    @Argument(help: "The note's number, as `fleet note list` shows it.")
    var note: Int64

    @Argument(help: "The text.")
    var text: String?

    @OptionGroup var photo: PhotoOption

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "The number of a photo to remove, or the beginning of its SHA-256, as `fleet note list` shows "
                + "them; several may follow.", valueName: "photo"))
    var removePhoto: [String] = []

    @OptionGroup var source: SourceOption

    func run(in composition: Composition) async throws {
        let photos = try photo.files()
        let kept = try composition.openKept(source)
        let (key, store) = (kept.codes.key, kept.store)
        guard let before = try store.snapshot({ try $0.note(note, of: key) }) else {
            throw Problem.noNote(note, of: kept.label)
        }
        let removed = try removePhoto.map { try before.photo($0).number }
        // Whoever changes photos alone is not asked for a text.
        let asksForText = text != nil || (photos == nil && removed.isEmpty)
        let text =
            asksForText ? try NoteText.read(text, before: before.text, composition.output) : nil
        guard
            let after = try await store.edit(
                note, text: text, adding: photos, removing: removed, at: composition.shownNow(),
                of: key)
        else { throw Problem.noNote(note, of: kept.label) }
        composition.output.say("changed note \(note)\(PhotoText.count(after.photos))")
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
