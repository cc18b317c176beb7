import ArgumentParser

/// A command that is handed the world it works in.
protocol FleetCommand: ParsableCommand {
    /// Does the command's work; cancelling the task ends it soon.
    mutating func run(in composition: Composition) async throws
}
