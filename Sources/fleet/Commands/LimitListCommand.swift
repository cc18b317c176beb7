import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime
import FleetTeam

/// `fleet limit list`: the limits.
struct LimitListCommand: FleetCommand, ListingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the limits, each version with its first and last day.",
        examples: [
            "List the limits": "fleet limit list",
            "List them as JSON": "fleet limit list --json",
        ]
    )

    @Option(help: .database)
    var database: String?

    @OptionGroup(title: "Output") var output: ListOutputOptions<RecordFormat>

    static var fieldNames: [String] { TeamLimit.fieldNames }

    func run(in context: CommandContext) async throws {
        let limits = try LocalLimits.existing(in: context)
        let all = try await limits?.all() ?? []
        try await limits?.decide(all)
        try context.printList(
            limits?.list(all) ?? TeamLimit.list([]) { _ in nil }, as: output.selectedFormat,
            output.display)
        if all.isEmpty {
            context.output.log(
                "no limits yet; `fleet limit add NAME --indicator vehicle_cap --at-most N` adds one"
            )
        }
    }
}
