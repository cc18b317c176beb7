import ArgumentParser
import FleetCommandLine

/// `fleet note`: notes about vehicles, sites and places, and tasks.
struct NoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note",
        abstract: "Add, edit, finish, remove and list notes and tasks.",
        examples: [
            "Add a note": "fleet note add ABP-PHY 'brake is loose'",
            "List the notes about a vehicle": "fleet note list ABP-PHY",
            "Remove a note by its number": "fleet note remove 1",
        ],
        subcommands: [
            NoteAddCommand.self, NoteEditCommand.self, NoteDoneCommand.self,
            NoteReopenCommand.self, NoteRemoveCommand.self, NoteListCommand.self,
            NoteCopyCommand.self, NoteSendCommand.self,
        ],
        defaultSubcommand: NoteListCommand.self
    )
}
