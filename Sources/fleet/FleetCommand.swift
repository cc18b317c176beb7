import ArgumentParser
import FleetRuntime

/// A command that runs in a ``CommandContext``.
protocol FleetCommand: ParsableCommand {
    /// The value of `--database`; `nil` without it, and for a command that has no such option.
    var database: String? { get }

    /// Runs the command; returns soon after its task is cancelled.
    mutating func run(in context: CommandContext) async throws
}

/// A command that reads a source, and whose only argument is a link to it.
protocol LinkCommand: FleetCommand {
    var link: String? { get }
}

extension FleetCommand {
    var database: String? { nil }
}
