import ArgumentParser
import FleetCommandLine
import FleetRuntime
import FleetTeam

/// `fleet user add`: adds a user with a password.
struct UserAddCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a user with a password.",
        examples: [
            "Add a user, and be asked for the password": "fleet user add alice --role member",
            "Add a user whose colleagues see another name":
                "fleet user add carla --display-name 'Carla Diaz' --role member",
            "Read the password from a file":
                "fleet user add bob --role viewer --password-stdin < password.txt",
        ],
        notes: "A password has 10 to 1024 bytes. With `fleet user invite`, people choose their own."
    )

    @Argument(help: "The name to sign in with.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "The name that colleagues see; it may have spaces. (default: the sign-in name)",
            valueName: "text"))
    var displayName: String?

    @Option(help: .role)
    var role: Role

    @Flag(help: "Read the password from the first line of standard input.")
    var passwordStdin = false

    @Option(help: .database)
    var database: String?

    func run(in context: CommandContext) async throws {
        let name = try UserName(new: name)
        let displayName = try displayName.flatMap { try DisplayName($0) }
        let input = PasswordInput(context)
        let password =
            try passwordStdin
            ? input.line() : input.ask("Password for \(name.text)", isNew: true)
        let user = try await context.administration()
            .addUser(name, displayName: displayName, role: role, password: password)
        let shown = user.displayName.map { " (\($0))" } ?? ""
        context.output.log("added \(user.name)\(shown) as \(user.role.rawValue)")
    }
}
