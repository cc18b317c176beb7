import FleetCore
package import FleetRuntime
import Foundation
import POSIX
import SystemPackage

extension CommandContext {
    /// Creates the context of this process: the only place that reads the environment, the system
    /// clock and randomness.
    /// - Throws: `CommandError` if `FLEET_NOW` or `FLEET_LOG` is not valid.
    package init(output: Output, isVerbose: Bool) throws {
        try self.init(
            output: output, directory: FileSystem.currentFolder?.string ?? "/",
            process: String(UInt64.random(in: .min ... .max), radix: 36),
            version: InstalledProgram.version,
            isVerbose: isVerbose,
            system: System(
                environmentVariable: variable(named:),
                environment: { ProcessInfo.processInfo.environment },
                now: { Timestamp(seconds: Date().timeIntervalSince1970) },
                jitter: { .random(in: 0..<1) }, newUUID: { UUID() },
                timeoutFactor: Self.timeoutFactor, localZone: LocalTime.zone,
                memory: CurrentProcess.memory, followsDatabase: true))
    }

    /// Factor of limits: the tests extend those of the programs that they start.
    private static var timeoutFactor: Double {
        #if DEBUG
        variable(named: "FLEET_TIMEOUT_FACTOR").flatMap(Double.init) ?? 1
        #else
        1
        #endif
    }

    /// Type of the terminal; `nil` if it is unset or empty.
    static var terminalType: String? { variable(named: "TERM") }

    /// Whether terminals show only ASCII, by the locale.
    static var showsASCII: Bool { ASCIIText.isNeeded(variable) }

    /// Replaces a width of help texts that ArgumentParser does not support.
    ///
    /// It traps below the width of its indentation. Later subprocesses inherit the variable.
    package static func limitHelpWidth() {
        let columns = variable(named: "COLUMNS").flatMap { Int($0) }
        if let columns, helpWidths.contains(columns) { return }
        let terminal = FileDescriptor.standardOutput.terminalSize?.columns ?? 80
        let width = columns.flatMap { $0 > 0 ? $0 : nil } ?? terminal
        guard columns != nil || !helpWidths.contains(width) else { return }
        let limited = min(max(width, helpWidths.lowerBound), helpWidths.upperBound)
        setenv("COLUMNS", String(limited), 1)
    }

    /// Columns for texts of the help that ArgumentParser does not wrap.
    package static var helpWidth: Int {
        limitHelpWidth()
        let columns = variable(named: "COLUMNS").flatMap { Int($0) }
        return min(columns ?? FileDescriptor.standardOutput.terminalSize?.columns ?? 80, 80)
    }

    private static let helpWidths = 40...1000
}

/// Returns an environment variable; `nil` if it is unset or empty.
private func variable(named name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}
