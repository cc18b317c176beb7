import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime
import FleetSQL

/// `fleet list`: the vehicles of one source or of several, filtered and sorted, in any format.
struct ListCommand: FleetCommand, ListingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the vehicles of one source or of several.",
        examples: [
            "List five red vehicles": "fleet list --color red --limit 5",
            "Export the vehicles within 500 metres of a location, nearest first":
                "fleet list --near 48.8566,2.3522 --within 500m --format csv",
            "List the vehicles of a feed that is not saved as a source":
                "fleet list https://example.com/gbfs/gbfs.json",
            "List available vehicles of two sources with a low battery, lowest first":
                "fleet list --source oslo --source bergen --state available --max-battery 30 --sort battery",
            "List the vehicles of a spreadsheet in its order":
                "fleet list --ids bikes.xlsx --column 'Asset tag' --order file",
        ],
        notes: """
            The colors of a table are saved and used for the next table of the same source; \
            --color all clears them, --no-save does not save them. The other formats ignore the saved \
            colors, and so does --view.

            A charge after ~ is estimated, from the range. With --near, the formats except gbfs have \
            the distance as distance_meters.

            --ids lists exactly the vehicles with the IDs in a file, without beginnings of IDs, and \
            warns of those that the sources do not have.

            Several sources are one list in one order, with a column for the source. If one of them \
            cannot be read, the others are listed, and the exit status is that of the error.
            """
    )

    @Argument(
        help: .withLink("List only these vehicles.", "id"), completion: .stored(.vehicles))
    var ids: [String] = []

    @OptionGroup(title: "Source") var fetch: FetchOptions<SourcesSelection>
    @OptionGroup(title: "Source") var moment: MomentOption
    @OptionGroup(title: "Source") var texts: LanguageOption
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup(title: "Filter") var saving: ColorSavingOption
    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "IDs from a file") var idList: IDListOptions
    @OptionGroup(title: "Output") var output: ListOutputOptions<ListFormat>

    var database: String? { fetch.database }

    mutating func validate() throws {
        ids = try fetch.selection.takeLink(from: ids)
        let file = idList.file
        idList.file = try fetch.selection.table.given(to: file)
        try fetch.check(with: moment)
        try IDArgument.check(ids, "the vehicle ID")
        try filter.check(sort: selection.sort)
        try idList.validate(beside: ids, selection)
        if filter.view == nil {
            try FieldNames.check(output.fields, hasOrigin: filter.near != nil)
        }
        let isGBFS = output.selectedFormat == .gbfs
        let fields: UsedOptions = ["--fields": output.fields != nil]
        try fields.refuse(with: isGBFS ? "--format gbfs" : nil)
        if isGBFS, fetch.selection.isSeveral {
            throw ValidationError("--format gbfs is a document of one source")
        }
    }

    static var fieldNames: [String] { VehicleListEncoder.fieldNames }

    func run(in context: CommandContext) async throws {
        let preferences = try context.preferences()
        let sources = try await context.select(
            fetch.arguments, in: preferences, offline: fetch.offline, acceptsVehicle: true,
            language: texts.language)
        var typed = selection.input
        typed[.fields] = output.fields
        let choice = try await filter.choice(
            with: typed, of: sources[0], in: context, offline: fetch.offline)
        let file = try idList.file.vehicleIDs(context.output)
        let ids = file ?? ids + sources.flatMap(\.vehicleIDs)
        // Only tables use and save colors, so that scripts always see the whole fleet.
        let isTable = output.selectedFormat == .table
        let group = try await (idList.order == .file ? choice.unordered : choice).group(
            sources, ids, file == nil ? .beginning : .exact, usingSavedColors: isTable, in: context,
            preferences, fetch.offline)
        do {
            let failures = try await group.withListing(
                fetch.mode(at: moment.at), onlyFavorites: choice.onlyFavorites,
                saving: isTable && !saving.noSave ? choice.colorsToSave : nil,
                since: try? preferences.get()
            ) { listing in
                let isInFileOrder = idList.order == .file
                try print(
                    isInFileOrder ? listing.inTypedOrder(limit: choice.limit) : listing,
                    choice.fields, to: context)
            }
            if let failures { throw failures }
        } catch {
            guard sources.count == 1, let source = try? context.open(sources[0]),
                await source.lacksVehicles(error)
            else { throw error }
            try await printSites(
                choice.query(ids), of: sources[0], in: context, insteadOf: error)
        }
    }

    /// Lists the stations of a source without vehicles.
    private func printSites(
        _ query: VehicleQuery, of selected: ResolvedSource, in context: CommandContext,
        insteadOf error: any Error
    ) async throws {
        let source = try context.open(selected, reading: .sites)
        let noVehicle = query.typedIDs.first.map(source.noVehicle)
        guard output.selectedFormat == .table else {
            return try await source.withSitesAlone(
                fetch.mode(at: moment.at), insteadOf: error, nil, refusing: noVehicle
            ) { sites in
                try print(Listing(withoutVehiclesOf: sites, query), nil, to: context)
            }
        }
        try await source.withSitesAlone(
            fetch.mode(at: moment.at), insteadOf: error, "these are its stations",
            refusing: noVehicle ?? vehicleOption.map(source.refused)
        ) { sites in
            try sites.selecting(SiteQuery(query)).print(as: .table, output.display, in: context)
        }
    }

    /// The first option that is for vehicles only; `nil` without one.
    private var vehicleOption: String? {
        idList.file.vehicleOption ?? filter.vehicleOption ?? selection.vehicleOption
            ?? output.fields.map { _ in "--fields" }
    }
}

extension ListCommand {
    /// - Parameter fields: The names of the columns; `nil` for the usual ones.
    private func print(
        _ listing: Listing, _ fields: [String]?, to context: CommandContext
    ) throws {
        var display = output.display
        // The documents of GBFS have all of their fields, whatever the columns of a view are.
        if output.selectedFormat != .gbfs { display.selection.fields = fields }
        let warnings = try listing.print(as: output.selectedFormat, display, in: context)
        report(listing, warnings, to: context.output)
        if idList.ids == nil {
            listing.logMissing(to: context.output)
        } else {
            listing.warnOfMissing(to: context.output)
        }
    }

    private func report(_ listing: Listing, _ warnings: EncodingWarnings, to output: Output) {
        let unknown = listing.header.counts.unknownBattery
        if unknown > 0 {
            output.log("skipped \(ShortText.count(unknown, "vehicle")) with unknown charge")
        }
        if warnings.omitted > 0 {
            let vehicles = ShortText.count(warnings.omitted, "vehicle")
            output.log("skipped \(vehicles) that GBFS 3.0 cannot represent")
        }
        listing.warnOfParsing(output)
    }
}

extension SiteQuery {
    /// Creates the query for sites with the parts of a query for vehicles that apply to them.
    init(_ query: VehicleQuery) {
        self.init()
        search = query.filter.search
        withinMeters = query.filter.area?.radiusMeters
        near = query.origin
        if case .distance = query.order { order = .distance } else { order = .id }
        (isReversed, limit) = (query.isReversed, query.limit)
    }
}
