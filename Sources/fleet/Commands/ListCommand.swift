import ArgumentParser
import FleetCore
import FleetSession
import FleetStore

/// `fleet list`: the vehicles of a source, filtered and sorted, in any format.
struct ListCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the vehicles of a source.",
        examples: [
            "List five red vehicles": "fleet list --color red --limit 5",
            "List available vehicles with a low battery, lowest first":
                "fleet list --state available --max-battery 30 --sort battery",
            "Export the vehicles within 500 metres of a location, nearest first":
                "fleet list --near 48.8566,2.3522 --within 500m --format csv",
            "List vehicles that have not reported for a day": "fleet list --idle 24h",
        ],
        notes: """
            The colors of a table are saved and used for the next table of the same source; \
            --color all clears them. The other formats ignore the saved colors.
            """
    )

    @Argument(help: ArgumentHelp("List only these vehicles.", valueName: "id"))
    var ids: [String] = []

    @OptionGroup(title: "Source") var fetch: FetchOptions
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup(title: "Filter") var listFilter: ListFilterOptions
    @OptionGroup(title: "Order") var order: OrderOptions
    @OptionGroup(title: "Output") var output: ListOutputOptions

    func validate() throws {
        try IDArgument.check(ids, "the vehicle ID")
        _ = try SortField.order(order.sort, of: filter)
    }

    func run(in context: CommandContext) async throws {
        let preferences = try context.preferences()
        let selected = try context.select(fetch.source, in: preferences)
        // Only tables use and save colors, so that scripts always see the whole fleet.
        let isTable = output.format == .table
        let colors = try filter.selectedColors()
        let saved =
            isTable && colors == nil ? context.savedColors(of: selected, in: preferences) : .all
        let source = try context.open(selected)
        let (printed, existing) = try await source.withListing(
            query(savedColors: saved), fetch.mode, onlyFavorites: listFilter.favorites
        ) { listing in
            let listing = listing.withSavedColors(saved != .all)
            return (Result { try print(listing, to: context) }, listing.header.existingColors)
        }
        if let colors, isTable, !listFilter.noSave {
            try await context.save(
                colors, existing: existing, of: selected, since: try? preferences.get())
        }
        try printed.get()
    }

    private func query(savedColors: ColorFilter) throws -> VehicleQuery {
        var query = VehicleQuery()
        query.typedIDs = ids
        query.filter = try filter.filter(savedColors: savedColors)
        query.order = try SortField.order(order.sort, of: filter)
        query.isReversed = order.reverse
        query.limit = order.limit
        return query
    }
}

extension ListCommand {
    private func print(_ listing: Listing, to context: CommandContext) throws {
        let (format, style) = (output.format, context.tableStyle(output.ansi))
        let isHeaderMessage = format == .table && !context.output.isTerminal
        if isHeaderMessage {
            context.output.writeMessage(TableHeader(listing.header, style: style).text)
        }
        let warnings = try listing.write(
            as: format, hasHeader: format == .table && !isHeaderMessage, style: style,
            cells: CSVCellStyle(
                forSpreadsheet: output.spreadsheet, onTerminal: context.output.isTerminal),
            to: context.output)
        report(listing, warnings, to: context.output)
        let missing = listing.missingIDs.joined(separator: ", ")
        if !missing.isEmpty { context.output.log("missing: " + missing) }
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
        output.warn(of: listing.parseReport)
    }
}
