import ArgumentParser
import FleetCore
import FleetService

/// `fleet refresh`: dispose of the running subscription, subscribe anew, say what changed.
struct RefreshCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh",
        abstract: "Read a source anew and say what changed.",
        discussion: """
            If a `fleet watch` of the source is running, it is the one that reads; many refreshes at \
            once share one request.
            """
    )

    @OptionGroup var source: SourceOption

    @Option(help: "The format of the output.")
    var format: ReportFormat = .text

    func run(in composition: Composition) async throws {
        let selected = try composition.select(source.text, in: composition.preferences())
        let info = try await composition.open(selected).refresh()
        let report = RefreshReport(source: selected.label, info: info)
        try composition.output.write(report.rendered(format))
        composition.output.warn(of: info.reading)
    }
}
