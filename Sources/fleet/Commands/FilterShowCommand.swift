import ArgumentParser
import FleetCore
import FleetStore

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
