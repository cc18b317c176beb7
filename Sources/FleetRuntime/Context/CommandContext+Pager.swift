extension CommandContext {
    /// Shows the output of a list that was held back, in the pager of the user if it is longer than
    /// the screen.
    package func showHeldOutput() async throws {
        try await output.showHeld { file, terminal in
            await Pager(environment).show(file, on: terminal)
        }
    }

    /// Holds the output back until the end of the command, to be shown in a pager if it is longer
    /// than the screen.
    package func pageOutput() {
        if output.isTerminal, hasPager { output.hold() }
    }

    /// Whether output that is longer than the screen is shown in a pager.
    private var hasPager: Bool { Pager.isWanted(in: environment) }
}
