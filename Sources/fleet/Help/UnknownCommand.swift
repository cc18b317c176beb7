import ArgumentParser
import FleetRuntime

/// A first argument that is no command of the root or of a group, such as `lst`.
struct UnknownCommand {
    /// The root or the group.
    let group: any ParsableCommand.Type
    /// Its name, such as `fleet note`.
    let path: String
    let argument: String

    /// Words for commands in other programs, and their names here.
    private static let synonyms = [
        "ls": "list", "vehicles": "list", "show": "detail", "rm": "remove", "delete": "remove",
        "update": "refresh", "tui": "browse", "new": "add", "status": "list", "default": "use",
    ]

    /// The error: the command, and the most likely one that was meant.
    var error: ArgumentParsingError {
        .invalid(
            cause: "unknown command '\(argument)'",
            hint: suggestion.map { "did you mean `\($0)`?" } ?? "run `\(path) --help`")
    }

    /// The command that was most likely meant.
    var suggestion: String? {
        if let nearest { return "\(path) \(nearest)" }
        return path == "fleet" && HelpTopic.named(argument) != nil ? "fleet help \(argument)" : nil
    }

    /// The command of this group that was most likely meant.
    private var nearest: String? {
        let names = Self.names(of: group)
        if let name = Self.synonyms[argument], names.contains(name) { return name }
        return NearestName.of(argument, among: names)
    }

    /// Returns the names of the commands in a group.
    static func names(of group: any ParsableCommand.Type) -> [String] {
        group.configuration.subcommands.compactMap { $0.configuration.commandName }
    }
}
