import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetSettings
import FleetTeam

/// `fleet login`: makes the command line a client of a team's server.
struct LoginCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Log in to a team's server, whose sources are then named team:NAME.",
        examples: [
            "Log in, and be asked for name and password": "fleet login https://fleet.example",
            "Log in with an API token":
                "fleet login https://fleet.example --token-stdin < token.txt",
            "List the vehicles of a source of the server": "fleet list --source team:oslo",
        ],
        notes: """
            The server makes a token for this machine, valid for 90 days, which `fleet logout` revokes. \
            Its first source is the default until then; `fleet source use` selects another one. \
            Favorites, notes and saved colors of the server's sources are stored on the server.

            Scripts set FLEET_SERVER and FLEET_TOKEN instead.
            """
    )

    @Argument(help: "The address of the server.")
    var url: String

    @Flag(help: "Read an API token from the first line of standard input.")
    var tokenStdin = false

    func run(in context: CommandContext) async throws {
        if TeamAccount(in: context).isScripted {
            throw CommandError.usage(
                "the login is in the environment", hint: "unset FLEET_SERVER and FLEET_TOKEN")
        }
        let login = try await login(in: context)
        context.output.log("logged in to \(login.url) as \(login.userName)")
        let names = login.sources.map { "team:" + $0.name }.joined(separator: ", ")
        context.output.log(names.isEmpty ? "the server has no sources yet" : "sources: \(names)")
        for (name, counts) in try TeamAccount(in: context).localAnnotations() {
            let target =
                login.sources.first { $0.name == name }?.name ?? login.sources.first?.name ?? "NAME"
            let kind = counts.notes > 0 ? "note" : "favorite"
            context.output.log(
                "\(name) has \(counts.text) in this home; `fleet \(kind) copy --source \(name) "
                    + "--to team:\(target)` copies them to the server")
        }
    }

    private func login(in context: CommandContext) async throws -> TeamLogin {
        let input = PasswordInput(context)
        if tokenStdin {
            return try await TeamAccount(in: context).logIn(to: url, token: input.line().reveal())
        }
        try TeamAccount(in: context).checkServer(url)
        let name = try input.askName("Name at \(url)")
        let password = try input.ask("Password for \(name)", isNew: false)
        return try await TeamAccount(in: context).logIn(to: url, name: name, password: password)
    }
}
