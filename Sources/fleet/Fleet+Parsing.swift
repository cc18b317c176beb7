import ArgumentParser
import FleetRuntime

extension Fleet {
    /// Returns the arguments without `--verbose`, which every command accepts anywhere before `--`,
    /// and whether it is among them; `--version --verbose` stays, because it is a request of its
    /// own.
    ///
    /// As an option of each command it would slow each start.
    static func withoutVerbose(_ arguments: [String]) -> ([String], isVerbose: Bool) {
        if Set(arguments) == VersionReport.arguments { return (arguments, false) }
        let options = arguments.prefix { $0 != "--" }
        let rest = options.filter { $0 != "--verbose" }
        return (rest + arguments[options.endIndex...], rest.count < options.count)
    }

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
        if arguments == ["--version"] { throw .cleanExit(fullVersion) }
        if Set(arguments) == VersionReport.arguments { throw .cleanExit(VersionReport().text) }
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
        let (command, rest) = named(in: arguments)
        // The root finds this option even among the values of other options.
        guard !rest.contains(where: { $0.hasPrefix("--generate-completion-script") }) else {
            return nil
        }
        if let group = command.configuration.defaultSubcommand as? any FleetCommand.Type {
            try checkSpelling(of: rest.first, in: command, arguments)
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
        of argument: String?, in group: any ParsableCommand.Type, _ arguments: [String]
    ) throws(ArgumentParsingError) {
        guard let argument, argument.allSatisfy({ $0.isASCII && $0.isLowercase }),
            let name = NearestName.typo(of: argument, among: UnknownCommand.names(of: group)),
            let standard = group.configuration.defaultSubcommand,
            (try? standard.parseAsRoot([argument])) != nil,
            let standard = standard.configuration.commandName
        else { return }
        let path = path(in: arguments)
        throw .invalid(
            cause: "unknown command '\(argument)'",
            hint: "did you mean `\(path) \(name)`? write an ID as `\(path) \(standard) \(argument)`"
        )
    }

    /// Returns whether a text is the name of a command.
    static func isCommand(_ text: String) -> Bool {
        UnknownCommand.names(of: Fleet.self).contains(text)
    }

    /// Returns the name of the program with the command that the first arguments name.
    static func path(in arguments: [String]) -> String {
        let (_, rest) = named(in: arguments)
        return (["fleet"] + arguments[..<rest.startIndex]).joined(separator: " ")
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
    /// Parses the arguments after the name of the command; returns `nil` for a request of help,
    /// which names the root.
    fileprivate static func parsed(
        _ rest: [String], from arguments: [String]
    ) throws(ArgumentParsingError) -> Self? {
        do {
            return try parseAsRoot(rest) as? Self
        } catch {
            let mistake = ArgumentParsingError(error, of: self, in: arguments)
            if case .cleanExit = mistake { return nil }
            // Only the root accepts this option, wherever it is.
            if rest.contains("--version") { return nil }
            throw mistake
        }
    }
}
