import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime

/// `fleet favorite copy`: copies the favorites of a source to a team's server.
struct FavoriteCopyCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy the favorites of a source of this home to a team's server.",
        examples: [
            "Copy the favorites of a source": "fleet favorite copy --source oslo --to team:oslo"
        ]
    )

    @OptionGroup var copy: CopyOptions

    func run(in context: CommandContext) async throws {
        let count = try await copy.annotationCopy(in: context).copyFavorites()
        context.output.log("copied \(ShortText.count(count, "new favorite")) to \(copy.to)")
    }
}
