import ArgumentParser
import FleetSession

extension Fleet {
    /// Parses the arguments; returns nil if a command of ArgumentParser, such as `help`, has run.
    ///
    /// ArgumentParser looks in three passes for a subcommand and for its own options before it
    /// parses the command, and the runtime searches all conformances of the program for every type
    /// that it meets on the way. So the named command parses its arguments alone. Everything that it
    /// does not accept, such as a mistake or `--help`, is parsed again from the root.
    /// - Throws: An error or the help text.
    static func command(of arguments: [String]) throws(ArgumentParsingError) -> (
        any FleetCommand
    )? {
        if arguments == ["--version"] { throw .cleanExit(version) }
        if let command = namedCommand(of: arguments) { return command }
        return try rootCommand(of: arguments)
    }

    /// Returns the named command, or the default command of the named group; nil if it does not
    /// accept the arguments.
    static func namedCommand(of arguments: [String]) -> (any FleetCommand)? {
        let (command, rest) = named(in: arguments)
        // The root finds this option even among the values of other options.
        guard !rest.contains(where: { $0.hasPrefix("--generate-completion-script") }) else {
            return nil
        }
        let type = command.configuration.defaultSubcommand ?? command
        return (type as? any FleetCommand.Type)?.parsed(Array(rest))
    }

    /// Parses the arguments from the root; returns nil if a command of ArgumentParser has run.
    static func rootCommand(of arguments: [String]) throws(ArgumentParsingError) -> (
        any FleetCommand
    )? {
        do {
            var command = try parseAsRoot(arguments)
            if let command = command as? any FleetCommand { return command }
            try command.run()
            return nil
        } catch {
            throw ArgumentParsingError(error, of: arguments)
        }
    }

    /// Returns the command or group that the first arguments name, and the other arguments.
    static func named(in arguments: [String]) -> (any ParsableCommand.Type, ArraySlice<String>) {
        var command: any ParsableCommand.Type = Fleet.self
        var rest = arguments[...]
        while let name = rest.first,
            let next = command.configuration.subcommands.first(where: {
                $0.configuration.commandName == name
            })
        {
            (command, rest) = (next, rest.dropFirst())
        }
        return (command, rest)
    }
}

extension FleetCommand {
    fileprivate static func parsed(_ arguments: [String]) -> Self? {
        (try? parseAsRoot(arguments)) as? Self
    }
}
