import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime

/// `fleet filter show`: the saved color filter.
struct FilterShowCommand: LinkCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the saved color filter of a source.",
        examples: [
            "Show the colors": "fleet filter show",
            "Show them as JSON": "fleet filter show --format json",
        ]
    )

    @OptionGroup var format: FormatOptions<ReportFormat>

    @Argument(help: .savedLink)
    var link: String?

    @OptionGroup var source: SourceSelection

    mutating func validate() throws { try source.takeLink(link) }

    func run(in context: CommandContext) async throws {
        let colors = try await colors(in: context)
        switch format.selected {
        case .text:
            try context.output.write(
                colors.isEmpty
                    ? "no color filter is saved\n" : colors.joined(separator: ",") + "\n")
        case .json:
            var object = JSONObjectWriter()
            object.add("colors", colors)
            try context.output.write(object.text.string + "\n")
        }
    }

    private func colors(in context: CommandContext) async throws -> [String] {
        let preferences = try context.preferences()
        _ = try preferences.get()
        let selected = try await context.select(
            source.argument.saved(in: context), in: preferences)
        return try await SavedColors(of: selected, in: context)
            .read(from: preferences).labels
    }
}
