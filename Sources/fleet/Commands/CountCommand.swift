import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime
import FleetSQL

/// `fleet count`: the numbers of vehicles of one source or of several.
struct CountCommand: LinkCommand, ListingCommand {
    static let configuration = CommandConfiguration(
        commandName: "count",
        abstract: "Count the vehicles of one source or of several.",
        examples: [
            "Count the vehicles by type and state": "fleet count --by type,state",
            "Count the vehicles at each station as CSV":
                "fleet count --by station --format csv",
            "Count the vehicles in each zone of the operator": "fleet count --by zone",
            "Count the vehicles for which each kind of rule holds": "fleet count --by rule",
            "Count the disabled vehicles of two sources":
                "fleet count --source oslo --source bergen --state disabled",
        ],
        notes: """
            This command neither uses nor changes the saved color filter. The vehicles of several \
            sources are counted for each of them.

            Zones are those of geofencing_zones.json (GBFS 2.1 and later). A vehicle counts for the \
            first zone of the list that contains it, since GBFS gives precedence to earlier zones; \
            otherwise it is outside, and without a location unknown. By rule, it counts for the strictest \
            restriction of the rule that holds for its type where it is, in the order \
            \(FilterInput.ruleNames.joined(separator: ", ")), none.

            Of a source that has only stations, the stations, their vehicles and docks, and the empty \
            and full stations are counted.
            """
    )

    @Option(
        help: ArgumentHelp(
            """
            Count for each source, type, state, color, station, region, zone, rule or property, or for \
            each combination of these.
            """,
            valueName: "field,..."),
        completion: .commaSeparated(CountField.names))
    var by: [String] = []

    @Argument(help: .link)
    var link: String?

    @OptionGroup(title: "Source") var fetch: FetchOptions<SourcesSelection>
    @OptionGroup(title: "Source") var moment: MomentOption
    @OptionGroup(title: "Source") var texts: LanguageOption
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup(title: "IDs from a file") var idFile: IDFileOptions
    @OptionGroup(title: "Output") var output: ListOutputOptions<RecordFormat>

    var database: String? { fetch.database }

    mutating func validate() throws {
        try fetch.selection.takeLink(link)
        let file = idFile
        idFile = try fetch.selection.table.given(to: file)
        try fetch.check(with: moment)
        _ = try fields()
    }

    static var fieldNames: [String] { GroupedCounts.fieldNames + SiteCounts.fieldNames }

    func run(in context: CommandContext) async throws {
        let sources = try await context.select(
            fetch.arguments, in: context.preferences(), offline: fetch.offline,
            language: texts.language)
        var query = VehicleQuery()
        let choice = try await filter.choice(of: sources[0], in: context, offline: fetch.offline)
        query.filter = choice.query().filter
        try filter.requireWithin(in: query)
        let fields = try fields()
        let file = try idFile.vehicleIDs(context.output)
        query.typedIDs = file ?? []
        let group = SourceGroup(
            sources.map { SourceGroup.Member($0, query) }, of: query, in: context,
            precision: file == nil ? .beginning : .exact)
        do {
            let (_, failures) = try await group.withListing(
                fetch.mode(at: moment.at), onlyFavorites: choice.onlyFavorites
            ) { listing in
                let zones =
                    try fields.contains(.zone) || fields.contains(.rule)
                    ? self.zones(of: listing, in: context) : [:]
                let counted = listing.header.sources.enumerated().map {
                    GroupedCounts.CountedSource(
                        $1, zones: zones[$0] ?? ZoneMap(), at: context.shownNow())
                }
                var counts = try CommandContext.reportingUnknownFields {
                    try GroupedCounts(
                        by: fields, of: counted, isSeveral: listing.header.hasSeveralSources)
                }
                try listing.listed { counts.add($0, of: $1) }
                try print(counts, of: listing, to: context)
                listing.warnOfParsing(context.output)
                if file != nil { listing.warnOfMissing(to: context.output) }
            }
            if let failures { throw failures }
        } catch {
            guard sources.count == 1, let source = try? context.open(sources[0]),
                await source.lacksVehicles(error)
            else { throw error }
            try await printSites(of: sources[0], in: context, insteadOf: error)
        }
    }

    /// Returns the zones of each source, by its index.
    /// - Throws: `FeedFailure` with the reason `noZones` if none of them applies now.
    private func zones(
        of listing: Listing, in context: CommandContext
    ) throws -> [Int: ZoneMap] {
        var zones: [Int: ZoneMap] = [:]
        let sources = listing.header.sources
        for (index, source) in sources.enumerated() {
            let map = try listing.zones(ofSource: index) ?? ZoneMap()
            zones[index] = map
            let isRuled = by.contains("rule") && !map.globalRules.isEmpty
            guard !isRuled, !map.zones.contains(where: { $0.applies(at: context.shownNow()) })
            else { continue }
            let failure = FeedFailure(.content(.noZones), at: source.source)
            guard sources.count > 1 else { throw failure }
            context.output.warn(failure.message + ": no zone contains its vehicles")
        }
        return zones
    }

    /// Counts the stations of a source without vehicles.
    private func printSites(
        of selected: ResolvedSource, in context: CommandContext, insteadOf error: any Error
    ) async throws {
        let source = try context.open(selected, reading: .sites)
        let option =
            by.isEmpty
            ? idFile.vehicleOption ?? filter.vehicleOption ?? filter.stationOption : "--by"
        try await source.withSitesAlone(
            fetch.mode(at: moment.at), insteadOf: error, "this counts its stations",
            refusing: option.map(source.refused)
        ) { sites in
            try context.printList(
                SiteCounts(sites.sites).list(sites.header), as: output.selectedFormat,
                output.display, header: sites.headerText)
        }
    }

    private func print(
        _ counts: GroupedCounts, of listing: Listing, to context: CommandContext
    ) throws {
        var display = output.display
        let format = output.selectedFormat
        if counts.isSingleNumber, format == .table { display.selection.hasTitles = false }
        try context.printList(counts.list(listing.header), as: format, display) { style in
            TableHeader(listing.header, style: style).text
        }
    }

    private func fields() throws -> [CountField] {
        var fields: [CountField] = []
        for name in by.flatMap(NameText.names(in:)) {
            guard !name.isEmpty else {
                let names = CountField.names.joined(separator: ", ")
                throw ValidationError("--by must be one or more of \(names), or a property")
            }
            let field = CountField(name)
            if !fields.contains(field) { fields.append(field) }
        }
        return fields
    }
}
