import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetTeam
import POSIX

/// `fleet printer cancel`: removes an unfinished print job.
struct PrinterCancelCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Remove a print job that will not be resumed.",
        examples: [
            "Remove the only unfinished job": "fleet printer cancel",
            "Remove job 3": "fleet printer cancel 3",
            "See the unfinished jobs": "fleet printer list",
        ]
    )

    @Argument(
        help: ArgumentHelp(
            "The number of the job. (default: the only unfinished one)", valueName: "job"))
    var job: PrinterOptions.Job?

    @Option(help: .database)
    var database: String?

    func run(in context: CommandContext) async throws {
        let store = LabelStore(in: context)
        let job = try (job ?? .only).find(in: try await store.jobs())
        let lock = try Printers(in: context).lock(job.content.printer)
        defer { lock.release() }
        try await store.remove(job)
        context.output.log("removed print job \(job.id)")
    }
}
