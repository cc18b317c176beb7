import ArgumentParser
import FleetCommandLine
import FleetRuntime

/// Entry point of the server.
@main
enum ServerProgram {
    static func main() async {
        await EntryPoint.main { arguments, _ in try command(of: arguments) }
    }

    /// Parses the arguments.
    /// - Throws: An error, the help or the version.
    private static func command(
        of arguments: [String]
    ) throws(ArgumentParsingError) -> (any FleetCommand)? {
        if VersionReport.isRequested(by: arguments) {
            throw .cleanExit(VersionReport(of: .server).text)
        }
        do {
            return try ServerCommand.parseAsRoot(arguments) as? ServerCommand
        } catch {
            throw ArgumentParsingError(
                error, of: ServerCommand.self,
                named: NamedCommand(in: arguments, of: ServerCommand.self))
        }
    }
}
