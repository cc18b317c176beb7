import ArgumentParser
import FleetCommandLine
import FleetRuntime
import FleetTeam

/// `fleet user invite`: makes a link with which one person registers.
struct UserInviteCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Print a link with which one person can register.",
        examples: [
            "Invite a member": "fleet user invite --role member",
            "Name the address of the server":
                "fleet user invite --role viewer --public-url https://fleet.example.com",
        ],
        notes: "The link is valid for seven days, and only once."
    )

    @Option(help: .role)
    var role: Role

    @OptionGroup var address: LinkOptions

    @Option(help: .database)
    var database: String?

    func run(in context: CommandContext) async throws {
        let url = try await context.publicURL(address.publicURL)
        let link = try await context.administration().invite(role)
        try context.printLink(link, "register?invitation", at: url)
    }
}
