#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Temporary PostgreSQL server with its default settings, reached through a socket in its folder.
///
/// Its log has a line `<seconds> <process ID> <severity>:  <message>` for each message.
final class PostgresServer {
    private static let startLimit = Duration.seconds(60)
    /// Path of the log.
    let log: String
    /// Process whose children are the other processes of the server.
    var id: ProcessID { child.id }
    private let context: BenchmarkContext
    private let programs: String
    private let folder: String
    private let child: Child

    /// Makes a cluster with the user `fleet` and starts the server.
    init(in context: BenchmarkContext) throws {
        self.context = context
        log = context.workspace.path(of: "postgres.log")
        let programs = try Self.programs(in: context)
        let folder = try Self.makeFolder()
        (self.programs, self.folder) = (programs, folder)
        do {
            let data = folder + "/data"
            try context.run(
                Self.asUser(
                    [programs + "/initdb", "-D", data, "-U", "postgres", "-A", "trust"]
                        + ["-E", "UTF8", "--locale=C"], in: context))
            child = try Child(
                Self.asUser(
                    [programs + "/postgres", "-D", data, "-k", folder]
                        + ["-c", "listen_addresses=", "-c", "log_line_prefix=%n %p "],
                    in: context),
                output: .discarded, errors: log)
        } catch {
            Files.remove(folder)
            throw error
        }
        let start = ContinuousClock.now
        while (try? sql("SELECT 1")) == nil {
            try Interrupts.check()
            guard start.duration(to: .now) < Self.startLimit else {
                throw BenchmarkError.unexpectedResult(
                    "PostgreSQL does not answer: \(Files.beginning(of: log))")
            }
            usleep(50_000)
        }
        // As Documentation/postgresql-roles.sql does for one login.
        try sql(
            """
            CREATE ROLE fleet_team_server;
            CREATE ROLE fleet_team_user;
            CREATE ROLE fleet_team_owner;
            CREATE ROLE fleet_service NOINHERIT IN ROLE fleet_team_server, fleet_team_user;
            CREATE ROLE fleet LOGIN IN ROLE fleet_service, fleet_team_owner
            """)
    }

    deinit {
        child.stop(with: SIGQUIT)
        Files.remove(folder)
    }

    /// Makes a database and returns its address.
    func makeDatabase(_ name: String) throws -> String {
        try sql("CREATE DATABASE \(name) OWNER fleet")
        return "postgres://fleet@\(folder.replacing("/", with: "%2F"))/\(name)"
    }

    /// Runs a statement as the superuser; returns a line for each row.
    @discardableResult
    func sql(_ sql: String, in database: String = "postgres") throws -> [String] {
        try context.output(
            of: command(
                "psql", ["-d", database, "-XqAt", "-v", "ON_ERROR_STOP=1", "-c", sql],
                as: "postgres"))
    }

    /// Returns a command that runs a program of PostgreSQL as a user of the server.
    /// - Parameter environment: Further variables as `NAME=value`.
    func command(
        _ program: String, _ arguments: [String], as user: String, environment: [String] = []
    ) -> Command {
        let command = context.command(programs + "/" + program, arguments)
        return Command(
            command.program, command.arguments,
            command.environment + ["PGHOST=" + folder, "PGUSER=" + user] + environment)
    }
}

extension PostgresServer {
    /// Returns a command in a folder that every user may read; PostgreSQL refuses to run as root.
    private static func asUser(_ command: [String], in context: BenchmarkContext) -> Command {
        let user = ["--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        let script = ["sh", "-c", #"cd / && exec "$@""#, "sh"] + command
        return geteuid() == 0
            ? context.command("setpriv", user + script)
            : context.command("sh", Array(script.dropFirst()))
    }

    /// Finds the programs of PostgreSQL: Debian's, Homebrew's, or those in the path.
    private static func programs(in context: BenchmarkContext) throws -> String {
        let script = """
            ls -d /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql@*/bin \
                /usr/local/opt/postgresql@*/bin 2>/dev/null | sort -V | tail -n 1 | grep . \
                || dirname "$(command -v initdb)"
            """
        let found = try context.output(of: context.command("sh", ["-c", script])).first
        guard let found, found.hasPrefix("/") else {
            throw BenchmarkError.unexpectedResult("PostgreSQL is not installed")
        }
        return found
    }

    /// Makes a folder whose owner is the user of the server, with a path that is short enough for a
    /// socket (103 bytes).
    private static func makeFolder() throws -> String {
        let folder = try Workspace(in: "/tmp").root
        chmod(folder, 0o755)
        if geteuid() == 0, let user = getpwnam("nobody") {
            chown(folder, user.pointee.pw_uid, user.pointee.pw_gid)
        }
        return folder
    }
}
