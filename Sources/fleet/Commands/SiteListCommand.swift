import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime

/// `fleet site list`: the sites of a source.
struct SiteListCommand: LinkCommand, ListingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the stations and depots of a source.",
        examples: [
            "List the sites": "fleet site list",
            "List the five nearest sites without vehicles":
                "fleet site list --near 48.86,2.34 --empty --limit 5",
            "List the sites with a free cargo bike": "fleet site list --type 'cargo bike'",
            "List those that had no vehicles at a past time": "fleet site list --at 08:00 --empty",
            "List them as JSON": "fleet site list --format json",
        ]
    )

    @Argument(help: .link)
    var link: String?

    @OptionGroup(title: "Source") var fetch: FetchOptions<SourceSelection>
    @OptionGroup(title: "Source") var moment: MomentOption
    @OptionGroup(title: "Source") var texts: LanguageOption

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only sites with this text in ID, name or address; * and ? as in `fleet list`.",
            valueName: "text"))
    var search: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("A location; the nearest sites come first.", valueName: "lat,lon"))
    var near: CoordinateArgument?

    @Option(
        help: ArgumentHelp("Only sites within this distance of --near.", valueName: "distance"))
    var within: String?

    @Option(help: .siteRegion, completion: .stored(.regions))
    var region: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only sites with an available vehicle of these types: as in `fleet list`.",
            valueName: "type"), completion: .stored(.types))
    var type: [String] = []

    @Flag(help: "Only sites without available vehicles.")
    var empty = false

    @Flag(help: "Only sites without available docks.")
    var full = false

    @Flag(help: "Only sites with a sensor in alarm.")
    var alarm = false

    @Option(help: "Sort ascending. (default: id, or distance with --near)")
    var sort: SiteQuery.Order?

    @Flag(help: "Reverse the order; sites without the value stay last.")
    var reverse = false

    @Option(help: ArgumentHelp("At most this many sites.", valueName: "n"))
    var limit: Int?

    @OptionGroup(title: "Output") var output: ListOutputOptions<SiteListFormat>

    var database: String? { fetch.database }

    mutating func validate() throws {
        try fetch.selection.takeLink(link)
        try fetch.check(with: moment)
        _ = try query()
        if moment.at != nil, alarm || !type.isEmpty {
            throw ValidationError("\(alarm ? "--alarm" : "--type") cannot be used with --at")
        }
        try FieldNames.check(output.fields, hasOrigin: near != nil)
    }

    private func query() throws -> SiteQuery {
        try SelectionOptions.check(limit: limit)
        if near == nil, within != nil || sort == .distance {
            throw ValidationError(
                "\(within == nil ? "--sort distance" : "--within") needs --near LAT,LON")
        }
        var query = SiteQuery()
        query.search = search
        query.regions = region
        query.types = FilterInput.types(type)
        query.near = near?.position
        query.withinMeters = try within.map { try DistanceText.meters($0, "--within") }
        (query.isEmpty, query.isFull, query.isInAlarm) = (empty, full, alarm)
        (query.order, query.isReversed, query.limit) = (sort, reverse, limit)
        return query
    }

    static var fieldNames: [String] { SiteListEncoder.fieldNames }

    func run(in context: CommandContext) async throws {
        try CommandContext.reportingUnknownFields {
            try SiteListEncoder.check(output.display.selection)
        }
        let selected = try await context.select(
            fetch.argument, in: context.preferences(), offline: fetch.offline,
            language: texts.language)
        let source = try context.open(selected, reading: .sites)
        let query = try query()
        try await source.withSites(fetch.mode(at: moment.at)) { listing in
            let listing = try listing.selecting(query)
            if !query.types.isEmpty, listing.header.feed.hasTypeCounts != true {
                context.output.warn(
                    "\(listing.header.source) does not say which vehicle types are at its stations")
            }
            try listing.print(as: output.selectedFormat, output.display, in: context)
            context.output.warn(of: listing.parseReport)
        }
    }
}
