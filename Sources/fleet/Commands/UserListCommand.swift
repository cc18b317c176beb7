import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime
import FleetTeam

/// `fleet user list`: all users.
struct UserListCommand: FleetCommand, ListingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the users of the team's server.",
        examples: [
            "List the users": "fleet user list",
            "List them as JSON": "fleet user list --format json",
        ]
    )

    @OptionGroup var output: ListOutputOptions<RecordFormat>

    @Option(help: .database)
    var database: String?

    static var fieldNames: [String] { User.fieldNames }

    func run(in context: CommandContext) async throws {
        let users = try await context.hasTeam ? context.administration().users() : []
        try context.printList(User.list(users), as: output.selectedFormat, output.display)
        if users.isEmpty {
            context.output.log(
                "there are no users; add one with `fleet user add NAME --role administrator`")
        }
    }
}
