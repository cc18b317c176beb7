import ArgumentParser
import FleetCore
import FleetStore

/// `fleet source show`: how one source is set up.
struct SourceShowCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show how a source is set up; secrets are left out.")

    @Argument(help: "The name of a source; the chosen one if it is left out.")
    var name: String?

    @Option(help: "The format of the output.")
    var format: ReportFormat = .text

    func run(in composition: Composition) throws {
        let preferences = try composition.preferences().get()
        guard let name = name ?? preferences.defaultSource,
            var report = SourceReport(name, in: preferences)
        else { throw SelectedSource.unknown(name ?? preferences.defaultSource, preferences) }
        report.credentials = try composition.credentialsFile().load()[name]
        try composition.output.write(report.rendered(format))
    }
}
