import ArgumentParser
import FleetCommandLine
import FleetRuntime

/// `fleet serve backup`: copies the data of a server while it runs.
struct ServeBackupCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write a backup of a server's home or database to one file, while it is used.",
        examples: [
            "Back up this home": "fleet serve backup fleet.tar",
            "Back up into a folder, of which the seven newest backups stay":
                "fleet serve backup /var/backups/fleet --keep 7",
            "Back up a database, and the photos in this home":
                "fleet serve backup fleet.tar --database postgres://fleet_backup@db.example/fleet",
        ],
        notes: """
            The file is a tar archive with a description and the digest of each file, which only its owner \
            may read. Of a home it has people, notes, photos, vehicles with their history, sources with \
            their credentials, and settings; keep it as secret as the home. Caches and the key in \
            FLEET_SECRET_FILE are not in it.

            Of a database it has what `pg_dump` and `pg_dumpall` write, which must be installed: all \
            tables, and the roles without passwords; the credentials in it stay sealed with the key in \
            FLEET_SECRET_FILE, which belongs to a place apart. The login passes row-level security \
            (Documentation/postgresql.md). Photos are those of this home.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The file, or an existing folder, in which the file is named by the time.",
            valueName: "file|folder"), completion: .file())
    var path: String

    @Option(
        help: ArgumentHelp(
            "Remove all but the newest backups of the folder.", valueName: "count"))
    var keep: Int?

    @Option(help: .database)
    var database: String?

    func validate() throws {
        guard keep.map({ (1...10_000).contains($0) }) ?? true else {
            throw ValidationError("--keep must be from 1 to 10000")
        }
    }

    func run(in context: CommandContext) async throws {
        let backup = try ServerBackup(in: context, version: InstalledProgram.version)
        let report = try await backup.write(to: path, keeping: keep)
        let files = report.files == 1 ? "1 file" : "\(report.files) files"
        context.output.log("wrote \(report.path): \(files), \(report.bytes) bytes")
    }
}
