import ArgumentParser
import FleetCommandLine
import FleetRuntime
import FleetTeam

/// `fleet user enable`: lets a disabled user sign in again.
struct UserEnableCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Let a disabled user sign in again.",
        examples: ["Let a user sign in again": "fleet user enable alice"]
    )

    @Argument(help: .userName)
    var name: String

    @Option(help: .database)
    var database: String?

    func run(in context: CommandContext) async throws {
        try await context.withUser(name) { administration, user in
            try await administration.enable(user.id)
            context.output.log("enabled \(user.name)")
        }
    }
}
