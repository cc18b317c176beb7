import ArgumentParser
import FleetClient
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime
import FleetSettings
import FleetTeam

/// `fleet note list`: the notes of one source or of several, or those about one vehicle.
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

    @Flag(help: "List only tasks, by their due time and priority.")
    var task = false

    @Flag(help: "List only what is not done.")
    var open = false

    @Option(
        help: ArgumentHelp(
            "List only the tasks of this person: a sign-in name, @me or none.", valueName: "name"))
    var assignee: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "List only what is due at this time, such as now, 18:00 or 2026-01-31.",
            valueName: "time"))
    var dueBefore: String?

    @Option(help: ArgumentHelp("List the nearest to this location first.", valueName: "lat,lon"))
    var near: CoordinateArgument?

    @OptionGroup var source: SourcesSelection

    @OptionGroup var output: ListOutputOptions<NoteListFormat>

    mutating func validate() throws {
        ids = try source.takeLink(from: ids)
        if ids.count > 1 { throw ValidationError("Unexpected argument '\(ids[1])'") }
        try IDArgument.check(ids, "the vehicle ID")
        let columns: UsedOptions = ["--fields": output.fields != nil] + output.titles
        try columns.refuse(with: selectedFormat == .text ? "--format text" : nil)
    }

    static var fieldNames: [String] { NoteReport.fieldNames }

    func run(in context: CommandContext) async throws {
        let selected = try await context.select(
            source.arguments.map { try $0.saved(in: context) }, in: context.preferences(),
            acceptsVehicle: true)
        let id = (ids + selected.flatMap(\.vehicleIDs)).first
        var (failures, stores, all) = (SourceFailures(), HomeStores(in: context), [SourceNotes]())
        for source in selected {
            do {
                all.append(try await notes(of: source, about: id, in: context, &stores))
            } catch {
                guard selected.count > 1 else { throw error }
                try failures.add(error, of: source.label)
            }
        }
        guard !all.isEmpty else { throw failures }
        try print(NoteReport(all.map(\.source), ordered(all.map(\.chosen))), to: context)
        for source in all { try report(source, about: id, in: context) }
        if !failures.isEmpty { throw failures }
    }

    /// The notes of a source.
    private struct SourceNotes {
        let selected: ResolvedSource
        let source: NotedSource
        /// Those that the options select.
        let chosen: [Note]
        /// Whether there are any others.
        let hasOthers: Bool
        /// Whether there are any about another vehicle.
        let hasOthersAboutOthers: Bool
    }

    private func notes(
        of selected: ResolvedSource, about id: String?, in context: CommandContext,
        _ stores: inout HomeStores
    ) async throws -> SourceNotes {
        let source = try stores.open(selected)
        let resolver = try source.stableIDs
        let store = try source.readableStore()
        try await source.updateAnnotations()
        let annotations = try source.annotations
        let all =
            try id.map { try resolver.notes(about: $0, of: annotations, in: store) }
            ?? annotations.notes()
        let chosen = try chosen(
            all, me: source.mirror?.team.login.userName,
            dueBefore: try dueTime(now: context.shownNow()))
        return SourceNotes(
            selected: selected,
            source: NotedSource(
                selected.label, photos: annotations.photos, origins: try NoteOrigin.all(of: source)),
            chosen: chosen, hasOthers: !all.isEmpty,
            hasOthersAboutOthers: try chosen.isEmpty && id != nil && !annotations.notes().isEmpty)
    }

    /// Logs why a source has no notes in the list, and which of its notes are not sent yet.
    private func report(
        _ notes: SourceNotes, about id: String?, in context: CommandContext
    ) throws {
        let (selected, option) = (notes.selected, notes.selected.option)
        if notes.chosen.isEmpty {
            let message =
                notes.hasOthers
                ? "no such notes; run `fleet note list\(option)` to see all of them"
                : emptyMessage(about: notes.hasOthersAboutOthers ? id : nil, option)
            context.output.log(message)
        }
        if let login = selected.team?.login {
            let unsent = try NoteDrafts(of: login, in: context).all().count
            if unsent > 0 {
                context.output.log(
                    "\(ShortText.count(unsent, "note")) not sent yet; send with `fleet note send`")
            }
        }
    }

    /// Returns the notes that the options select.
    /// - Parameter me: The user's sign-in name; `nil` in a home, whose tasks have no assignee.
    private func chosen(
        _ notes: [Note], me: String?, dueBefore: Timestamp?
    ) throws -> [Note] {
        let name = assignee == "@me" ? me : assignee
        if assignee == "@me", name == nil { throw CommandError.noAssignee }
        return notes.filter { note in
            if open, note.doneAt != nil { return false }
            if let dueBefore, !(note.task?.dueAt.map { $0 <= dueBefore } ?? false) {
                return false
            }
            guard let name else { return !task || note.task != nil }
            return note.task.map { ASCIICase.equal($0.assignee ?? "none", name) } ?? false
        }
    }

    /// Returns the notes of the sources as one list in the order of the options; equal ones remain
    /// in the order of their sources.
    private func ordered(_ notes: [[Note]]) -> [NoteReport.ListedNote] {
        var listed = notes.enumerated().flatMap { source, notes in notes.map { ($0, source) } }
        func sort(_ value: (Note) -> some Comparable) {
            listed.sort { value($0.0) < value($1.0) }
        }
        if notes.count > 1 { sort(\.createdAt) }
        if let origin = near?.position {
            sort { $0.position.distance(from: origin) }
        } else if task || assignee != nil || dueBefore != nil {
            // A sort keeps the order of equal notes.
            listed.sort { ($1.0.task?.priority ?? .normal) < ($0.0.task?.priority ?? .normal) }
            sort { $0.task?.dueAt ?? .distantFuture }
        }
        return listed
    }

    /// Returns the time of `--due-before`; `nil` without it.
    private func dueTime(now: Timestamp) throws -> Timestamp? {
        guard let dueBefore else { return nil }
        guard let time = dueBefore == "now" ? now : LocalTime.time(dueBefore, now: now) else {
            throw CommandError.usage(
                "--due-before \(TerminalText.escaped(dueBefore)) is not a valid time",
                hint: "write now, today, 18:00, 2026-01-31 or '2026-01-31 18:00'")
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
            case .xlsx: .xlsx
            }
        if let format {
            return try context.printList(report.list(context.timeText), as: format, output.display)
        }
        try context.printList(output.display, header: nil) { _, _, sink in
            sink.append(report.text(context.timeText))
            try sink.finish()
        }
    }

    /// The selected format: notes in full, unless fields are selected.
    private var selectedFormat: NoteListFormat {
        output.json
            ? .json
            : output.format ?? output.formatOfFile ?? (output.fields == nil ? .text : .table)
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
    case xlsx
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
