import ArgumentParser
import FleetCore
import FleetStore

/// `fleet list`: the vehicles of a source, narrowed, in any format.
struct ListCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the vehicles of a source.",
        discussion: """
            The colors chosen with --color are kept for the next `fleet list` when the format is \
            table; --color all clears them.
            """
    )

    @OptionGroup var source: SourceOption
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup var ansi: AnsiOption

    @OptionGroup var order: OrderOption

    @Option(help: ArgumentHelp("Show at most so many vehicles.", valueName: "n"))
    var limit: Int?

    @Flag(help: "Only the favorites that are there; `fleet favorite` keeps them.")
    var favorites = false

    @OptionGroup var asking: AskingOptions

    @Flag(help: "Leave the saved colors as they are.")
    var noSave = false

    @Option(help: "The format of the output.")
    var format: ListFormat = .table

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit is a number from 0") }
        _ = try order.order(of: filter)
    }

    func run(in composition: Composition) async throws {
        let preferences = try composition.preferences()
        let selected = try composition.select(source.text, in: preferences)
        let query = try await query(savedColors: colors(preferences, composition))
        let source = try composition.open(selected)
        try await source.withListing(query, asking.asking, onlyFavorites: favorites) { listing in
            try print(listing, to: composition)
            let away = listing.away.joined(separator: ", ")
            if !away.isEmpty { composition.output.say("away: " + away) }
        }
    }

    private func query(savedColors: ColorFilter) throws -> VehicleQuery {
        var query = VehicleQuery()
        query.filter = try filter.filter(savedColors: savedColors)
        query.order = try order.order(of: filter)
        query.limit = limit
        return query
    }
}

extension ListCommand {
    /// The saved colors, which only a table obeys and keeps, so that no script is narrowed by what a
    /// person chose.
    private func colors(
        _ preferences: Result<Preferences, PreferencesFailure>, _ composition: Composition
    ) async throws -> ColorFilter {
        guard format == .table else { return .all }
        return try await composition.colors(filter, preferences, saves: !noSave)
    }

    private func print(_ listing: Listing, to composition: Composition) throws {
        let output = composition.output
        let style = composition.tableStyle(ansi)
        let isHeaderTalk = format == .table && !output.isTerminal
        if isHeaderTalk { output.talk(TableHeader(listing.head, style: style).text) }
        let notes = try listing.write(
            as: format, hasHeader: format == .table && !isHeaderTalk, style: style, to: output)
        sayNotes(listing, notes, to: output)
    }

    private func sayNotes(_ listing: Listing, _ notes: EncodingNotes, to output: Output) {
        let unknown = listing.head.counts.unknownBattery
        if unknown > 0 { output.say("\(unknown) vehicles of unknown charge are left out") }
        if notes.leftOut > 0 {
            output.say("\(notes.leftOut) vehicles cannot be told in GBFS 3.0 and are left out")
        }
        output.warn(of: listing.reading)
    }
}
