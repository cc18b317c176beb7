import ArgumentParser
import FleetCore
import FleetOutput
import FleetRuntime

/// `fleet count`: the numbers of vehicles of a source.
struct CountCommand: LinkCommand, ListingCommand {
    static let configuration = CommandConfiguration(
        commandName: "count",
        abstract: "Count the vehicles of a source.",
        examples: [
            "Count the vehicles by type and state": "fleet count --by type,state",
            "Count the available red vehicles": "fleet count --color red --state available",
            "Count the vehicles at each station as CSV":
                "fleet count --by station --format csv",
            "Count the vehicles in each zone of the operator": "fleet count --by zone",
        ],
        notes: """
            This command neither uses nor changes the saved color filter.

            Zones are those of geofencing_zones.json (GBFS 2.1 and later), which is read for each \
            --by zone and not stored. A vehicle counts for the first zone of the list that contains it, \
            since GBFS gives precedence to earlier zones; otherwise it is outside, and without a \
            location unknown.

            Of a source that has only stations, the stations, their vehicles and docks, and the empty \
            and full stations are counted.
            """
    )

    @Option(
        help: ArgumentHelp(
            "Count for each type, state, color, station or zone, or for each combination of these.",
            valueName: "field,..."),
        completion: .commaSeparated(CountField.allCases.map(\.rawValue)))
    var by: [String] = []

    @Argument(help: .link)
    var link: String?

    @OptionGroup(title: "Source") var fetch: FetchOptions
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup(title: "Output") var output: ListOutputOptions<RecordFormat>

    var database: String? { fetch.database }

    mutating func validate() throws {
        try fetch.selection.takeLink(link)
        _ = try fields()
    }

    static var fieldNames: [String] { GroupedCounts.fieldNames + SiteCounts.fieldNames }

    func run(in context: CommandContext) async throws {
        let selected = try await context.select(
            fetch.argument, in: context.preferences(), offline: fetch.offline)
        var query = VehicleQuery()
        let choice = try await filter.choice(of: selected, in: context, offline: fetch.offline)
        query.filter = choice.query().filter
        let fields = try fields()
        let source = try context.open(selected)
        let zones = fields.contains(.zone) ? try await source.zones(fetch.mode) : []
        do {
            try await source.withListing(
                query, fetch.mode, onlyFavorites: choice.onlyFavorites
            ) { listing in
                var counts = GroupedCounts(by: fields, zones: zones)
                try listing.vehicles { counts.add($0) }
                try print(counts, of: listing, to: context)
                context.output.warn(of: listing.parseReport)
            }
        } catch {
            guard await source.lacksVehicles(error) else { throw error }
            try await printSites(of: selected, in: context, insteadOf: error)
        }
    }

    /// Counts the stations of a source without vehicles.
    private func printSites(
        of selected: ResolvedSource, in context: CommandContext, insteadOf error: any Error
    ) async throws {
        let source = try context.open(selected, reading: .sites)
        let option = by.isEmpty ? filter.vehicleOption ?? filter.stationOption : "--by"
        try await source.withSitesAlone(
            fetch.mode, insteadOf: error, "this counts its stations",
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
        for name in by.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            guard let field = CountField(rawValue: String(name)) else {
                let names = CountField.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("--by must be one or more of \(names)")
            }
            if !fields.contains(field) { fields.append(field) }
        }
        return fields
    }
}
