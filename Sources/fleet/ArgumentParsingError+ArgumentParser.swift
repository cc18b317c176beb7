import ArgumentParser
import FleetSession

extension ArgumentParsingError {
    /// Creates the error that a command threw when it parsed its part of the arguments.
    init(_ error: any Error, of command: any ParsableCommand.Type, in arguments: [String]) {
        CommandContext.limitHelpWidth()
        guard command.exitCode(for: error) != .success else {
            self = .cleanExit(command.fullMessage(for: error))
            return
        }
        let cause = Self.line(command.message(for: error))
        self = .invalid(
            cause: cause.isEmpty ? "no such command" : cause,
            command: Self.command(in: arguments))
    }

    /// Joins a message into one line; its lists have a line for each item.
    private static func line(_ message: String) -> String {
        message.split(whereSeparator: \.isNewline)
            .map { line in
                let line = line.drop { $0 == " " }
                return line.hasPrefix("- ") ? line.dropFirst(2) : line
            }
            .joined(separator: " ")
    }

    /// Returns the command that the first arguments name, with its subcommand.
    private static func command(in arguments: [String]) -> String {
        let (_, rest) = Fleet.named(in: arguments)
        return (["fleet"] + arguments[..<rest.startIndex]).joined(separator: " ")
    }
}
