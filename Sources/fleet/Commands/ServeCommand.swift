import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime

/// `fleet serve`: the sources of this home for a whole team, as web pages and an HTTP API.
struct ServeCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the fleet to a team, as web pages and an HTTP API.",
        examples: [
            "Serve all sources on this machine": "fleet serve",
            "Serve behind a proxy on the same machine":
                "fleet serve --trusted-proxy 127.0.0.1 --public-url https://fleet.example",
            "Serve with a certificate":
                "fleet serve --listen fleet.example:443 --tls-cert chain.pem --tls-key key.pem",
            "Serve from a database, on any number of machines":
                "fleet serve --database postgres://fleet@db.example/fleet",
            "Copy the people and sources of this machine to a database":
                "fleet serve copy --from sqlite --to postgres://fleet@db.example/fleet",
            "Keep each change of all sources for 30 days": "fleet serve --history 30d",
            "Invite somebody": "fleet user invite --role member",
        ],
        notes: """
            The first start prints a link with which the first administrator registers. Sources that \
            `fleet source` adds, changes or removes are noticed. Where `fleet watch`, `fleet browse` or \
            another server polls a source, this one follows it. Ctrl-C and SIGTERM end the server after \
            the running requests.

            --history is a setting of the home or the database, so all servers and commands there have \
            it, until another start changes it. A shorter time, or off, removes nothing: sources that \
            had the longer one keep it as a setting of their own.
            """,
        subcommands: [
            ServeBackupCommand.self, ServeRestoreCommand.self, ServeCopyCommand.self,
            ServeMigrateCommand.self, ServeRotateKeyCommand.self,
        ]
    )

    @OptionGroup var options: ServeOptions

    var database: String? { options.database }

    /// Checks that the address is safe, and that its origin is known.
    /// - Throws: `CommandError` (64).
    func check() throws(CommandError) { _ = try options.address.checkedOrigin() }

    /// Throws an error: ``InstalledProgram/server`` has replaced the process before this is called.
    func run(in context: CommandContext) async throws {
        throw CommandError(
            .unavailable, "only the program \(InstalledProgram.server.rawValue) serves",
            hint: "run `fleet serve` as a program")
    }
}
