import ArgumentParser
import FleetCore
import FleetOutput
import FleetRuntime
import FleetSettings

/// `fleet source show`: the settings of one source.
struct SourceShowCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the settings of a source, without its secrets.",
        examples: [
            "Show the default source": "fleet source show",
            "Show another source as JSON": "fleet source show oslo --format json",
        ]
    )

    @Argument(
        help: "The name of the source. (default: see `fleet source use`)",
        completion: .stored(.sources))
    var name: String?

    @Option(help: "Output format.")
    var format: ReportFormat = .text

    @Flag(help: .json)
    var json = false

    @Option(help: .database)
    var database: String?

    func run(in context: CommandContext) async throws {
        let preferences = try context.preferences().get()
        if let report = try await context.teamReport(name) {
            return try context.output.write(report.rendered(json ? .json : format))
        }
        let known = (name ?? preferences.defaultSource).flatMap(preferences.source(named:))
        guard let name = known?.name,
            var report = SourceReport(name, in: preferences)
        else { throw ResolvedSource.unknownSource(name ?? preferences.defaultSource, preferences) }
        report.credentials = try context.sourceCatalog().loadCredentials()[name]
        try context.output.write(report.rendered(json ? .json : format))
    }
}
