import ArgumentParser
import FleetCore
import FleetSession
import FleetStore
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
            "Open one vehicle": "fleet browse vehicle/ABP-PHY",
        ],
        notes: """
            Press ? for the keys. Colors selected with --color or on the screen are saved for the \
            next command with the same source.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Screen to open: list, map, notes, sites, events, filter, help, vehicle/ID or site/ID.",
            valueName: "screen"))
    var screen: String = "list"

    @OptionGroup(title: "Source") var source: SourceOption
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup(title: "Filter") var saving: ColorSavingOption
    @OptionGroup(title: "Order") var sort: SortOption
    @OptionGroup(title: "Polling") var polling: PollingOptions
    @OptionGroup(title: "Display") var display: DisplayOptions

    var database: String? { source.database }

    func validate() throws {
        _ = try filter.order(by: sort.sort)
        _ = try route()
    }

    func run(in context: CommandContext) async throws {
        guard FileDescriptor.standardInput.isTerminal, context.output.isTerminal else {
            throw CommandError.usage(
                "`fleet browse` needs a terminal",
                hint: "use `fleet list` or `fleet watch` with files and pipes")
        }
        try context.requireFullScreen()
        let preferences = try context.preferences()
        let selected = try await context.select(source.text, in: preferences)
        let source = try context.open(selected)
        try await source.updateAnnotations()
        let subscription = try source.subscription(polling.policy)
        let saved = try await context.savedColors(of: selected, in: preferences)
        if let colors = try filter.selectedColors(), !saving.noSave {
            try await subscription.saveColors(colors, since: try? preferences.get())
        }
        let browse = Browse(
            subscription: subscription, setup: try setup(selected.label, saved, context),
            screen: screenOptions(context), savesColors: !saving.noSave, context: context)
        try await browse.run()
    }

    private func setup(
        _ source: String, _ saved: ColorFilter, _ context: CommandContext
    ) throws -> BrowserSetup {
        var setup = BrowserSetup(source: source, localTime: LocalTime.text)
        setup.query.filter = try filter.filter(savedColors: saved)
        if try filter.selectedColors() == nil { setup.savedColors = saved }
        setup.query.order = try filter.order(by: sort.sort)
        setup.origin = filter.near?.position
        setup.route = try route()
        setup.showsSwatches = isColored(context)
        return setup
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

    private func route() throws -> Route {
        guard let route = Route(screen) else {
            throw ValidationError(
                "the screen must be list, map, notes, sites, events, filter, help, vehicle/ID "
                    + "or site/ID")
        }
        return route
    }
}
