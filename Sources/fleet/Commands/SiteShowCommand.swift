import ArgumentParser
import FleetCore

/// `fleet site show`: everything known of one site, and the course of what it measures.
struct SiteShowCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything known of one site, and what its sensors measure.",
        discussion: """
            The id is taken exactly, else as the only one that is equal without regard to case, else \
            as the beginning of a single one.
            """
    )

    @Argument(help: ArgumentHelp("The site's id.", valueName: "id"))
    var id: String

    @OptionGroup var source: SourceOption
    @OptionGroup var ansi: AnsiOption
    @OptionGroup var asking: AskingOptions

    @Option(help: "The format of the output.")
    var format: ReportFormat = .text

    func validate() throws {
        try TypedID.check([id], "the site's id")
    }

    func run(in composition: Composition) async throws {
        let selected = try composition.select(source.text, in: composition.preferences())
        let source = try composition.open(selected, reading: .sites)
        try await source.withSites(asking.asking) { listing in
            composition.output.warn(of: listing.reading)
            let detail = try listing.detail(of: listing.find(id))
            let text = detail.written(as: format, style: composition.tableStyle(ansi))
            try composition.output.write(text.string)
        }
    }
}
