package import ArgumentParser
package import FleetRuntime

/// A command that runs in a ``CommandContext``.
package protocol FleetCommand: ParsableCommand {
    /// The value of `--database`; `nil` without it, and for a command that has no such option.
    var database: String? { get }

    /// Runs the command; returns soon after its task is cancelled.
    mutating func run(in context: CommandContext) async throws
}

extension FleetCommand {
    package var database: String? { nil }
}
