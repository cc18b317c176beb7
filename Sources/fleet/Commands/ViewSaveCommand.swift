import ArgumentParser
import FleetClient
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetTeam

/// `fleet view save`: saves a filter with an order and columns by name.
struct ViewSaveCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save a filter with an order and columns by name, in place of one of that name.",
        examples: [
            "Save a view of the vehicles with a low battery":
                "fleet view save low --max-battery 20 --fields id,battery,lat,lon",
            "Save a view for everybody in the team":
                "fleet view save depot --station depot-nord --source team:oslo --for-all",
            "Save a view that is like another one":
                "fleet view save low-red --view low --color red",
        ],
        notes: """
            A name has at most 64 characters; upper and lower case are the same. There can be 100 \
            views. A view is for all sources. Views for everybody contain no favorites.
            """
    )

    @Argument(help: ArgumentHelp("The name.", valueName: "name"), completion: .stored(.views))
    var name: String

    @Flag(help: "Save it for everybody in the team; for administrators.")
    var forAll = false

    @OptionGroup(title: "Source") var source: SourceSelection
    @OptionGroup(title: "Filter") var filter: FilterOptions

    @Flag(help: "Only favorites (see `fleet favorite`).")
    var favorites = false

    @Option(help: .sort, completion: .sort)
    var sort: String?

    @Flag(help: .reverse)
    var reverse = false

    @Option(help: .fields, completion: .vehicleFields)
    var fields: String?

    mutating func validate() throws {
        try filter.check(sort: sort)
        _ = try FieldNames.parsed(fields)
    }

    func run(in context: CommandContext) async throws {
        let name = try ViewName(name)
        let selected = try await context.select(source.argument, in: context.preferences())
        var typed = FilterInput(sort: sort, isReversed: reverse, onlyFavorites: favorites)
        typed[.fields] = fields
        let choice = try await filter.choice(with: typed, of: selected, in: context)
        let content = try choice.content()
        var query = choice.query()
        query.listedColumns = content.input.listedColumns
        try await context.open(selected).requireListedValues(of: query)
        let saved = try await SourceViews(of: selected, in: context).writer().save(
            name, content, forAll: forAll)
        let phrases = content.phrases.joined(separator: ", ")
        context.output.log(
            (saved.isReplaced ? "replaced" : "saved") + " the view \(name.text): "
                + (phrases.isEmpty ? "all vehicles" : TerminalText.escaped(phrases)))
        if !saved.alerts.isEmpty {
            let alerts = saved.alerts.map { TerminalText.escaped($0) }.joined(separator: ", ")
            context.output.log("these alerts use it: " + alerts)
        }
    }
}
