import ArgumentParser
import FleetClient
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetSQL
import FleetTeam

/// `fleet attention wake`: ends a snooze.
struct AttentionWakeCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "wake",
        abstract: "End the snooze of an entry.",
        examples: ["Count a vehicle again": "fleet attention wake idle ABP-PHY"]
    )

    @OptionGroup var entry: AttentionEntryOptions

    func run(in context: CommandContext) async throws {
        let annotated = try await AnnotatedSource(entry.source.argument, in: context)
        let isEnded: Bool
        if let team = annotated.selected.team {
            isEnded = try await TeamServer(of: team.login, in: context).endSnooze(
                entry.group, id: entry.id, of: team.name)
        } else {
            let thing = try await entry.resolved(in: annotated).thing
            isEnded = try await HomeAttention(in: context).endSnooze(
                entry.group, thing, of: annotated.resolver.key.uuid)
        }
        let shown = entry.shown(annotated.label)
        guard isEnded else {
            throw CommandError(
                .noInput, "\(shown) is not snoozed as \(entry.group.rawValue)",
                hint: "run `fleet attention --all` to see what is snoozed")
        }
        context.output.log("\(shown) counts again")
    }
}
