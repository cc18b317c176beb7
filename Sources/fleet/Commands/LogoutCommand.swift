import ArgumentParser
import FleetCommandLine
import FleetRuntime
import FleetSettings

/// `fleet logout`: ends the login to a team's server.
struct LogoutCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Log out of a team's server, and delete what is stored of it here.",
        examples: [
            "Log out": "fleet logout",
            "Log out, although notes have not been sent": "fleet logout --discard-drafts",
        ]
    )

    @Flag(help: "Delete notes that have not been sent.")
    var discardDrafts = false

    func run(in context: CommandContext) async throws {
        let login = try await TeamAccount(in: context).logOut(discardingDrafts: discardDrafts)
        context.output.log(login.map { "logged out of \($0.url)" } ?? "there is no login")
    }
}
