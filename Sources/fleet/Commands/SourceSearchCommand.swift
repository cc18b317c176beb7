import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime

/// `fleet source search`: systems of the public catalogue.
struct SourceSearchCommand: FleetCommand, ListingCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search the public catalogue of GBFS systems.",
        examples: [
            "Find the systems of a city": "fleet source search oslo",
            "Find those of an operator in a country": "fleet source search nextbike --country DE",
            "Add one by its system ID": "fleet source add system:oslobysykkel",
        ],
        notes: """
            Finds systems by name, city, country, operator and system ID; all words must match, in \
            any case and without accents. The catalogue is that of MobilityData (CC BY 3.0). It is \
            downloaded at the first search and again after a week, and kept in the cache folder. \
            FLEET_CATALOGUE names another address or file.
            """
    )

    @Argument(help: "Words of the name, city, country, operator or system ID.")
    var words: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only systems of this country: its code, or its name in English.",
            valueName: "country"))
    var country: String?

    @Option(help: ArgumentHelp("At most this many systems.", valueName: "n"))
    var limit: Int?

    @Flag(help: "Download the catalogue again.")
    var update = false

    @Flag(help: "Search the kept copy, however old it is.")
    var offline = false

    @OptionGroup(title: "Output") var output: ListOutputOptions<RecordFormat>

    static var fieldNames: [String] { SystemCatalogue.fieldNames }

    func validate() throws {
        try SelectionOptions.check(limit: limit)
        if offline, update {
            throw ValidationError("--offline and --update cannot be used together")
        }
    }

    func run(in context: CommandContext) async throws {
        let catalogue = try await CatalogueSource(in: context).systems(
            offline ? .never : update ? .always : .ifDue)
        let query = CatalogueQuery(words.joined(separator: " "), country: country)
        let found = query.systems(in: catalogue)
        try context.printList(
            catalogue.list(found, limit: limit), as: output.selectedFormat, output.display)
        if found.isEmpty {
            context.output.log("no system of the catalogue matches; try fewer words")
        } else {
            context.output.log(catalogue.attributionText(now: context.now()))
        }
    }
}
