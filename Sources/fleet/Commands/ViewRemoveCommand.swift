import ArgumentParser
import FleetClient
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetTeam

/// `fleet view remove`: removes a view.
struct ViewRemoveCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a view; one for everybody stays while alerts use it.",
        examples: [
            "Remove a view": "fleet view remove low",
            "Remove one for everybody": "fleet view remove depot --source team:oslo --for-all",
        ]
    )

    @Argument(help: ArgumentHelp("The name.", valueName: "name"), completion: .stored(.views))
    var name: String

    @Flag(help: "Remove the view for everybody in the team; for administrators.")
    var forAll = false

    @OptionGroup var source: SourceSelection

    func run(in context: CommandContext) async throws {
        let selected = try await context.select(source.argument, in: context.preferences())
        let name = try ViewName(name)
        guard try await SourceViews(of: selected, in: context).writer().remove(name, forAll: forAll)
        else {
            throw CommandError.noView(name.text, of: selected)
        }
        context.output.log("removed the view \(name.text)")
    }
}
