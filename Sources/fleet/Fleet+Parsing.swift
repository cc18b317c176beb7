import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime

extension Fleet {
    /// Parses the arguments; returns `nil` if a command of ArgumentParser, such as `help`, has run.
    ///
    /// ArgumentParser looks in three passes for a subcommand and for its own options before it
    /// parses the command, and the runtime searches all conformances of the program for every type
    /// that it meets on the way. So the named command parses its arguments alone. Only what is not
    /// a command, such as a group or `--help`, is parsed from the root.
    /// - Throws: An error or the help text.
    static func command(of arguments: [String]) throws(ArgumentParsingError) -> (
        any FleetCommand
    )? {
        if arguments.isEmpty { throw .cleanExit(firstSteps) }
        if let page = try topicPage(for: arguments) { throw .cleanExit(page) }
        if let word = arguments.first, SourceArgument.isLink(word) {
            return try command(ofLink: word, arguments)
        }
        do throws(ArgumentParsingError) {
            if let command = try namedCommand(of: arguments) { return command }
            return try rootCommand(of: arguments)
        } catch {
            return try command(ofWord: arguments, insteadOf: error)
        }
    }

    /// Returns the named command, or the default command of the named group; `nil` if the root has
    /// to parse the arguments.
    /// - Throws: The mistake in the arguments of a command.
    static func namedCommand(of arguments: [String]) throws(ArgumentParsingError) -> (
        any FleetCommand
    )? {
        let named = named(in: arguments)
        let (command, rest) = (named.command, named.rest)
        // The root finds this option even among the values of other options.
        guard !rest.contains(where: { $0.hasPrefix("--generate-completion-script") }) else {
            return nil
        }
        if let group = command.configuration.defaultSubcommand as? any FleetCommand.Type {
            try checkSpelling(of: rest.first, in: named)
            return try? group.parsed(Array(rest), from: arguments)
        }
        return try (command as? any FleetCommand.Type)?.parsed(Array(rest), from: arguments)
    }

    /// Parses the arguments from the root; returns `nil` if a command of ArgumentParser has run.
    static func rootCommand(of arguments: [String]) throws(ArgumentParsingError) -> (
        any FleetCommand
    )? {
        do {
            var command = try parseAsRoot(arguments)
            if let command = command as? any FleetCommand { return command }
            try command.run()
            return nil
        } catch {
            throw ArgumentParsingError(error, of: self, in: arguments)
        }
    }

    /// Checks that the first argument of a group's default command, which may be an ID, is not a
    /// mistyped command.
    private static func checkSpelling(
        of argument: String?, in group: NamedCommand
    ) throws(ArgumentParsingError) {
        guard let argument, argument.allSatisfy({ $0.isASCII && $0.isLowercase }),
            let name = NearestName.typo(of: argument, among: group.subcommandNames),
            let standard = group.command.configuration.defaultSubcommand,
            (try? standard.parseAsRoot([argument])) != nil,
            let standard = standard.configuration.commandName
        else { return }
        throw .invalid(
            cause: "unknown command '\(argument)'",
            hint: "did you mean `\(group.path) \(name)`? write an ID as "
                + "`\(group.path) \(standard) \(argument)`")
    }

    /// Returns whether a text is the name of a command.
    static func isCommand(_ text: String) -> Bool {
        named(in: []).subcommandNames.contains(text)
    }

    /// Returns the command or group that the first arguments name.
    static func named(in arguments: [String]) -> NamedCommand {
        NamedCommand(in: arguments, of: Fleet.self)
    }
}

extension FleetCommand {
    /// Parses the arguments after the name of the command; returns `nil` for a request of help,
    /// which names the root.
    fileprivate static func parsed(
        _ rest: [String], from arguments: [String]
    ) throws(ArgumentParsingError) -> Self? {
        let command: any ParsableCommand
        do {
            command = try parseAsRoot(rest)
        } catch {
            let mistake = ArgumentParsingError(error, of: self, in: arguments)
            if case .cleanExit = mistake { return nil }
            // Only the root accepts this option, wherever it is.
            if rest.contains("--version") { return nil }
            throw mistake
        }
        if let command = command as? Self { return command }
        // ArgumentParser accepts options of a command before the name of its subcommand.
        if let name = type(of: command).configuration.commandName, command is any FleetCommand {
            let path = Fleet.named(in: arguments).path
            throw .invalid(
                cause: "options before '\(name)' have no effect",
                hint: "write options after the command: `\(path) \(name) OPTIONS`")
        }
        return nil
    }
}
