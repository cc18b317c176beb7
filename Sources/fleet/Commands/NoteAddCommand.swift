import ArgumentParser
import FleetCore
import FleetStore

/// `fleet note add`: writes a note about a vehicle.
struct NoteAddCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Write a note about a vehicle; without a text, in the editor of $EDITOR.",
        discussion: """
            Where the vehicle is, and since when that is known, is kept with the note, and so are copies \
            of its photos.
            """)

    @Argument(help: ArgumentHelp("The vehicle's code.", valueName: "id"))
    var id: String

    @Argument(help: "The text.")
    var text: String?

    @OptionGroup var photo: PhotoOption

    @OptionGroup var source: SourceOption

    func validate() throws { try TypedID.check([id], "the vehicle's code") }

    func run(in composition: Composition) async throws {
        let photos = try photo.files()
        let kept = try composition.openKept(source)
        let found = try await kept.find([id])[0]
        let text = try NoteText.read(text, composition.output)
        let note = try await kept.store.add(
            Note(
                number: 0, vehicleID: found.code, text: text, createdAt: composition.shownNow(),
                position: found.vehicle.position,
                seenAt: found.vehicle.lastReported ?? found.info.fetchedAt),
            photos: photos, to: kept.codes.key)
        composition.output.say(
            "note \(note.number) about \(found.code)\(PhotoText.count(note.photos))")
    }
}
