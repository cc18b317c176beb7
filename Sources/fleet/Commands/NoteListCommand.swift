import ArgumentParser
import FleetClient
import FleetCore
import FleetOutput
import FleetRuntime
import FleetSettings
import FleetTeam

/// `fleet note list`: the notes of a source, or those about one vehicle.
struct NoteListCommand: FleetCommand, ListingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the notes, oldest first.",
        examples: [
            "List all notes": "fleet note list",
            "List the notes about one vehicle as JSON": "fleet note list ABP-PHY --format json",
            "List your open tasks, the nearest first":
                "fleet note list --task --open --assignee @me --near 48.85,2.35",
        ]
    )

    @Argument(
        help: .withSavedLink("List only the notes about this vehicle.", "id"),
        completion: .stored(.vehicles))
    var ids: [String] = []

    @Flag(help: "List only tasks, by their due time.")
    var task = false

    @Flag(help: "List only what is not done.")
    var open = false

    @Option(
        help: ArgumentHelp(
            "List only the tasks of this person: a sign-in name, @me or none.", valueName: "name"))
    var assignee: String?

    @Option(
        help: ArgumentHelp(
            "List only what is due at this time, such as now, 18:00 or 2026-01-31.",
            valueName: "time"))
    var dueBefore: String?

    @Option(help: ArgumentHelp("List the nearest to this location first.", valueName: "lat,lon"))
    var near: CoordinateArgument?

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
        let all =
            try id.map { try resolver.notes(about: $0, of: annotations, in: store) }
            ?? annotations.notes()
        let notes = try chosen(
            all, me: source.mirror?.team.login.userName,
            dueBefore: try dueTime(now: context.shownNow()))
        let report = NoteReport(
            source: selected.label, notes: notes, photos: annotations.photos,
            origins: try source.noteOrigins())
        try print(report, to: context)
        if notes.isEmpty {
            let hasOthers = try id != nil && !annotations.notes().isEmpty
            context.output.log(
                all.isEmpty
                    ? emptyMessage(about: hasOthers ? id : nil, selected.option)
                    : "no such notes; run `fleet note list\(selected.option)` to see all of them")
        }
        if let unsent = try context.unsentNotes(of: selected) { context.output.log(unsent) }
    }

    /// Returns the notes that the options select, in their order.
    /// - Parameter me: The user's sign-in name; `nil` in a home, whose tasks have no assignee.
    private func chosen(
        _ notes: [Note], me: String?, dueBefore: Timestamp?
    ) throws -> [Note] {
        let name = assignee == "@me" ? me : assignee
        if assignee == "@me", name == nil { throw CommandError.noAssignee }
        var chosen = notes.filter { note in
            if open, note.doneAt != nil { return false }
            if let dueBefore, !(note.task?.dueAt.map { $0 <= dueBefore } ?? false) {
                return false
            }
            guard let name else { return !task || note.task != nil }
            return note.task.map { ($0.assignee ?? "none") == name } ?? false
        }
        // The order of the notes remains among equal ones.
        if let origin = near?.position {
            chosen.sort { $0.position.distance(from: origin) < $1.position.distance(from: origin) }
        } else if task || name != nil || dueBefore != nil {
            chosen.sort { ($0.task?.dueAt ?? .distantFuture) < ($1.task?.dueAt ?? .distantFuture) }
        }
        return chosen
    }

    /// Returns the time of `--due-before`; `nil` without it.
    private func dueTime(now: Timestamp) throws -> Timestamp? {
        guard let dueBefore else { return nil }
        guard let time = dueBefore == "now" ? now : LocalTime.time(dueBefore, now: now) else {
            throw CommandError.usage(
                "--due-before \(TerminalText.escaped(dueBefore)) is not a valid time",
                hint: "write now, 18:00, 2026-01-31 or '2026-01-31 18:00'")
        }
        return time
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

extension Timestamp {
    fileprivate static let distantFuture = Timestamp(milliseconds: .max)
}

extension Position? {
    /// Returns the distance in metres; infinity without a position.
    fileprivate func distance(from origin: Position) -> Double {
        map { $0.distance(to: origin) } ?? .infinity
    }
}
