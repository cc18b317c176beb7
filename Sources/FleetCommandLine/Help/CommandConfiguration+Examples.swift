package import ArgumentParser

extension CommandConfiguration {
    /// Creates the configuration of a command whose help begins with examples.
    ///
    /// Help is also turned into manual pages, which drop all but ASCII.
    /// - Parameters:
    ///   - examples: Command lines under their comments; of at most 77 characters, so that they do
    ///     not wrap.
    ///   - notes: A paragraph that follows the examples.
    package init(
        commandName: String, abstract: String, examples: KeyValuePairs<String, String>,
        notes: String = "", version: String = "", subcommands: [any ParsableCommand.Type] = [],
        defaultSubcommand: (any ParsableCommand.Type)? = nil
    ) {
        let lines = examples.map { comment, command in "\n  # \(comment)\n  \(command)" }
        self.init(
            commandName: commandName, abstract: abstract,
            discussion: "EXAMPLES:" + lines.joined() + (notes.isEmpty ? "" : "\n\n" + notes),
            version: version, subcommands: subcommands, defaultSubcommand: defaultSubcommand)
        // Only the root looks for --generate-completion-script; help always begins at the root, and
        // ignores the property of other commands.
        _superCommandName = subcommands.isEmpty ? "fleet" : nil
    }
}
