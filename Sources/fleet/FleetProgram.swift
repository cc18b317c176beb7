import FleetCommandLine
import FleetCore
import FleetRuntime
import POSIX
import SystemPackage

/// Entry point of the client.
@main
enum FleetProgram {
    static func main() async {
        await EntryPoint.main { arguments, isVerbose in
            let command = try Fleet.command(of: arguments)
            if let serve = command as? ServeCommand {
                try serve.check()
                try ProcessLimits.checkProcessFiles()
                try startServer(arguments.dropFirst() + (isVerbose ? ["--verbose"] : []))
            }
            return command
        }
    }

    /// Replaces this process by the program of the server, before any thread is created.
    /// - Throws: `CommandError` (69) if it is not installed or cannot run.
    private static func startServer(_ arguments: [String]) throws(CommandError) -> Never {
        let name = InstalledProgram.server.rawValue
        let folder = CurrentProcess.program?.removingLastComponent() ?? "."
        let places = [folder.appending(name), folder.appending("../libexec/fleet/\(name)")]
        guard let program = places.first(where: FileSystem.exists) else {
            throw CommandError(
                .unavailable, "the program \(name) is missing beside \(folder.appending("fleet"))",
                hint: "install the package or archive again; in a checkout, run `make serve`")
        }
        let error = CurrentProcess.replace(by: program, arguments: arguments)
        throw CommandError(
            .unavailable, "cannot start \(program.lexicallyNormalized()): \(error)",
            hint: "check its permissions, or install the package or archive again")
    }
}
