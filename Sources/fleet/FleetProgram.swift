import FleetCommandLine
import FleetCore
import FleetRuntime
import POSIX
import SystemPackage

/// Entry point of the client.
@main
enum FleetProgram {
    static func main() {
        EntryPoint.main(.fleet) { arguments, isVerbose in
            let command = try Fleet.command(of: arguments)
            if let serve = command as? ServeCommand {
                try serve.check()
                try ProcessLimits.checkProcessFiles()
                try startServer((isVerbose ? ["--verbose"] : []) + arguments.dropFirst())
            }
            return command
        }
    }

    /// Replaces this process by the program of the server, before any thread is created.
    /// - Throws: `CommandError` (69) if it is not installed or cannot run.
    private static func startServer(_ arguments: [String]) throws(CommandError) -> Never {
        let name = InstalledProgram.server.rawValue
        let again = "install the package or archive again"
        guard let folder = CurrentProcess.program?.removingLastComponent() else {
            throw CommandError(
                .unavailable, "the folder of this program, where \(name) is searched, is unknown",
                hint: again)
        }
        // Another product's program may be beside an installed one.
        let library = folder.removingLastComponent().appending("libexec/fleet")
        let candidates = [library, folder].map { $0.appending(name) }
        guard let program = candidates.first(where: FileSystem.exists) else {
            throw CommandError(
                .unavailable, "the program \(name) is neither in \(library) nor in \(folder)",
                hint: again + "; in a checkout, run `make serve`")
        }
        let error = CurrentProcess.replace(by: program, arguments: arguments)
        throw CommandError(
            .unavailable, "cannot start \(program): \(error)",
            hint: "check its permissions, or \(again)")
    }
}
