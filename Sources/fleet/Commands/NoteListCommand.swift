import ArgumentParser
import FleetCore
import FleetSession
import FleetStore

/// `fleet note list`: the notes about the vehicles of a source, or about one of them.
struct NoteListCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the notes, oldest first.",
        examples: [
            "List all notes": "fleet note list",
            "List the notes about one vehicle as JSON": "fleet note list ABP-PHY --format json",
        ]
    )

    @Argument(help: ArgumentHelp("List only the notes about this vehicle.", valueName: "id"))
    var id: String?

    @OptionGroup var source: SourceOption

    @Option(help: "Output format.")
    var format: ReportFormat = .text

    func validate() throws {
        if let id { try IDArgument.check([id], "the vehicle ID") }
    }

    func run(in context: CommandContext) throws {
        let selected = try context.select(source.text, in: context.preferences())
        let source = try context.open(selected)
        let resolver = try source.stableIDs
        let store = try source.readableStore()
        let (notes, hasOthers) = try store.snapshot { reader in
            guard let id else { return (try reader.notes(of: resolver.key), false) }
            let notes = try resolver.notes(about: id, in: reader)
            return (notes, try notes.isEmpty && !reader.notes(of: resolver.key).isEmpty)
        }
        let report = NoteReport(source: selected.label, notes: notes, photos: store.photos)
        try context.output.write(report.rendered(format, localTime: LocalTime.text))
        if notes.isEmpty { context.output.log(emptyMessage(hasOthers: hasOthers)) }
    }

    private func emptyMessage(hasOthers: Bool) -> String {
        guard let id, hasOthers else {
            return "no notes yet; add one with `fleet note add ID TEXT`"
        }
        return "no notes about \(CommandError.shownID(id)); run `fleet note list` to see all notes"
    }
}
