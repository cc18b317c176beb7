import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A PostgreSQL server of the tests, in a temporary folder with its socket.
///
/// It ends with its last reference, or with the process of the tests, even if that is killed. Every
/// user but `locked` is let in without a password. `fleet` owns the databases; `fleet_server` owns
/// nothing, as the login of servers whose tables belong to another one.
package final class PostgresServer: Sendable {
    /// The server for all tests that do not stop it; it starts on first use.
    package static func shared() throws -> PostgresServer { try sharedResult.get() }
    private static let sharedResult = Result { try PostgresServer() }

    /// The password of the user `locked`.
    package static let password = "geheim"

    /// The folder with the socket.
    package let folder: String
    /// A pipe to the process that ends the server when it is closed.
    private let lifeline: Int32
    private let templates = Observed<[String: Result<Void, any Error>]>([:])

    /// The login that owns nothing.
    package static let servers = "fleet_server"

    /// Creates a cluster and starts its server.
    /// - Parameter hasRoles: Whether it has the roles of the program and a database `fleet`.
    package convenience init(hasRoles: Bool = true) throws {
        try self.init(
            cluster: #"""
                "$bin/initdb" -D "$data" -U postgres -A trust -E UTF8 --locale=C --no-sync
                cat > "$data/pg_hba.conf" <<END
                local all locked scram-sha-256
                local all,replication all trust
                END
                """#)
        try FileManager.default.copyItem(
            atPath: Project.folder + "/Documentation/postgresql-roles.sql",
            toPath: folder + "/postgresql-roles.sql")
        if hasRoles {
            try makeRoles()
            try makeRoles(login: Self.servers)
        }
        try sql("CREATE ROLE locked LOGIN PASSWORD '\(Self.password)'")
    }

    /// Makes the roles and a database by the script of the documentation, which is in the folder of
    /// the server, too.
    package func makeRoles(
        for database: String = "fleet", owner: String = "fleet", login: String = "fleet"
    ) throws {
        try run(
            #"""
            exec "$bin/psql" -h "$0" -U postgres -d postgres -Xq \
                -v database="$1" -v owner="$2" -v login="$3" -f "$0/postgresql-roles.sql"
            """#, database, owner, login)
    }

    /// Creates a standby `db2` that follows another server, and starts it.
    package convenience init(following primary: PostgresServer) throws {
        try self.init(
            cluster: #"""
                "$bin/pg_basebackup" -h \#(primary.folder) -U postgres -D "$data" -R -c fast \
                    -d application_name=db2
                """#)
    }

    private init(cluster: String) throws {
        folder = try Self.makeFolder()
        // No other program may inherit it, or the server would live as long as that one.
        let pipe = try OutputPipe()
        lifeline = pipe.writeEnd
        let command = Self.command(Self.undertaker, folder)
        let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
        // A `Program` would be ended after the time limit of tests.
        let undertaker = try spawn(
            "/usr/bin/env", command, environment: ProcessInfo.processInfo.environment,
            folder: "/", descriptors: [pipe.readEnd, nothing, nothing])
        [pipe.readEnd, nothing].forEach { _ = close($0) }
        Thread.detachNewThread { _ = waitpid(undertaker, nil, 0) }
        try run(cluster)
        try start()
    }

    deinit { _ = close(lifeline) }

    /// Starts the server and waits until it accepts connections.
    package func start() throws {
        try run(#""$bin/pg_ctl" -D "$data" -s -w -t 600 -l "$0/log" -o "$options" start"#)
    }

    /// Ends the server at once; its clients lose their connections.
    package func stop() throws {
        try run(#""$bin/pg_ctl" -D "$data" -s -w -m immediate stop"#)
    }

    /// Makes a standby the primary, and waits until it accepts writes.
    package func promote() throws {
        try run(#""$bin/pg_ctl" -D "$data" -s -w -t 600 promote"#)
    }

    /// Runs a statement as the superuser; returns a line for each row, with `|` between columns.
    @discardableResult
    package func sql(_ sql: String, in database: String = "postgres") throws -> [String] {
        try run(
            #""$bin/psql" -h "$0" -U postgres -d "$1" -XqAt -v ON_ERROR_STOP=1 -c "$2""#,
            database, sql)
    }

    /// Runs a shell script with the programs of PostgreSQL, as the user of the server and in its
    /// folder; they connect to the server, as the superuser unless the script says otherwise.
    @discardableResult
    package func shell(_ script: String) throws -> [String] {
        try run(
            #"cd "$0"; export PGHOST="$0" PGUSER=postgres PATH="$bin:$PATH""# + "\n" + script)
    }

    /// Returns the address of a database.
    package func address(of database: String, user: String = "fleet") -> String {
        "postgres://\(user)@\(Self.escaped(folder))/\(database)"
    }

    /// Returns the address of a database on the first of several servers that accepts writes.
    package static func address(of database: String, on servers: [PostgresServer]) -> String {
        let hosts = servers.map { escaped($0.folder) }.joined(separator: ",")
        return "postgres://fleet@\(hosts)/\(database)"
    }

    private static func escaped(_ path: String) -> String { path.replacing("/", with: "%2F") }

    /// Returns a new database like one that was prepared once; a test has it alone.
    /// - Parameters:
    ///   - template: The name of what `prepare` makes.
    ///   - prepare: Makes the tables in the database with this address, and disconnects.
    package func makeDatabase(
        like template: String = "unprepared",
        _ prepare: (_ address: String) throws -> Void = { _ in }
    ) throws -> PostgresTestDatabase {
        let made = templates.change { templates in
            let made =
                templates[template]
                ?? Result {
                    try sql("CREATE DATABASE \(template) OWNER fleet")
                    try prepare(address(of: template))
                }
            templates[template] = made
            return made
        }
        try made.get()
        let name = "test_" + UUID().uuidString.replacing("-", with: "").lowercased()
        try sql("CREATE DATABASE \(name) OWNER fleet TEMPLATE \(template) STRATEGY file_copy")
        return PostgresTestDatabase(name: name, server: self)
    }
}

/// A database of one test, which is removed with its last reference.
package final class PostgresTestDatabase: Sendable {
    package let name: String
    package let server: PostgresServer

    fileprivate init(name: String, server: PostgresServer) {
        (self.name, self.server) = (name, server)
    }

    deinit { _ = try? server.sql("DROP DATABASE \(name) WITH (FORCE)") }

    /// The address for the user who owns it.
    package var address: String { server.address(of: name) }

    /// The address for the login that owns nothing.
    package var serversAddress: String {
        server.address(of: name, user: PostgresServer.servers)
    }

    /// Runs a statement as the superuser; returns a line for each row, with `|` between columns.
    @discardableResult
    package func sql(_ sql: String) throws -> [String] { try server.sql(sql, in: name) }
}

extension PostgresServer {
    /// Makes a folder whose owner is the user of the server, with a path that is short enough for a
    /// socket (103 bytes).
    private static func makeFolder() throws -> String {
        let folder = "/tmp/fleet-pg-" + UUID().uuidString.prefix(8).lowercased()
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755])
        if geteuid() == 0, let user = getpwnam("nobody") {
            _ = chown(folder, user.pointee.pw_uid, user.pointee.pw_gid)
        }
        return folder
    }

    /// Runs a shell script as the user of the server, with its folder as `$0`; returns the lines of
    /// its output.
    @discardableResult
    private func run(_ script: String, _ arguments: String...) throws -> [String] {
        try Tool.lines(of: Self.command(script, folder) + arguments)
    }

    /// Returns the command of a script; PostgreSQL refuses to run as root.
    private static func command(_ script: String, _ folder: String) -> [String] {
        let user =
            geteuid() == 0
            ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []
        return user + ["sh", "-c", tools + script, folder]
    }

    /// Finds the programs of PostgreSQL: Debian's, Homebrew's, or those in the path.
    private static let tools = #"""
        set -e
        cd /
        bin=$(ls -d /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql@*/bin \
            /usr/local/opt/postgresql@*/bin 2>/dev/null | sort -V | tail -n 1)
        [ -n "$bin" ] || bin=$(dirname "$(command -v initdb)")
        data=$0/data
        options="-k $0 -c listen_addresses= -c fsync=off -c full_page_writes=off"
        options="$options -c shared_buffers=32MB -c max_connections=300 -c autovacuum=off"

        """#

    /// Waits until the tests have ended, then ends the server and removes its folder.
    private static let undertaker = #"""
        cat > /dev/null
        "$bin/pg_ctl" -D "$data" -s -w -m immediate stop || true
        rm -rf "$0"
        """#
}
