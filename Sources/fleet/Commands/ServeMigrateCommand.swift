import ArgumentParser
import FleetCommandLine
import FleetRuntime

/// `fleet serve migrate`: prepares a database for servers whose login does not own its tables.
struct ServeMigrateCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Create the tables of a PostgreSQL database, as their owner.",
        examples: [
            "Create the tables, before servers start with a login that owns nothing":
                "fleet serve migrate --database postgres://fleet_owner@db.example/fleet"
        ],
        notes: """
            Only for a database whose servers use another login than the owner of its tables; others \
            create the tables when they start. An administrator of PostgreSQL makes the roles first, with \
            Documentation/postgresql-roles.sql. Tables that are there already stay as they are; those of \
            another version of the program are refused.
            """
    )

    @Option(
        help: ArgumentHelp(
            "The PostgreSQL database, with the login of the owner. (default: $FLEET_DATABASE)",
            valueName: "url"))
    var database: String?

    func run(in context: CommandContext) async throws {
        context.output.log(
            "\(try await ServerDatabase.required(in: context).createTables()) has the tables of this version"
        )
    }
}
