import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime
import FleetSQL
import FleetTUI

/// `fleet map`: a still map of the vehicles.
struct MapCommand: LinkCommand {
    static let configuration = CommandConfiguration(
        commandName: "map",
        abstract: """
            Draw a map of the vehicles of one source or of several, as text or as a PNG image.
            """,
        examples: [
            "Print a map of the yellow vehicles": "fleet map --color yellow",
            "Save a map as an image with a dark background":
                "fleet map --png map.png --size 1600x1200 --theme dark",
            "List what is near a point, in words": "fleet map --plain --near 48.86,2.35",
            "Print a map of the vehicles of a spreadsheet": "fleet map --ids bikes.xlsx",
        ],
        notes: """
            Like `fleet list`, the text map uses the saved colors; --png ignores them. The legends \
            of the zones that apply now are below the map, or at the top of an image; --plain lists \
            their rules. \
            `fleet browse map` opens an interactive map.
            """
    )

    @Argument(help: .link)
    var link: String?

    @OptionGroup(title: "Source") var fetch: FetchOptions<SourcesSelection>
    @OptionGroup(title: "Source") var moment: MomentOption
    @OptionGroup(title: "Source") var texts: LanguageOption
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup(title: "IDs from a file") var idFile: IDFileOptions
    @OptionGroup(title: "Output") var output: MapOutputOptions

    var database: String? { fetch.database }

    mutating func validate() throws {
        try fetch.selection.takeLink(link)
        let file = idFile
        idFile = try fetch.selection.table.given(to: file)
        try fetch.check(with: moment)
    }

    func run(in context: CommandContext) async throws {
        let context = output.plain ? context.withoutProgress() : context
        let preferences = try context.preferences()
        let sources = try await context.select(
            fetch.arguments, in: preferences, offline: fetch.offline, language: texts.language)
        let choice = try await filter.choice(of: sources[0], in: context, offline: fetch.offline)
        let file = try idFile.vehicleIDs(context.output)
        let group = try await choice.unordered.group(
            sources, file ?? [], file == nil ? .beginning : .exact,
            usingSavedColors: output.png == nil, in: context, preferences, fetch.offline)
        var sites: [Site] = []
        for source in sources { sites += await self.sites(of: source, in: context) }
        do {
            let (_, failures) = try await group.withListing(
                fetch.mode(at: moment.at), onlyFavorites: choice.onlyFavorites
            ) { listing in
                try show(listing, sites, choice.origin, in: context)
                listing.warnOfParsing(context.output)
                if file != nil { listing.warnOfMissing(to: context.output) }
                group.logUseOfSavedColors()
            }
            if let failures { throw failures }
        } catch {
            guard sources.count == 1, let source = try? context.open(sources[0]),
                await source.lacksVehicles(error)
            else { throw error }
            try await showSites(
                SiteQuery(choice.unordered.query()), of: sources[0], in: context, insteadOf: error)
        }
    }

    private func show(
        _ listing: Listing, _ sites: [Site], _ origin: Position?, in context: CommandContext
    ) throws {
        let zones = try output.noZones ? [] : listing.zones(at: context.shownNow())
        guard !output.plain else { return try describe(listing, sites, zones, origin, context) }
        let drawing = try MapDrawing(listing, sites: sites, zones: zones, origin: origin)
        try show(drawing, of: "vehicle", in: context) {
            TableHeader(listing.header, style: $0).text
        }
    }

    /// Shows the stations of a source without vehicles.
    private func showSites(
        _ query: SiteQuery, of selected: ResolvedSource, in context: CommandContext,
        insteadOf error: any Error
    ) async throws {
        let source = try context.open(selected, reading: .sites)
        try await source.withSitesAlone(
            fetch.mode(at: moment.at), insteadOf: error, "the map shows its stations",
            refusing: (idFile.vehicleOption ?? filter.vehicleOption).map(source.refused)
        ) { listing in
            let listing = try listing.selecting(query)
            guard !output.plain else {
                let style = TableStyle.plain(at: context.shownNow())
                let description = MapDescription(listing, origin: filter.near?.position)
                return try show(description, of: "site", listing.headerText(style), in: context)
            }
            let drawing = MapDrawing(listing, origin: filter.near?.position)
            try show(drawing, of: "site", in: context, header: listing.headerText)
        }
    }

    private func show(
        _ drawing: MapDrawing, of item: String, in context: CommandContext,
        header: (TableStyle) -> String
    ) throws {
        if let path = output.png {
            try write(drawing, to: path, context.output)
        } else {
            try print(drawing, header(context.tableStyle(output.ansi)), to: context)
        }
        log(drawing.withoutPosition, withoutPosition: item, to: context.output)
    }

    private func log(_ count: Int, withoutPosition item: String, to output: Output) {
        guard count > 0 else { return }
        output.log("\(count) \(count == 1 ? "\(item) has" : "\(item)s have") no location")
    }

    /// Prints a listing in words.
    private func describe(
        _ listing: Listing, _ sites: [Site], _ zones: [Zone], _ origin: Position?,
        _ context: CommandContext
    ) throws {
        let style = TableStyle.plain(at: context.shownNow())
        let description = try MapDescription(
            listing, sites: sites, zones: zones, origin: origin, style: style)
        let header = TableHeader(listing.header, style: style).text
        try show(description, of: "vehicle", header, in: context)
    }

    private func show(
        _ description: MapDescription, of item: String, _ header: String,
        in context: CommandContext
    ) throws {
        let header = header.split(separator: "\n").map(String.init)
        try context.output.writeWrapped(header + description.lines)
        log(description.withoutPosition, withoutPosition: item, to: context.output)
    }

    /// Returns the sites of a source, at the time of the map; stored ones only if reading them needs a
    /// request, none if that is impossible.
    private func sites(of source: ResolvedSource, in context: CommandContext) async -> [Site] {
        let location = source.source.location
        // Standard input can be read only once, for the vehicles.
        guard location != .standardInput, let session = try? context.open(source, reading: .sites)
        else { return [] }
        if let time = moment.at {
            // The vehicles have the warning of a gap.
            return (try? await session.pastSites(at: time, isQuiet: true).sites) ?? []
        }
        let mode = FetchMode(offline: location.isWeb || fetch.offline)
        return (try? await session.withSites(mode) { $0.sites.map(\.site) }) ?? []
    }

    private func print(
        _ drawing: MapDrawing, _ header: String, to context: CommandContext
    ) throws {
        let (terminal, ansi) = (context.output, output.ansi)
        if terminal.isTerminal { try terminal.write(header) } else { terminal.writeMessage(header) }
        let isColored = ansi.colorsText(on: terminal, noColor: context.noColor)
        let palette = Palette(depth: .palette, theme: output.theme.theme ?? .dark)
        let size = output.size ?? size(of: terminal)
        try terminal.write(drawing.text(size, isColored ? palette : nil))
    }

    /// Returns the size of a terminal without the rows for the header, the next prompt and the
    /// command that saves a link.
    private func size(of output: Output) -> MapSize {
        let otherRows = fetch.selection.link == nil ? 3 : 5
        guard let size = output.size else { return MapSize(width: 80, height: 22) }
        return MapSize(
            width: min(size.columns, MapOutputOptions.maxCharacters),
            height: min(max(1, size.rows - otherRows), MapOutputOptions.maxCharacters))
    }

    private func write(_ drawing: MapDrawing, to path: String, _ terminal: Output) throws {
        let size = output.size ?? MapSize(width: 1200, height: 900)
        let image: [UInt8]
        do {
            image = try drawing.png(size, output.theme.theme ?? .light)
        } catch {
            throw CommandError(labelError: error) ?? error
        }
        guard path != "-" else { return try terminal.write(image) }
        try OutputFile.write(image, to: path)
        terminal.log("wrote \(path): \(size.width) × \(size.height) px")
    }
}
