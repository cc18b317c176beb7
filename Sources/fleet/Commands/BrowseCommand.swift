import ArgumentParser
import FleetClient
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime
import FleetSettings
import FleetTUI
import POSIX
import SystemPackage

/// `fleet browse`: the vehicles of a source on a full screen.
struct BrowseCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse",
        abstract: "Browse a source in full screen: list, map, vehicles, notes, sites, events.",
        examples: [
            "Browse the default source": "fleet browse",
            "Open the map of the red vehicles": "fleet browse map --color red",
            "Browse with a column of a spreadsheet": "fleet browse --fields id,Shelf,battery",
            "Open one vehicle": "fleet browse vehicle/ABP-PHY",
            "Browse line by line with a screen reader": "fleet browse --plain",
        ],
        notes: """
            Press ? for the keys. Colors selected with --color or on the screen are saved for the \
            next command with the same source, unless with --view; --no-save does not save them. The \
            filter also selects the events. A charge after ~ is estimated, from the range.
            """
    )

    private static let screenNames =
        (Route.names + ["vehicle/ID"]).joined(separator: ", ") + " or site/ID"

    @Argument(
        help: .withLink(
            "Screen to open: \(BrowseCommand.screenNames) (default: list).", "screen"),
        completion: .list(Route.names))
    var screens: [String] = []

    @OptionGroup(title: "Source") var source: SourceOption
    @OptionGroup(title: "Source") var texts: LanguageOption
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup(title: "Filter") var saving: ColorSavingOption
    @OptionGroup(title: "Order") var sort: SortOption
    @Option(
        help: ArgumentHelp(
            "Only these columns of the list, in this order: fields or properties.",
            valueName: "field,..."),
        completion: .vehicleFields)
    var fields: String?

    @OptionGroup(title: "Polling") var polling: PollingOptions
    @OptionGroup(title: "Display") var display: DisplayOptions

    var database: String? { source.database }

    mutating func validate() throws {
        screens = try source.selection.takeLink(in: screens)
        if screens.count > 1 { throw ValidationError("Unexpected argument '\(screens[1])'") }
        try filter.check(sort: sort.sort)
        _ = try FieldNames.parsed(fields)
        if filter.view == nil { try FieldNames.check(fields, hasOrigin: filter.near != nil) }
        _ = try route()
    }

    func run(in context: CommandContext) async throws {
        let context = display.plain ? context.withoutProgress() : context
        if !display.plain { try requireTerminal(context) }
        let preferences = try context.preferences()
        let selected = try await context.select(
            source.argument, in: preferences, acceptsVehicle: true, language: texts.language)
        if display.plain, selected.source.location == .standardInput {
            throw CommandError.usage(
                "--plain reads its keys from standard input, so the feed cannot come from there",
                hint: "save the feed to a file, and use `--source FILE`")
        }
        let source = try context.open(selected)
        try await source.updateAnnotations()
        let subscription = try source.subscription(polling.policy)
        var typed = FilterInput(sort: sort.sort)
        typed[.fields] = fields
        let choice = try await filter.choice(
            with: typed, of: selected, in: context)
        var query = choice.query()
        query.listedColumns = typed.listedColumns
        try await source.requireListedValues(of: query)
        let saved =
            filter.view == nil
            ? try await SavedColors(of: selected, in: context).read(from: preferences) : .all
        if let colors = choice.colorsToSave, !saving.noSave {
            try await subscription.saveColors(colors, since: try? preferences.get())
        }
        let browse = Browse(
            subscription: subscription, setup: try setup(selected, choice, saved, context),
            screen: screenOptions(context), savesColors: !saving.noSave && filter.view == nil,
            isPlain: display.plain, context: context, labels: labelCommand(context))
        try await browse.run()
    }

    private func requireTerminal(_ context: CommandContext) throws {
        guard FileDescriptor.standardInput.isTerminal, context.output.isTerminal else {
            throw CommandError.usage(
                "`fleet browse` needs a terminal",
                hint: "use `fleet list`, `fleet watch` or `fleet browse --plain` with files and "
                    + "pipes")
        }
        try BrowseLoop.requireFullScreen(in: context)
    }

    private func setup(
        _ source: ResolvedSource, _ choice: VehicleChoice, _ saved: ColorFilter,
        _ context: CommandContext
    ) throws -> BrowserSetup {
        var setup = BrowserSetup(source: source.label, localTime: LocalTime.text)
        setup.clock = LocalTime.clock
        let query = choice.query(savedColors: saved)
        (setup.query.filter, setup.query.order) = (query.filter, query.order)
        setup.query.isReversed = query.isReversed
        if let fields = choice.fields {
            setup.columns = BrowserColumn.columns(ofFields: fields)
        } else if filter.view == nil, let uuid = source.filterUUID,
            let saved = try? context.preferences().get().columns(of: uuid)
        {
            setup.columns = saved.compactMap(BrowserColumn.init(savedName:))
        }
        setup.printers = (try? Printers(in: context).all().map(\.name)) ?? []
        if let team = source.team {
            setup.page = { "\(team.url)/v/\(team.name)/" + PercentEncoding.encoded($0) }
        }
        if choice.onlyFavorites { setup.query.filter.favorites = VehicleIDs([]) }
        if choice.usesSavedColors { setup.savedColors = saved }
        setup.origin = choice.origin
        setup.route = try route(vehicle: source.vehicleIDs.first)
        setup.showsSwatches = isColored(context)
        return setup
    }

    /// Returns the function that runs `fleet labels` for vehicles of the source.
    private func labelCommand(_ context: CommandContext) -> Browse.LabelCommand {
        { [source] ids, path, printer in
            var words = path.map { ["--out=" + $0] } ?? ["--print"]
            if let printer, !printer.isEmpty { words.append("--printer=" + printer) }
            var command = try LabelsCommand.parse(words)
            (command.vehicles, command.source) = (ids, source)
            try await command.run(in: context.withoutProgress())
        }
    }

    private func screenOptions(_ context: CommandContext) -> ScreenOptions {
        ScreenOptions(
            theme: display.theme.theme,
            isMonochrome: !isColored(context),
            usesMouse: !display.noMouse, graphics: display.graphics)
    }

    private func isColored(_ context: CommandContext) -> Bool {
        display.ansi.colorsText(on: context.output, noColor: context.noColor)
    }

    /// Returns the screen that an argument names, else that of a vehicle, else the list.
    private func route(vehicle: String? = nil) throws -> Route {
        let screen = screens.first ?? vehicle.map { "vehicle/" + $0 } ?? "list"
        guard let route = Route(screen) else {
            throw ValidationError("the screen must be \(Self.screenNames)")
        }
        return route
    }
}
