import ArgumentParser
import FleetCore
import FleetStore

/// `fleet source list`: all sources, the chosen one marked.
struct SourceListCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the sources; the chosen one has a star.")

    @Option(help: "The format of the output.")
    var format: ReportFormat = .text

    func run(in composition: Composition) throws {
        let preferences = try composition.preferences().get()
        let reports = preferences.sourceNames.compactMap { SourceReport($0, in: preferences) }
        try composition.output.write(SourceReport.rendered(reports, format))
    }
}
