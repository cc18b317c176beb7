import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime

/// `fleet serve rotate-key`: replaces the key of the credentials in a database.
struct ServeRotateKeyCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-key",
        abstract: "Seal the credentials in a PostgreSQL database with another key.",
        examples: [
            "Replace the key in FLEET_SECRET_FILE":
                "fleet serve rotate-key --to /etc/fleet/secret.new --database postgres://fleet@db.example/fleet"
        ],
        notes: """
            The old key is in the file of FLEET_SECRET_FILE. All credentials of sources are sealed anew \
            in one transaction, while servers run. Copy the new file to all machines first, and let it \
            replace the old one there right afterwards: until then a server is not ready (/ready), and \
            cannot read sources with credentials. It reads the file again by itself.

            With --discard, credentials that the old key does not open are removed, also if the old key \
            is lost; give them to their sources again with `fleet source edit`.
            """
    )

    @Option(
        help: ArgumentHelp(
            "The file with the new key, which has at least 32 random bytes.", valueName: "file"),
        completion: .file())
    var to: String

    @Flag(help: "Remove credentials that the old key does not open.")
    var discard = false

    @Option(help: .database)
    var database: String?

    func run(in context: CommandContext) async throws {
        let report = try await ServerDatabase.required(in: context)
            .rotateKey(to: to, discarding: discard)
        for name in report.discarded {
            context.output.warn("the credentials of \(name) are removed")
        }
        context.output.log(
            "the database has the key in \(to); sealed anew: credentials of "
                + ShortText.count(report.sealed, "source"))
    }
}
