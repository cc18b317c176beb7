import ArgumentParser
import FleetCommandLine

/// `fleet user`: the people of the team's server.
struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Add, invite, list and remove the users of the team's server.",
        examples: [
            "Invite somebody": "fleet user invite --role member",
            "List the users": "fleet user list",
            "Let somebody set a new password": "fleet user reset-password alice",
        ],
        notes: """
            Whoever can write FLEET_HOME on the machine of the server may run these commands. They act at \
            once, also on open pages. A viewer reads the fleet and has favorites; a member also writes \
            notes; an administrator also changes sources and users.
            """,
        subcommands: [
            UserAddCommand.self, UserInviteCommand.self, UserListCommand.self,
            UserSetRoleCommand.self, UserDisableCommand.self, UserEnableCommand.self,
            UserResetPasswordCommand.self, UserRemoveCommand.self, UserImportLocalCommand.self,
        ],
        defaultSubcommand: UserListCommand.self
    )
}
