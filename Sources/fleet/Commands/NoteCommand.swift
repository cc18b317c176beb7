import ArgumentParser

/// `fleet note`: what people write about vehicles.
struct NoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note",
        abstract: "Write, change, remove and list notes about vehicles.",
        subcommands: [
            NoteAddCommand.self, NoteEditCommand.self, NoteRemoveCommand.self,
            NoteListCommand.self,
        ],
        defaultSubcommand: NoteListCommand.self
    )
}
