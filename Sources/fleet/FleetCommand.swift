import ArgumentParser
import FleetSession

/// A command that runs in a ``CommandContext``.
protocol FleetCommand: ParsableCommand {
    /// Runs the command; returns soon after its task is cancelled.
    mutating func run(in context: CommandContext) async throws
}
