import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime

/// `fleet note copy`: copies the notes of a source to a team's server.
struct NoteCopyCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy the notes of a source of this home, with photos, to a team's server.",
        examples: [
            "Copy the notes of a source": "fleet note copy --source oslo --to team:oslo"
        ],
        notes: """
            Only you see the copies, which have the present time; the team sees tasks. The notes stay in this home. A note \
            that was copied before is not doubled.
            """
    )

    @OptionGroup var copy: CopyOptions

    func run(in context: CommandContext) async throws {
        let count = try await copy.annotationCopy(in: context).copyNotes()
        context.output.log("copied \(ShortText.count(count.all, "note")) to \(copy.to)")
        if count.tasks > 0 { context.output.log(TaskOptions.sharingText) }
    }
}
