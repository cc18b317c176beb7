import ArgumentParser
import FleetClient
import FleetCore
import FleetRuntime

/// Options that make a note a task.
struct TaskOptions: ParsableArguments {
    /// What a command says that makes a note of a team's source a task.
    static let sharingText = "a task is a note that the whole team sees"

    @Option(
        help: ArgumentHelp(
            "The person who is to do it, by sign-in name: a member of the team, @me or none.",
            valueName: "name"))
    var assignee: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "When it is to be done, such as 18:00 (tomorrow if that is past), tomorrow, 'in 2h', "
                + "2026-01-31 or '2026-01-31 18:00'.", valueName: "time"))
    var due: String?

    @Option(help: "The priority of the task: low, normal or high.")
    var priority: NotePriority?

    /// Returns the due time.
    /// - Throws: `CommandError` (64).
    func dueAt(now: Timestamp) throws(CommandError) -> Timestamp? {
        guard let due else { return nil }
        guard let time = LocalTime.time(due, now: now) else {
            throw CommandError.usage(
                "--due \(TerminalText.escaped(due)) is not a valid time",
                hint: "write 18:00, tomorrow, 'tomorrow 18:00', 'in 2h', 2026-01-31 or "
                    + "'2026-01-31 18:00'")
        }
        return time
    }

    /// Returns the task of a new note; `nil` for a note that is none.
    /// - Throws: `CommandError` (64).
    func task(isTask: Bool, at now: Timestamp) throws(CommandError) -> NoteTask? {
        let dueAt = try dueAt(now: now)
        guard isTask || assignee != nil || dueAt != nil || (priority ?? .normal) != .normal
        else { return nil }
        return NoteTask(
            assignee: assignee == "none" ? nil : assignee, dueAt: dueAt,
            priority: priority ?? .normal)
    }
}
