import ArgumentParser
import FleetCommandLine
import FleetRuntime
import FleetSettings

/// `fleet serve restore`: brings the data of a backup back.
struct ServeRestoreCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a backup into a home or a database.",
        examples: [
            "Restore a home that has no data yet": "fleet serve restore fleet.tar",
            "Replace the data of this home": "fleet serve restore fleet.tar --replace",
            "Restore a database, and the photos into this home":
                "fleet serve restore fleet.tar --database postgres://postgres@db.example/fleet",
        ],
        notes: """
            Stop the servers first. The backup is checked before anything is replaced; then it replaces all \
            data in one step, so that an interrupted restore leaves the data from before or that of the \
            backup. A backup of a later version is refused; one of an earlier version is upgraded.

            A database needs the roles of the backup (`tar -xOf FILE roles.sql | psql`), the login of a \
            superuser and the programs of PostgreSQL. The next server gives all streams of changes new \
            UUIDs, so that open pages load their lists again. Sessions, tokens and roles are those of the \
            backup: people who were disabled or removed since have to be again.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The file that `fleet serve backup` wrote; - if it is the standard input, and no pipe.",
            valueName: "file"),
        completion: .file())
    var path: String

    @Flag(help: "Replace the data that is there, and lose it.")
    var replace = false

    @Option(help: .database)
    var database: String?

    func run(in context: CommandContext) async throws {
        let restore = try ServerRestore(in: context, isReplacing: replace)
        let manifest = try await restore.run(from: path)
        context.output.log(
            "restored the backup that fleet \(manifest.version) made at \(manifest.createdAt)")
    }
}
