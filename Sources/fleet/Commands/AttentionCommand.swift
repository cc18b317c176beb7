import ArgumentParser
import FleetCommandLine

/// `fleet attention`: lists, takes and snoozes entries that need attention.
struct AttentionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attention",
        abstract: "List what needs attention, and take or snooze it.",
        examples: [
            "List what needs attention": "fleet attention",
            "Show what is new, solved and still open for the next shift":
                "fleet attention --since 8h",
            "Take care of a low battery": "fleet attention take battery ABP-PHY",
            "Snooze a vehicle":
                "fleet attention snooze idle ABP-PHY --reason 'in the workshop' --for 3d",
        ],
        notes: """
            What counts is a setting of each source: see `fleet source edit --help`. Entries that \
            somebody has taken, as a task, or snoozed do not count.
            """,
        subcommands: [
            AttentionListCommand.self, AttentionTakeCommand.self, AttentionSnoozeCommand.self,
            AttentionWakeCommand.self,
        ],
        defaultSubcommand: AttentionListCommand.self
    )
}
