import ArgumentParser
import FleetCommandLine
import FleetRuntime

/// `fleet filter clear`: clears the saved color filter.
struct FilterClearCommand: LinkCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Clear the saved color filter of a source.",
        examples: [
            "Clear the filter": "fleet filter clear",
            "Clear it and list all vehicles": "fleet list --color all",
        ]
    )

    @Argument(help: .savedLink)
    var link: String?

    @OptionGroup var source: SourceSelection

    mutating func validate() throws { try source.takeLink(link) }

    func run(in context: CommandContext) async throws {
        let preferences = try context.preferences()
        let known = try preferences.get()
        let selected = try await context.select(
            source.argument.saved(in: context), in: preferences)
        try await SavedColors(of: selected, in: context).clear(since: known)
        context.output.log("cleared the color filter")
    }
}
