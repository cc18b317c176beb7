import ArgumentParser

/// Why swift-argument-parser gave no command: help was asked for, or the arguments make no sense.
enum ParsingStop: Error {
    /// What was asked for instead of a command, such as the help.
    case answer(String)
    /// What is wrong, and the command whose help tells more.
    case fault(cause: String, command: String)

    init(_ error: any Error, of arguments: [String]) {
        guard Fleet.exitCode(for: error) != .success else {
            self = .answer(Fleet.fullMessage(for: error))
            return
        }
        let words = Self.line(Fleet.message(for: error))
        self = .fault(
            cause: words.isEmpty ? "no such command" : words, command: Self.command(in: arguments))
    }

    /// A message on one line; its lists have a line for each item.
    private static func line(_ message: String) -> String {
        message.split(whereSeparator: \.isNewline)
            .map { line in
                let line = line.drop { $0 == " " }
                return line.hasPrefix("- ") ? line.dropFirst(2) : line
            }
            .joined(separator: " ")
    }

    /// The command that the arguments name, as far as they name one.
    private static func command(in arguments: [String]) -> String {
        var path = "fleet"
        var commands = Fleet.configuration.subcommands
        for argument in arguments {
            guard let next = commands.first(where: { $0.configuration.commandName == argument })
            else { break }
            path += " " + argument
            commands = next.configuration.subcommands
        }
        return path
    }
}
