import ArgumentParser
import FleetCommandLine
import FleetRuntime
import FleetTeam

/// `fleet user disable`: keeps a user out.
struct UserDisableCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Keep a user out until `fleet user enable`; nothing is deleted.",
        examples: ["Keep a user out": "fleet user disable alice"]
    )

    @Argument(help: .userName)
    var name: String

    @Option(help: .database)
    var database: String?

    func run(in context: CommandContext) async throws {
        try await context.withUser(name) { administration, user in
            try await administration.disable(user.id)
            context.output.log("disabled \(user.name), and ended the sessions and tokens")
        }
    }
}
