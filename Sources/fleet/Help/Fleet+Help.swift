import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime

extension Fleet {
    /// The most used commands, for `fleet` alone.
    static let firstSteps = """
        Browse a vehicle fleet from the terminal and make QR codes for its vehicles.

          # List the red vehicles of the default source, a simulated fleet
          fleet list --color red
          # Browse it in full screen
          fleet browse
          # Show a vehicle and its QR code
          fleet detail ABP-PHY
          # Make label sheets
          fleet labels --layout L7160 --out labels.pdf
          # Add a feed of your own
          fleet source add oslo https://example.com/gbfs/gbfs.json

        `fleet help` lists all commands, `fleet help COMMAND` explains one.
        """

    /// Returns the page of a topic, for `fleet help TOPIC`; `nil` if the root has to show the help
    /// of a command.
    /// - Throws: An error if there is no such command or topic.
    static func topicPage(for arguments: [String]) throws(ArgumentParsingError) -> String? {
        guard arguments.first == "help" else { return nil }
        let words = arguments.dropFirst().filter { !$0.hasPrefix("-") }
        let named = named(in: words)
        guard let unknown = named.rest.first, unknown != "help" else { return nil }
        let path = words.prefix(words.count - named.rest.count).joined(separator: " ")
        guard path.isEmpty else {
            throw .invalid(
                cause: "`fleet \(path)` has no command '\(unknown)'",
                hint: NearestName.of(unknown, among: named.subcommandNames).map {
                    "did you mean `fleet help \(path) \($0)`?"
                } ?? "run `fleet help \(path)`")
        }
        if let topic = HelpTopic.named(unknown) {
            return topic.page(width: CommandContext.helpWidth)
        }
        let topics = HelpTopic.all.map { $0.names[0] }
        let all = Self.named(in: []).subcommandNames + HelpTopic.all.flatMap(\.names)
        throw .invalid(
            cause: "there is no command or topic '\(unknown)'",
            hint: NearestName.of(unknown, among: all).map { "did you mean `fleet help \($0)`?" }
                ?? "`fleet help` lists the commands; topics: \(topics.joined(separator: ", "))")
    }
}
