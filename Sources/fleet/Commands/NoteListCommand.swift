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

    @Option(help: .source)
    var source: String?

    @Option(help: "Output format.")
    var format: ReportFormat = .text

    func validate() throws {
        if let id { try IDArgument.check([id], "the vehicle ID") }
    }

    func run(in context: CommandContext) throws {
        let selected = try context.select(source, in: context.preferences())
        let source = try context.open(selected)
        let resolver = try source.stableIDs
        let store = try source.readableStore()
        func allNotes() throws -> [Note] {
            try store.annotations.read { try $0.notes(of: resolver.key) }
        }
        let notes = try id.map { try resolver.notes(about: $0, in: store) } ?? allNotes()
        let report = NoteReport(
            source: selected.label, notes: notes, photos: store.annotations.photos)
        try context.output.write(report.rendered(format, localTime: LocalTime.text))
        if notes.isEmpty {
            let hasOthers = try id != nil && !allNotes().isEmpty
            context.output.log(emptyMessage(hasOthers: hasOthers))
        }
    }

    private func emptyMessage(hasOthers: Bool) -> String {
        guard let id, hasOthers else {
            return "no notes yet; add one with `fleet note add ID TEXT`"
        }
        return "no notes about \(CommandError.shownID(id)); run `fleet note list` to see all notes"
    }
}
