import ArgumentParser
import FleetCore
import FleetStore
import FleetTUI

/// `fleet browse`: the vehicles of a source on a screen of their own.
struct BrowseCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse",
        abstract:
            "Browse a source on the whole terminal: list, map, vehicles, notes, sites, events.",
        discussion: """
            `?` shows the keys. The colors chosen there or with --color are kept, as by `fleet list`. \
            A place opens at once: `fleet browse vehicle/CODE`, `fleet browse map`.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Where to begin: list, map, notes, sites, events, filter, help, vehicle/CODE or site/ID.",
            valueName: "place"))
    var place: String = "list"

    @OptionGroup var source: SourceOption
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup var ansi: AnsiOption

    @OptionGroup var order: OrderOption

    @OptionGroup var reading: PolicyOptions

    @Flag(help: "Leave the saved colors as they are.")
    var noSave = false

    @Option(help: "Colors for a dark or a light terminal, or as the terminal says (auto).")
    var theme: ThemeChoice = .auto

    @Flag(help: "Leave the mouse to the terminal.")
    var noMouse = false

    @Option(help: "Show QR codes as images: as the terminal can (auto), by a protocol, or not.")
    var graphics: GraphicsChoice = .auto

    func validate() throws {
        _ = try order.order(of: filter)
        _ = try route()
    }

    func run(in composition: Composition) async throws {
        guard isTerminal(0), composition.output.isTerminal else {
            throw Problem.usage(
                "`fleet browse` needs a terminal to show itself on",
                hint:
                    "run it in a terminal; `fleet list` and `fleet watch` write to files and pipes")
        }
        let preferences = try composition.preferences()
        let selected = try composition.select(source.text, in: preferences)
        let colors = try await composition.colors(filter, preferences, saves: !noSave)
        let browse = Browse(
            subscription: try composition.open(selected).subscription(reading.policy),
            setup: try setup(selected.label, colors, composition),
            screen: screen(composition), savesColors: !noSave, composition: composition)
        try await browse.run()
    }

    private func setup(
        _ source: String, _ colors: ColorFilter, _ composition: Composition
    ) throws -> BrowserSetup {
        var setup = BrowserSetup(source: source, localTime: LocalTime.text)
        setup.query.filter = try filter.filter(savedColors: colors)
        setup.query.order = try order.order(of: filter)
        setup.place = filter.near?.position
        setup.route = try route()
        setup.showsSwatches = isColored(composition)
        return setup
    }

    private func screen(_ composition: Composition) -> ScreenOptions {
        ScreenOptions(
            theme: theme.theme,
            isMonochrome: !isColored(composition),
            usesMouse: !noMouse, graphics: graphics)
    }

    private func isColored(_ composition: Composition) -> Bool {
        ansi.colorsText(on: composition.output, noColor: composition.noColor)
    }

    private func route() throws -> Route {
        guard let route = Route(place) else {
            throw ValidationError(
                "a place is list, map, notes, sites, events, filter, help, vehicle/CODE or site/ID")
        }
        return route
    }
}
