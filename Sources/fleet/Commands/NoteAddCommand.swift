import ArgumentParser
import FleetClient
import FleetCore
import FleetOutput
import FleetRuntime

/// `fleet note add`: adds a note about a vehicle.
struct NoteAddCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a note about a vehicle.",
        examples: [
            "Add a note": "fleet note add ABP-PHY 'brake is loose'",
            "Add a note with photos":
                "fleet note add ABP-PHY 'scratched' --photo front.jpg side.jpg",
            "Write the note in the editor of $EDITOR": "fleet note add ABP-PHY",
            "Read the text from standard input": "fleet note add ABP-PHY - < report.txt",
        ],
        notes: """
            The note stores the location of the vehicle, the time of that location and copies of \
            the photos.
            """
    )

    @Argument(
        help: .withSavedLink("The vehicle ID.", "id"), completion: .stored(.vehicles))
    var id: String

    @Argument(help: "The text of the note, or - to read it from standard input.")
    var text: String?

    @Argument(help: .hidden)
    var last: String?

    @OptionGroup var photo: PhotoOption

    @Flag(help: "Share the note with the team, on a team's server.")
    var team = false

    @Flag(help: .unseen)
    var unseen = false

    @OptionGroup var source: SourceSelection

    /// The ID, unless it is that of a link, and the text.
    private var words: [String] {
        (SourceArgument.isLink(id) ? [text, last] : [id, text]).compactMap(\.self)
    }

    mutating func validate() throws {
        // An address after the ID may be the text.
        try source.takeLink(SourceArgument.isLink(id) ? id : last)
        if let id = words.first { try IDArgument.check([id], "the vehicle ID") }
    }

    func run(in context: CommandContext) async throws {
        let photos = try photo.files()
        let annotated = try await context.openAnnotated(source.argument, acceptsVehicle: true)
        let (id, typed) = try values(of: annotated.selected)
        let found = try await annotated.find([id], acceptsUnseen: unseen)[0]
        let text = try await NoteText.read(typed, in: context)
        let note = try await annotated.writer.add(
            Note(
                number: 0, vehicleID: found.stableID, text: text, createdAt: context.shownNow(),
                position: found.position, seenAt: found.seenAt),
            photos: photos, for: team ? .team : .author)
        context.output.log(
            "added note \(note.number) about \(found.stableID)\(PhotoText.count(note.photos))")
    }

    /// Returns the vehicle ID, which an argument or the page of the vehicle has, and the text.
    private func values(of selected: ResolvedSource) throws -> (id: String, text: String?) {
        let values = selected.vehicleIDs + words
        guard let id = values.first else { throw selected.missingID(of: "note add") }
        guard values.count < 3 else {
            throw CommandError.usage(
                "there are two vehicle IDs, \(words[0]) and that of the address",
                hint: "leave out \(words[0]), or use --source")
        }
        return (id, values.dropFirst().first)
    }
}
