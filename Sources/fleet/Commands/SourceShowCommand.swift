import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime
import FleetSettings

/// `fleet source show`: the settings of one source.
struct SourceShowCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the settings of a source, its notices, prices and regions.",
        examples: [
            "Show the default source": "fleet source show",
            "Show another source as JSON": "fleet source show oslo --format json",
        ],
        notes: """
            Secrets are left out. The notices of the operator that hold now or are announced, the \
            prices in words and the regions with their vehicles are those of the stored feed; it is \
            not requested.
            """
    )

    @Argument(
        help: "The name of the source. (default: see `fleet source use`)",
        completion: .stored(.sources))
    var name: String?

    @OptionGroup var format: FormatOptions<ReportFormat>

    @Option(help: .database)
    var database: String?

    func run(in context: CommandContext) async throws {
        let preferences = try context.preferences().get()
        if var report = try await SourceReport.ofTeam(name, in: context) {
            report.system = await system(of: report.name, in: context)
            report.stored = await StoredSnapshot.info(of: report.name, in: context)
            return try context.output.write(report.rendered(format.selected))
        }
        let known = (name ?? preferences.defaultSource).flatMap(preferences.source(named:))
        guard let name = known?.name,
            var report = SourceReport(name, in: preferences)
        else { throw ResolvedSource.unknownSource(name ?? preferences.defaultSource, preferences) }
        report.credentials = try context.sourceCatalog().loadCredentials()[name]
        report.system = await system(of: name, in: context)
        report.stored = await StoredSnapshot.info(of: name, in: context)
        try context.output.write(report.rendered(format.selected))
    }

    private func system(of name: String, in context: CommandContext) async -> SystemReport? {
        guard
            let selected = try? await context.select(
                name, in: context.preferences(), offline: true),
            let session = try? context.open(selected)
        else { return nil }
        return await session.systemReport()
    }
}
