import ArgumentParser
import FleetClient
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetSQL
import FleetTeam

/// `fleet attention snooze`: leaves an entry out of the count for a while.
struct AttentionSnoozeCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Leave an entry out of the count for a while.",
        examples: [
            "Snooze a vehicle in the workshop":
                "fleet attention snooze idle ABP-PHY --reason 'in the workshop' --for 3d",
            "Snooze a source":
                "fleet attention snooze source --source oslo --reason 'maintenance' --until 18:00",
        ]
    )

    @OptionGroup var entry: AttentionEntryOptions

    @Option(help: ArgumentHelp("The reason.", valueName: "text"))
    var reason: String

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("How long, such as 8h; at most 30d.", valueName: "duration"))
    var time: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The end, such as 18:00, tomorrow, 2026-01-31 or '2026-01-31 18:00'.", valueName: "time"
        ))
    var until: String?

    func validate() throws {
        guard (time == nil) != (until == nil) else {
            throw ValidationError("either --for or --until is needed")
        }
        if let time { _ = try DurationText.seconds(time, "--for") }
    }

    func run(in context: CommandContext) async throws {
        let now = context.shownNow()
        let end = try end(at: now)
        let annotated = try await AnnotatedSource(entry.source.argument, in: context)
        if let team = annotated.selected.team {
            try await TeamServer(of: team.login, in: context).snooze(
                entry.group, entry.typed, of: team.name, reason: reason, until: end)
        } else {
            let thing = try await entry.resolved(in: annotated).thing
            _ = try await HomeAttention(in: context).snooze(
                NewSnooze(
                    entry.group, thing, of: annotated.resolver.key.uuid, reason: reason,
                    until: end))
        }
        context.output.log(
            "snoozed \(entry.shown(annotated.label)) until \(LocalTime.text(end))")
    }

    private func end(at now: Timestamp) throws -> Timestamp {
        if let time {
            return now + Duration(clampingSeconds: try DurationText.seconds(time, "--for"))
        }
        guard let until, let time = LocalTime.time(until, now: now) else {
            throw CommandError.usage(
                "--until \(TerminalText.escaped(until ?? "")) is not a valid time",
                hint: "write 18:00, tomorrow, 'tomorrow 18:00', 'in 2h', 2026-01-31 or "
                    + "'2026-01-31 18:00'")
        }
        return time
    }
}
