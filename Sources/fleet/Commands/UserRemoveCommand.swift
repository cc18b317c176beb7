import ArgumentParser
import FleetCommandLine
import FleetRuntime
import FleetTeam

/// `fleet user remove`: removes a user and their private data.
struct UserRemoveCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a user with the private notes, photos and favorites.",
        examples: [
            "Remove a user": "fleet user remove alice",
            "Remove a user without being asked": "fleet user remove alice --yes",
        ],
        notes: "Notes that the user shared with the team stay, as those of a former member."
    )

    @Argument(help: .userName)
    var name: String

    @Flag(help: "Remove the user without asking.")
    var yes = false

    @Option(help: .database)
    var database: String?

    func run(in context: CommandContext) async throws {
        try await context.withUser(name) { administration, user in
            if !yes {
                try context.output.confirm(
                    "Remove \(user.name) with the private notes, photos and favorites?",
                    refusal: "\(user.name) was not removed", hint: "--yes removes the user")
            }
            try await administration.remove(user.id)
            context.output.log("removed \(user.name)")
        }
    }
}
