import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime

/// `fleet printer list`: the printers and the unfinished print jobs.
struct PrinterListCommand: FleetCommand, ListingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the printers; unfinished print jobs follow on standard error.",
        examples: [
            "List the printers": "fleet printer list",
            "List the queues of CUPS, too": "fleet printer list --queues",
            "List the printers as JSON": "fleet printer list --json",
        ]
    )

    @Flag(help: "Also list the queues of CUPS that were not added.")
    var queues = false

    @Option(help: .database)
    var database: String?

    @OptionGroup(title: "Output") var output: ListOutputOptions<RecordFormat>

    static var fieldNames: [String] { PrinterReport.fieldNames }

    func run(in context: CommandContext) async throws {
        let printers = try Printers(in: context)
        let all = try printers.all()
        let report = PrinterReport(all, queues: queues ? try await printers.otherQueues() : [])
        try context.printList(report.list, as: output.selectedFormat, output.display)
        for job in try await LabelStore(in: context).jobs() { context.output.log(job.line) }
        if all.isEmpty {
            context.output.log("no printers yet; add one with `fleet printer add NAME ADDRESS`")
        }
    }
}
