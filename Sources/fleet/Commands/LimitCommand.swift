import ArgumentParser
import FleetCommandLine

/// `fleet limit`: the limits of permits.
struct LimitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limit",
        abstract: "Say on which days an operator kept to the limits of a permit.",
        examples: [
            "Allow 500 vehicles in the public space":
                "fleet limit add cap --indicator vehicle_cap --at-most 500 --from 2026-05-01",
            "Show the days of a month": "fleet limit show cap --month 2026-05",
            "List the vehicles behind a day": "fleet limit show cap --day 2026-05-03",
            "Correct a day":
                "fleet limit correct cap 2026-05-03 met --reason 'the feed had test vehicles'",
        ],
        notes: """
            A day is not met if there was certainly one time with too many vehicles, met if the feed was \
            read for 90% of it without any, and otherwise unknown. A finished day is decided once, from \
            the history, and stays as it is when the history is removed; only `fleet limit correct` \
            changes it. A day begins and ends in the zone of the system, and may have 23 or 25 hours.

            A server of this home decides each day soon after it ends; without one, the next `fleet limit \
            list` or `show` does, so the history should be kept longer than the time between two.
            """,
        subcommands: [
            LimitListCommand.self, LimitShowCommand.self, LimitAddCommand.self,
            LimitCorrectCommand.self, LimitEndCommand.self, LimitRemoveCommand.self,
        ],
        defaultSubcommand: LimitListCommand.self
    )
}

extension ArgumentHelp {
    /// Help of the name of a limit.
    static let limitName = ArgumentHelp("The name of the limit.", valueName: "name")
}
