import ArgumentParser
import FleetCommandLine
import FleetRuntime
import FleetTeam

/// `fleet user reset-password`: makes a link with which a user sets a new password.
struct UserResetPasswordCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-password",
        abstract: "Print a link with which a user sets a new password.",
        examples: ["Let a user set a new password": "fleet user reset-password alice"],
        notes: """
            The old password, and everything that is signed in with it, ends at once. The link is valid \
            for 24 hours, and only once.
            """
    )

    @Argument(help: .userName)
    var name: String

    @OptionGroup var address: LinkOptions

    @Option(help: .database)
    var database: String?

    func run(in context: CommandContext) async throws {
        let url = try await context.publicURL(address.publicURL)
        let link = try await context.withUser(name) { administration, user in
            try await administration.resetPassword(of: user.id)
        }
        try context.printLink(link, "reset?link", at: url)
    }
}
