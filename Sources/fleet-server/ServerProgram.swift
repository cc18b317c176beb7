import ArgumentParser
import FleetCommandLine
import FleetRuntime

/// Entry point of the server.
@main
enum ServerProgram {
    static func main() {
        EntryPoint.main(.server) { arguments, _ in try command(of: arguments) }
    }

    /// Parses the arguments.
    /// - Throws: An error or the help.
    private static func command(
        of arguments: [String]
    ) throws(ArgumentParsingError) -> (any FleetCommand)? {
        do {
            var command = try ServerCommand.parseAsRoot(arguments)
            if let command = command as? ServerCommand { return command }
            // The help.
            try command.run()
            return nil
        } catch {
            throw ArgumentParsingError(
                error, of: ServerCommand.self,
                named: NamedCommand(in: arguments, of: ServerCommand.self))
        }
    }
}
