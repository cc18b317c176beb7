import ArgumentParser
import FleetCore
import FleetOutput
import FleetRuntime
import FleetTeam

/// `fleet note list`: the notes about the vehicles of a source, or about one of them.
struct NoteListCommand: FleetCommand, ListingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the notes, oldest first.",
        examples: [
            "List all notes": "fleet note list",
            "List the notes about one vehicle as JSON": "fleet note list ABP-PHY --format json",
        ]
    )

    @Argument(
        help: .withSavedLink("List only the notes about this vehicle.", "id"),
        completion: .stored(.vehicles))
    var ids: [String] = []

    @OptionGroup var source: SourceSelection

    @OptionGroup var output: ListOutputOptions<NoteListFormat>

    mutating func validate() throws {
        ids = try source.takeLink(from: ids)
        if ids.count > 1 { throw ValidationError("Unexpected argument '\(ids[1])'") }
        try IDArgument.check(ids, "the vehicle ID")
        if selectedFormat == .text, output.fields != nil {
            throw ValidationError("--fields cannot be used with --format text")
        }
    }

    static var fieldNames: [String] { NoteReport.fieldNames }

    func run(in context: CommandContext) async throws {
        let selected = try await context.select(
            context.saved(source.argument), in: context.preferences(), acceptsVehicle: true)
        let id = (ids + selected.vehicleIDs).first
        let source = try context.open(selected)
        let resolver = try source.stableIDs
        let store = try source.readableStore()
        try await source.updateAnnotations()
        let annotations = try source.annotations
        let notes =
            try id.map { try resolver.notes(about: $0, of: annotations, in: store) }
            ?? annotations.notes()
        let report = NoteReport(
            source: selected.label, notes: notes, photos: annotations.photos,
            origins: try source.noteOrigins())
        try print(report, to: context)
        if notes.isEmpty {
            let hasOthers = try id != nil && !annotations.notes().isEmpty
            context.output.log(emptyMessage(about: hasOthers ? id : nil, selected.option))
        }
        if let unsent = try context.unsentNotes(of: selected) { context.output.log(unsent) }
    }

    private func print(_ report: NoteReport, to context: CommandContext) throws {
        let format: RecordFormat? =
            switch selectedFormat {
            case .text: nil
            case .table: .table
            case .json: .json
            case .ndjson: .ndjson
            case .csv: .csv
            }
        if let format {
            return try context.printList(report.list(LocalTime.text), as: format, output.display)
        }
        try context.printList(output.display, header: nil) { _, _, sink in
            sink.append(report.text(LocalTime.text))
            try sink.finish()
        }
    }

    /// The selected format: notes in full, unless fields are selected.
    private var selectedFormat: NoteListFormat {
        output.json ? .json : output.format ?? (output.fields == nil ? .text : .table)
    }

    private func emptyMessage(about id: String?, _ source: String) -> String {
        guard let id else {
            return "no notes yet; add one with `fleet note add ID TEXT\(source)`"
        }
        return "no notes about \(CommandError.shownID(id)); "
            + "run `fleet note list\(source)` to see all notes"
    }
}

/// Format of the list of notes.
enum NoteListFormat: String, ListFormatChoice {
    /// The notes in full, each with its lines and photos.
    case text
    case table
    case json
    case ndjson
    case csv
}
