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

    func run(in composition: Composition) throws {
        let selected = try composition.select(source.text, in: composition.preferences())
        let source = try composition.open(selected)
        let key = try source.codes.key
        let store = try source.readableStore()
        let notes = try store.snapshot { reader in
            try id.map { try reader.notes(of: key, aboutAnyCaseOf: $0) } ?? reader.notes(of: key)
        }
        let report = NoteReport(source: selected.label, notes: notes, photos: store.photos)
        try composition.output.write(report.rendered(format, localTime: LocalTime.text))
        if notes.isEmpty {
            composition.output.say("no notes yet: `fleet note add ID TEXT` writes one")
        }
    }
}
