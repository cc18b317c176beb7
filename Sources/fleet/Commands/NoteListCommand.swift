import ArgumentParser
import FleetCore
import FleetStore

/// `fleet note list`: the notes about a source's vehicles, or about one of them.
struct NoteListCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the notes, the oldest first.")

    @Argument(help: ArgumentHelp("Only those about this vehicle.", valueName: "id"))
    var id: String?

    @OptionGroup var source: SourceOption

    @Option(help: "The format of the output.")
    var format: ReportFormat = .text

    func validate() throws {
        if let id { try TypedID.check([id], "the vehicle's code") }
    }

    func run(in composition: Composition) throws {
        let selected = try composition.select(source.text, in: composition.preferences())
        let source = try composition.open(selected)
        let codes = try source.codes
        let store = try source.readableStore()
        let (notes, hasOthers) = try store.snapshot { reader in
            guard let id else { return (try reader.notes(of: codes.key), false) }
            let notes = try codes.notes(about: id, in: reader)
            return (notes, try notes.isEmpty && !reader.notes(of: codes.key).isEmpty)
        }
        let report = NoteReport(source: selected.label, notes: notes, photos: store.photos)
        try composition.output.write(report.rendered(format, localTime: LocalTime.text))
        if notes.isEmpty { composition.output.say(nothing(hasOthers: hasOthers)) }
    }

    /// What is said where there is nothing to list.
    private func nothing(hasOthers: Bool) -> String {
        guard let id, hasOthers else {
            return "no notes yet: `fleet note add ID TEXT` writes one"
        }
        return "no note is about \(TypedID.shown(id)): `fleet note list` lists them all"
    }
}
