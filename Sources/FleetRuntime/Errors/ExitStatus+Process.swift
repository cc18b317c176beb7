package import FleetCore
import POSIX

/// Exits the process.
package func exit(with status: ExitStatus) -> Never {
    CurrentProcess.exit(status.code)
}
