import ArgumentParser
import FleetClient
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime

/// `fleet view list`: the views.
struct ViewListCommand: FleetCommand, ListingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the views, those for everybody last.",
        examples: [
            "List the views": "fleet view list",
            "List those of a team's server as JSON":
                "fleet view list --source team:oslo --format json",
        ]
    )

    @OptionGroup var source: SourceSelection
    @OptionGroup var output: ListOutputOptions<RecordFormat>

    static var fieldNames: [String] { ViewReport.fieldNames }

    func run(in context: CommandContext) async throws {
        let selected = try await context.select(source.argument, in: context.preferences())
        let views = try await SourceViews(of: selected, in: context).writer().all()
        let report = ViewReport(views, isOfTeam: selected.team != nil)
        try context.printList(report.list, as: output.selectedFormat, output.display)
        if views.isEmpty {
            context.output.log(
                "no views yet; save one with `fleet view save NAME\(selected.option) --color red`")
        }
    }
}
