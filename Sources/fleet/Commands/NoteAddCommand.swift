import ArgumentParser
import FleetClient
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime
import FleetTeam

/// `fleet note add`: adds a note about vehicles, a site or a place.
struct NoteAddCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a note about a vehicle, or one for each of several, a site or a place.",
        examples: [
            "Add a note": "fleet note add ABP-PHY 'brake is loose'",
            "Add a note with photos":
                "fleet note add ABP-PHY 'scratched' --photo front.jpg side.jpg",
            "Write the note in the editor of $EDITOR": "fleet note add ABP-PHY",
            "Read the text from standard input": "fleet note add ABP-PHY - < report.txt",
            "Say where a vehicle of a table is":
                "fleet note add CB-007 --sighting 48.137,11.575 --source bikes",
        ],
        notes: """
            The note stores the location of the vehicle, the time of that location and copies of \
            the photos. With --sighting, vehicles of a table are at that location until their rows \
            have another one; the text may be left out. A task is a note of the team, with somebody who is to do it, a due time, or \
            neither.
            """
    )

    @Argument(
        help: .withSavedLink(
            "The vehicle IDs, and the text of the note, or - to read it from standard input; the "
                + "editor opens without a text.", "id"),
        completion: .stored(.vehicles))
    var words: [String] = []

    @Option(help: ArgumentHelp("Write about the site with this ID.", valueName: "id"))
    var site: String?

    @Option(help: ArgumentHelp("Write about a place.", valueName: "lat,lon"))
    var location: CoordinateArgument?

    @Option(
        help: ArgumentHelp(
            "Move the vehicles of a table to where they are; none for the location of their rows.",
            valueName: "lat,lon|none"))
    var sighting: SightingArgument?

    @OptionGroup var task: TaskOptions

    @Flag(name: .customLong("task"), help: "Make it a task that nobody is to do yet.")
    var isTask = false

    @OptionGroup var photo: PhotoOption

    @Flag(help: "Share the note with the team, on a team's server.")
    var team = false

    @Flag(help: .unseen)
    var unseen = false

    @OptionGroup var source: SourceSelection

    private var isAboutVehicles: Bool { site == nil && location == nil }

    mutating func validate() throws {
        if words.isEmpty, isAboutVehicles { throw ValidationError("the vehicle ID is missing") }
        // An address after the ID may be the text.
        let index = words.first.map(SourceArgument.isLink) == true ? 0 : 2
        if words.indices.contains(index), index == words.count - 1 || index == 0,
            SourceArgument.isLink(words[index])
        {
            try source.takeLink(words.remove(at: index))
        }
        guard isAboutVehicles else {
            if site != nil, location != nil {
                throw ValidationError("--site and --location cannot be used together")
            }
            if words.count > 1 { throw ValidationError("Unexpected argument '\(words[1])'") }
            let used: UsedOptions = ["--unseen": unseen, "--sighting": sighting != nil]
            return try used.refuse(with: site == nil ? "--location" : "--site")
        }
        try IDArgument.check(Array(ids(before: words)), "the vehicle ID")
    }

    /// Returns the vehicle IDs among the words, which end with the text.
    private func ids(before words: [String]) -> ArraySlice<String> {
        words.count > 1 ? words.dropLast() : words[...]
    }

    func run(in context: CommandContext) async throws {
        let photos = try photo.files()
        let annotated = try await AnnotatedSource(
            source.argument, in: context, acceptsVehicle: true)
        let (subjects, typed) = try await subjects(of: annotated, in: context)
        if sighting != nil, typed == nil { return }
        let newTask = try task.task(isTask: isTask, at: context.shownNow())
        let text = try await NoteText.read(typed, in: context)
        let isShared = team || newTask != nil && annotated.selected.team != nil
        for var note in subjects {
            (note.text, note.task, note.createdAt) = (text, newTask, context.shownNow())
            let added = try await annotated.writer.add(
                note, photos: photos, for: isShared ? .team : .private)
            let due = added.task?.dueAt.map { ", due " + LocalTime.text($0) } ?? ""
            context.output.log(
                "added \(added.task == nil ? "note" : "task") \(added.number) about "
                    + TerminalText.escaped(added.subject) + PhotoText.count(added.photos) + due)
        }
        if isShared, !team { context.output.log(TaskOptions.sharingText) }
    }

    /// Returns notes without text, one for each vehicle, site or place, and the typed text.
    private func subjects(
        of annotated: AnnotatedSource, in context: CommandContext
    ) async throws -> (notes: [Note], text: String?) {
        if let location {
            return ([Note(about: nil, position: location.position)], words.first)
        }
        if let site {
            let found = try annotated.site(site)
            return ([Note(about: nil, site: found.id, position: found.position)], words.first)
        }
        let linked = annotated.selected.vehicleIDs
        let ids = linked.isEmpty ? Array(ids(before: words)) : linked
        guard !ids.isEmpty else { throw annotated.selected.missingID(of: "note add") }
        guard linked.isEmpty || words.count < 2 else {
            throw CommandError.usage(
                "there are two vehicle IDs, \(words[0]) and that of the address",
                hint: "leave out \(words[0]), or use --source")
        }
        var vehicles = try await annotated.find(ids, acceptsUnseen: unseen)
        if let sighting {
            try await move(&vehicles, to: sighting.position, of: annotated, in: context)
        }
        let notes = vehicles.map {
            Note(about: $0.stableID, position: $0.position, seenAt: $0.seenAt)
        }
        return (notes, linked.isEmpty ? words.dropFirst(ids.count).first : words.first)
    }
}

extension NoteAddCommand {
    /// Moves vehicles to where they were seen, so that notes have that location.
    private func move(
        _ vehicles: inout [AnnotatedSource.AnnotatedVehicle], to position: Position?,
        of annotated: AnnotatedSource, in context: CommandContext
    ) async throws {
        let now = context.shownNow()
        try await annotated.move(vehicles, to: position, at: now)
        for index in vehicles.indices {
            let id = TerminalText.escaped(vehicles[index].stableID)
            guard let position else {
                context.output.log("\(id) is where its row says")
                continue
            }
            (vehicles[index].position, vehicles[index].seenAt) = (position, now)
            context.output.log("\(id) is at \(ShortText.position(position))")
        }
    }
}

/// Where vehicles were seen, on the command line.
struct SightingArgument: ExpressibleByArgument, Sendable {
    /// The location; `nil` for that of the row.
    let position: Position?

    init?(argument: String) {
        position = Position(argument)
        if position == nil, argument != "none" { return nil }
    }
}

extension Note {
    /// Creates a note that has no text yet.
    fileprivate init(
        about vehicle: String?, site: String? = nil, position: Position?, seenAt: Timestamp? = nil
    ) {
        self.init(
            number: 0, vehicleID: vehicle, siteID: site, text: "",
            createdAt: Timestamp(milliseconds: 0), position: position, seenAt: seenAt)
    }
}
