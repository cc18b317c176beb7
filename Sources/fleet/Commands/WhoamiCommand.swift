import ArgumentParser
import FleetClient
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetSettings

/// `fleet whoami`: the user of the login to a team's server.
struct WhoamiCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami",
        abstract: "Show who is logged in to which server, as the server knows it.",
        examples: [
            "Show the user": "fleet whoami",
            "Show it as JSON": "fleet whoami --format json",
        ]
    )

    @OptionGroup var format: FormatOptions<ReportFormat>

    func run(in context: CommandContext) async throws {
        let (user, login) = try await TeamAccount(in: context).currentUser()
        switch format.selected {
        case .text:
            let user = TerminalText.escaped("\(user.name) (\(user.role))")
            try context.output.write("\(user) at \(login.url)\n")
        case .json:
            var object = JSONObjectWriter()
            object.add("name", user.name)
            object.add("role", user.role)
            object.add("server", login.url)
            object.add("sources", login.sources.map { "team:" + $0.name })
            try context.output.write(object.text.string + "\n")
        }
    }
}
