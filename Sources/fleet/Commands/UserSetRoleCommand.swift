import ArgumentParser
import FleetCommandLine
import FleetRuntime
import FleetTeam

/// `fleet user set-role`: changes the role of a user.
struct UserSetRoleCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-role",
        abstract: "Change the role of a user, at once.",
        examples: ["Make a user an administrator": "fleet user set-role alice administrator"]
    )

    @Argument(help: .userName)
    var name: String

    @Argument(help: .role)
    var role: Role

    @Option(help: .database)
    var database: String?

    func run(in context: CommandContext) async throws {
        try await context.withUser(name) { administration, user in
            try await administration.setRole(role, of: user.id)
            context.output.log("\(user.name) is now \(role.withArticle)")
        }
    }
}

extension Role {
    /// The name with its article.
    fileprivate var withArticle: String {
        switch self {
        case .viewer, .member: "a \(rawValue)"
        case .administrator: "an \(rawValue)"
        }
    }
}
