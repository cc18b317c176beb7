import ArgumentParser
import FleetCore
import FleetStore

/// `fleet note add`: writes a note about a vehicle.
struct NoteAddCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Write a note about a vehicle; without a text, in the editor of $EDITOR.",
        discussion: "Where the vehicle is, and since when that is known, is kept with the note.")

    @Argument(help: ArgumentHelp("The vehicle's code.", valueName: "id"))
    var id: String

    @Argument(help: "The text.")
    var text: String?

    @OptionGroup var source: SourceOption

    func run(in composition: Composition) async throws {
        let kept = try composition.openKept(source)
        let (codes, store) = (kept.codes, kept.store)
        let code = try await kept.source.codes(ofVehicles: [id], in: store)[0]
        let (info, vehicle) = try store.read(codes.key) { stored in
            (
                stored.info,
                try VehicleLookup(stored).find(id, allowingPrefix: false, in: kept.label)
            )
        }
        try await codes.check(info, in: store) { composition.output.warn($0) }
        let text = try NoteText.read(text, composition.output)
        let note = try await store.add(
            Note(
                number: 0, vehicleID: code, text: text, createdAt: composition.shownNow(),
                position: vehicle.position, seenAt: vehicle.lastReported ?? info.fetchedAt),
            to: codes.key)
        composition.output.say("note \(note.number) about \(code)")
    }
}
