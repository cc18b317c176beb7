import ArgumentParser
import FleetCore
import FleetStore
import FleetTUI

/// `fleet browse`: the vehicles of a source on a screen of their own.
struct BrowseCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse",
        abstract: "Browse a source on the whole terminal: list, map, vehicles, filter.",
        discussion: """
            `?` shows the keys. The colors chosen there or with --color are kept, as by `fleet list`. \
            A place opens at once: `fleet browse vehicle/CODE`, `fleet browse map`.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Where to begin: list, map, filter, help or vehicle/CODE.", valueName: "place"))
    var place: String = "list"

    @OptionGroup var source: SourceOption
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup var ansi: AnsiOption

    @OptionGroup var order: OrderOption

    @Flag(help: "After an error, stop until a refresh instead of trying again.")
    var noRetry = false

    @Option(help: ArgumentHelp("Read at most every so many seconds.", valueName: "s"))
    var interval: Double?

    @Flag(help: "Leave the saved colors as they are.")
    var noSave = false

    @Option(help: "Colors for a dark or a light terminal, or as the terminal says (auto).")
    var theme: ThemeChoice = .auto

    @Flag(help: "Leave the mouse to the terminal.")
    var noMouse = false

    @Option(help: "Show QR codes as images: as the terminal can (auto), by a protocol, or not.")
    var graphics: GraphicsChoice = .auto

    func validate() throws {
        if let interval, !(interval > 0 && interval.isFinite) {
            throw ValidationError("--interval is a number of seconds above 0")
        }
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
        let saved = (try? preferences.get().colorFilter) ?? .all
        if let chosen = try filter.chosenColors(), !noSave { try await composition.save(chosen) }
        let policy = WatchPolicy(
            interval: interval.map(Duration.init(clampingSeconds:)), retries: !noRetry)
        let browse = Browse(
            subscription: try composition.open(selected).subscription(policy),
            setup: try setup(selected.label, saved, composition),
            screen: screen(composition), savesColors: !noSave, composition: composition)
        try await browse.run()
    }

    private func setup(
        _ source: String, _ saved: ColorFilter, _ composition: Composition
    ) throws -> BrowserSetup {
        var setup = BrowserSetup(source: source, localTime: LocalTime.text)
        setup.query.filter = try filter.filter(savedColors: saved)
        setup.query.order = try order.order(of: filter)
        setup.place = filter.near?.position
        setup.route = try route()
        setup.showsSwatches = ansi.colorsText(on: composition.output, noColor: composition.noColor)
        return setup
    }

    private func screen(_ composition: Composition) -> ScreenOptions {
        ScreenOptions(
            theme: Theme(rawValue: theme.rawValue),
            isMonochrome: !ansi.colorsText(on: composition.output, noColor: composition.noColor),
            usesMouse: !noMouse, graphics: graphics)
    }

    private func route() throws -> Route {
        guard let route = Route(place) else {
            throw ValidationError("a place is list, map, filter, help or vehicle/CODE")
        }
        return route
    }
}

/// Which colors the screen has.
enum ThemeChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// As the terminal says.
    case auto
    case dark
    case light
}
