import ArgumentParser
import FleetCommandLine
import FleetOutput
import FleetRuntime

/// `fleet history remove`: removes what the history has of a vehicle.
struct HistoryRemoveCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove what the history of a source has of a vehicle.",
        examples: [
            "Remove everything of a vehicle": "fleet history remove ABP-PHY",
            "Remove what is older than a day":
                "fleet history remove ABP-PHY --before 2026-05-01",
        ],
        notes: """
            This is for requests of deletion: where the vehicle was, and its events, are removed from \
            the database. The present state stays, and later changes are kept. `fleet source edit NAME \
            --history off` removes the whole history.
            """
    )

    @Argument(
        help: .withSavedLink("The full ID of the vehicle.", "id"), completion: .stored(.vehicles))
    var ids: [String] = []

    @OptionGroup(title: "Source") var source: SourceOption

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Remove only what is before this day or time.", valueName: "day|time"))
    var before: String?

    @Flag(help: "Remove it without asking.")
    var yes = false

    var database: String? { source.database }

    mutating func validate() throws {
        ids = try source.selection.takeLink(fromID: ids, "the vehicle ID")
    }

    func run(in context: CommandContext) async throws {
        let selected = try await context.select(source.argument, in: context.preferences())
        try await VehicleTimeline.remove(
            ids[0], before: before, asking: !yes, of: context.open(selected))
    }
}
