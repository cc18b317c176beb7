import ArgumentParser
import FleetCore
import FleetStore

/// `fleet filter`: the colours that are kept between runs.
struct FilterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter",
        abstract: "Show or clear the saved color filter.",
        subcommands: [FilterShowCommand.self, FilterClearCommand.self],
        defaultSubcommand: FilterShowCommand.self
    )
}

/// `fleet filter show`.
struct FilterShowCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the saved color filter.")

    @Option(help: "The format of the output.")
    var format: ReportFormat = .text

    func run(in composition: Composition) throws {
        let words = try composition.preferences().get().colorFilter.words
        switch format {
        case .text:
            try composition.output.write(
                words.isEmpty ? "no color filter is saved\n" : words.joined(separator: ",") + "\n")
        case .json:
            var object = JSONObject()
            object.add("colors", words)
            try composition.output.write(object.text.string + "\n")
        }
    }
}

/// `fleet filter clear`.
struct FilterClearCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Forget the saved color filter.")

    func run(in composition: Composition) async throws {
        try await composition.preferencesFile().update { $0.colorFilter = .all }
        composition.output.say("the color filter is cleared")
    }
}
