import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime
import FleetSQL

/// `fleet serve copy`: copies the data of a server into a database for several servers.
struct ServeCopyCommand: FleetCommand, ListingCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy people and sources of a server from its home to a PostgreSQL database.",
        examples: [
            "Copy this home, after its server was stopped":
                "fleet serve copy --from sqlite --to postgres://fleet@db.example/fleet",
            "Start a server on the copy":
                "fleet serve --database postgres://fleet@db.example/fleet",
        ],
        notes: """
            Copies users with their passwords, roles, sessions and tokens, invitations, favorites, notes \
            and the records of photos, saved filters, alerts and the audit log; sources with their \
            credentials, sealed with the key in FLEET_SECRET_FILE; and the settings of the server. \
            Vehicles are read from their feeds again. Favorites and notes of the command line stay in \
            FLEET_HOME, and so do the files of photos, in the folder team-photos, which all servers need.

            Everything is copied in one transaction, and both sides are compared, row by row, before it \
            ends. The database must be new, or unchanged since the last copy; then it gets exactly what \
            the home has. So the command can be repeated until a server has changed something in the \
            database. Stop the server of the home before the last time: what it stores later is not copied.
            """
    )

    @Option(
        help: ArgumentHelp(
            "What to copy: sqlite for the files of FLEET_HOME.", valueName: "sqlite"))
    var from: CopyPlace

    @Option(
        help: ArgumentHelp(
            "The PostgreSQL database to copy to, with the login that owns its tables.",
            valueName: "url"))
    var to: CopyPlace

    @OptionGroup var output: ListOutputOptions<RecordFormat>

    var database: String? { to.database }

    static var fieldNames: [String] { HomeCopyReport.fieldNames }

    func run(in context: CommandContext) async throws {
        try checkDirection()
        let report = try await HomeCopy(in: context).run()
        try context.printList(report.list, as: output.selectedFormat, output.display)
        let rows = ShortText.count(report.kinds.map(\.count).reduce(0, +), "row")
        context.output.log(
            report.isUnchanged
                ? "the database has everything already; \(rows) are equal on both sides"
                : "copied; \(rows) are equal on both sides")
    }

    private func checkDirection() throws(CommandError) {
        switch (from, to) {
        case (.home, .database): return
        case (.home, .home):
            throw .usage(
                "--from and --to are both sqlite",
                hint: "copy the folder of FLEET_HOME while no server runs on it")
        case (.database, .home):
            throw .usage(
                "a database cannot be copied to the files of a home",
                hint: "use --from sqlite --to postgres://…; `pg_dump` makes a backup of a database")
        case (.database, .database):
            throw .usage(
                "--from must be sqlite", hint: "`pg_dump` and `pg_restore` copy a database")
        }
    }
}

/// The place of a server's data, on the command line: `sqlite`, or the address of a database.
enum CopyPlace: ExpressibleByArgument, Sendable {
    /// The files of `FLEET_HOME`.
    case home
    /// A database; its address is checked when it is used.
    case database(String)

    init(argument: String) { self = argument == "sqlite" ? .home : .database(argument) }

    /// The address of the database; `nil` for a home.
    var database: String? {
        if case .database(let address) = self { address } else { nil }
    }
}
