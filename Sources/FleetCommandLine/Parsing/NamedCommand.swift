package import ArgumentParser

/// Command or group that the first arguments name.
package struct NamedCommand {
    package let command: any ParsableCommand.Type
    /// The other arguments.
    package let rest: ArraySlice<String>
    /// Name of the program and the names in the arguments, such as `fleet note add`.
    package let path: String
    /// Whether the arguments name no command.
    package let isRoot: Bool

    /// Follows the names of subcommands from the root of a program.
    package init(in arguments: [String], of root: any ParsableCommand.Type) {
        var command = root
        var rest = arguments[...]
        while let name = rest.first,
            let next = command.configuration.subcommands.first(where: {
                $0.configuration.commandName == name
            })
        {
            (command, rest) = (next, rest.dropFirst())
        }
        (self.command, self.rest) = (command, rest)
        let names = arguments[..<rest.startIndex]
        path = ([root.configuration.commandName ?? ""] + names).joined(separator: " ")
        isRoot = names.isEmpty
    }

    /// Names of the commands in this group; empty for a command.
    package var subcommandNames: [String] {
        command.configuration.subcommands.compactMap { $0.configuration.commandName }
    }
}
