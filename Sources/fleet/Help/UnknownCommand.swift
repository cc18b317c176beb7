import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime

/// A first argument that is no command of the root or of a group, such as `lst`.
struct UnknownCommand {
    private let group: NamedCommand
    private let argument: String

    /// Creates the mistake of a command line; `nil` if its first argument after a group is none.
    init?(in group: NamedCommand) {
        guard let argument = group.rest.first, !argument.hasPrefix("-"),
            !group.subcommandNames.isEmpty
        else { return nil }
        (self.group, self.argument) = (group, argument)
    }

    /// Words for commands in other programs, and their names here.
    private static let synonyms = [
        "ls": "list", "vehicles": "list", "show": "detail", "rm": "remove", "delete": "remove",
        "update": "refresh", "tui": "browse", "new": "add", "status": "list", "default": "use",
    ]

    /// Words for what no command does, with what does it.
    private static let hints = [
        "import": "run `fleet source add NAME FILE` for a table, or `fleet list FILE` to look at "
            + "it",
        "version": "run `fleet --version`",
        "register": "people register on the page of their server, at its address with /register; "
            + "then run `fleet login ADDRESS`",
    ]

    /// Returns whether the argument was not meant for the default command of the group.
    /// - Parameter cause: The parser's message.
    func explains(_ cause: String) -> Bool {
        group.isRoot || cause.lowercased().contains("unexpected argument") || suggestion != nil
    }

    /// The error: the command, and the most likely one that was meant.
    var error: ArgumentParsingError {
        .invalid(
            cause: "unknown command '\(argument)'",
            hint: (group.isRoot ? Self.hints[argument] : nil)
                ?? suggestion.map { "did you mean `\($0)`?" } ?? "run `\(group.path) --help`")
    }

    /// The command that was most likely meant.
    private var suggestion: String? {
        if let nearest { return "\(group.path) \(nearest)" }
        return group.isRoot && HelpTopic.named(argument) != nil ? "fleet help \(argument)" : nil
    }

    /// The command of this group that was most likely meant.
    private var nearest: String? {
        let names = group.subcommandNames
        if let name = Self.synonyms[argument], names.contains(name) { return name }
        return NearestName.of(argument, among: names)
    }
}

extension ArgumentParsingError {
    /// Creates the error that a command threw when it parsed its part of the arguments.
    init(_ error: any Error, of command: any ParsableCommand.Type, in arguments: [String]) {
        let named = Fleet.named(in: arguments)
        self.init(error, of: command, named: named)
        if case .invalid(let cause, _) = self, let unknown = UnknownCommand(in: named),
            unknown.explains(cause)
        {
            self = unknown.error
        }
    }
}
