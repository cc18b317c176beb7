import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime

/// `fleet source list`: all sources; the default source has a star.
struct SourceListCommand: FleetCommand, ListingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the sources; a star marks the default source.",
        examples: [
            "List the sources": "fleet source list",
            "List them as JSON": "fleet source list --format json",
        ],
        notes: """
            READ is when the source was read last, and DATA the time of the feed itself (last_updated). \
            Nothing is requested.
            """
    )

    @OptionGroup var output: ListOutputOptions<RecordFormat>

    @Option(help: .database)
    var database: String?

    static var fieldNames: [String] { SourceReport.fieldNames }

    func run(in context: CommandContext) async throws {
        let preferences = try context.preferences().get()
        var reports = try SourceReport.all(
            in: preferences, login: await TeamAccount(in: context).login())
        for index in reports.indices {
            reports[index].stored = await StoredSnapshot.info(
                of: reports[index].name, in: context)
        }
        try context.printList(
            SourceReport.list(reports, now: context.shownNow()), as: output.selectedFormat,
            output.display)
        if reports.isEmpty {
            context.output.log(
                "there are no sources; add one with `fleet source add NAME LOCATION`")
        }
    }
}
