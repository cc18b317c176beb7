import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime

/// A command line whose first argument is the address of a vehicle's page, or a word that is no
/// argument of the command but may be the name of a source.
///
/// Which it is depends on the login and the sources of the home, so it is decided when it runs.
struct FirstArgumentCommand: FleetCommand {
    /// The command line; its first argument is a link or a word.
    var arguments: [String] = []
    /// The command line that reads a source, without arguments.
    var reader = ""
    /// The error of a word that is not the name of a source.
    var cause = ""
    var hint = ""

    var database: String? { (try? named("list"))?.database }

    func run(in context: CommandContext) async throws {
        let first = arguments[0]
        if SourceArgument.isLink(first) {
            var command = try named(
                SourceArgument.isVehiclePage(first, in: context) ? "detail" : "list")
            try await command?.run(in: context)
        } else if SourceArgument.isSource(first, in: context) {
            throw CommandError.usage(
                "'\(first)' is the name of a source, which needs --source",
                hint: "run `\(reader) --source \(first)`")
        } else {
            throw ArgumentParsingError.invalid(cause: cause, hint: hint)
        }
    }

    private func named(_ command: String) throws -> (any FleetCommand)? {
        try Fleet.command(of: [command] + arguments)
    }
}

extension Fleet {
    /// Parses a command line whose first argument is a link: that of `list`, or of `detail` if the
    /// link turns out to be the page of a vehicle.
    static func command(
        ofLink link: String, _ arguments: [String]
    ) throws(ArgumentParsingError) -> (any FleetCommand)? {
        guard SourceArgument.mayBeVehiclePage(link) else {
            return try command(of: ["list"] + arguments)
        }
        var command = FirstArgumentCommand()
        command.arguments = arguments
        return command
    }

    /// Returns the command that decides whether the first argument is the name of a source.
    /// - Throws: The error of the arguments if it cannot be one.
    static func command(
        ofWord arguments: [String], insteadOf error: ArgumentParsingError
    ) throws(ArgumentParsingError) -> any FleetCommand {
        let named = named(in: arguments)
        guard case .invalid(let cause, let hint) = error, let word = named.rest.first,
            SourceArgument.mayBeName(word), let reader = reader(like: named)
        else { throw error }
        var command = FirstArgumentCommand()
        (command.arguments, command.reader) = ([word], reader)
        (command.cause, command.hint) = (cause, hint)
        return command
    }

    /// Returns the command line, without arguments, that reads a source in the way of a command
    /// that has no IDs among its arguments; `nil` if there is none.
    private static func reader(like named: NamedCommand) -> String? {
        if named.isRoot { return "fleet list" }
        if named.command is any LinkCommand.Type { return named.path }
        let standard = named.command.configuration.defaultSubcommand
        guard let standard = standard as? any LinkCommand.Type else { return nil }
        return standard.configuration.commandName.map { "\(named.path) \($0)" }
    }
}
