import ArgumentParser
import FleetCore
import FleetService
import FleetSession

/// `fleet refresh`: disposes of the running subscription, subscribes again and reports the changes.
struct RefreshCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh",
        abstract: "Fetch a source now and report what changed.",
        examples: [
            "Refresh the default source": "fleet refresh",
            "Refresh another source and report as JSON":
                "fleet refresh --source oslo --format json",
        ],
        notes: """
            If `fleet watch` is running for the source, that process makes the request. \
            Simultaneous refreshes share one request.
            """
    )

    @Option(help: .source)
    var source: String?

    @Option(help: "Output format.")
    var format: ReportFormat = .text

    @Flag(help: .json)
    var json = false

    func run(in context: CommandContext) async throws {
        let selected = try context.select(source, in: context.preferences())
        let info = try await context.open(selected).refresh()
        let report = RefreshReport(source: selected.label, info: info)
        try context.output.write(report.rendered(json ? .json : format))
        context.output.warn(of: info.parseReport)
    }
}
