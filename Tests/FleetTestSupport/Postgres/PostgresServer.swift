import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A PostgreSQL server of the tests, in a temporary folder with its socket.
///
/// Its cluster is a copy of one that is made once, because that takes a second of a core.
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

    /// Copies a cluster and starts its server.
    /// - Parameter hasRoles: Whether it has the roles of the program and a database `fleet`.
    package convenience init(hasRoles: Bool = true) throws {
        try self.init(copying: hasRoles ? Self.prepared.get() : Self.bare.get())
        try start()
    }

    /// The stopped cluster without the roles of the program, for copies.
    private static let bare = Result {
        let server = try PostgresServer(
            cluster: #"""
                "$bin/initdb" -D "$data" -U postgres -A trust -E UTF8 --locale=C --no-sync
                cat > "$data/pg_hba.conf" <<END
                local all locked scram-sha-256
                local all,replication all trust
                END
                """#)
        try server.start()
        try server.sql("CREATE ROLE locked LOGIN PASSWORD '\(password)'")
        try server.shutDown()
        return server
    }

    /// The same with the roles.
    private static let prepared = Result {
        let server = try PostgresServer(copying: bare.get())
        try server.start()
        try server.makeRoles()
        try server.makeRoles(login: servers)
        try server.shutDown()
        return server
    }

    /// Copies a cluster that was shut down.
    ///
    /// The copy needs its own identity (`pg_control_system`), from which the program sees that a
    /// database was restored elsewhere. It is the first eight bytes of the control file and in the
    /// header of the write-ahead log, which `pg_resetwal` writes again. The top byte stays, since the
    /// number is positive.
    private convenience init(copying cluster: PostgresServer) throws {
        try self.init(
            cluster: #"""
                cp -a '\#(cluster.folder)/data' "$data"
                dd if=/dev/urandom of="$data/global/pg_control" bs=7 count=1 conv=notrunc status=none
                "$bin/pg_resetwal" -f -D "$data" 2>&1
                """#)
        try FileManager.default.copyItem(
            atPath: Project.folder + "/Documentation/postgresql-roles.sql",
            toPath: folder + "/postgresql-roles.sql")
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
                    --no-sync -d application_name=db2
                """#)
        try start()
    }

    private init(cluster: String) throws {
        folder = try Self.makeFolder()
        // No other program may inherit it, or the server would live as long as that one.
        let pipe = try OutputPipe()
        lifeline = pipe.writeEnd
        let command = Self.command(Self.undertaker, folder, try Self.programs.get())
        let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
        // A `Program` would be ended after the time limit of tests.
        let undertaker = try spawn(
            "/usr/bin/env", command, environment: ProcessInfo.processInfo.environment,
            folder: "/", descriptors: [pipe.readEnd, nothing, nothing])
        [pipe.readEnd, nothing].forEach { _ = close($0) }
        Thread.detachNewThread { _ = waitpid(undertaker, nil, 0) }
        try run(cluster)
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

    /// Ends the server after it has written everything to the cluster.
    private func shutDown() throws {
        try run(#""$bin/pg_ctl" -D "$data" -s -w -t 600 -m fast stop"#)
    }

    /// Makes a standby the primary, and waits until it accepts writes.
    package func promote() throws {
        try run(#""$bin/pg_ctl" -D "$data" -s -w -t 600 promote"#)
    }

    /// Runs a statement as the superuser; returns a line for each row, with `|` between columns.
    @discardableResult
    package func sql(_ sql: String, in database: String = "postgres") throws -> [String] {
        try Tool.lines(of: [
            Self.programs.get() + "/psql", "-h", folder, "-U", "postgres", "-d", database, "-XqAt",
            "-v", "ON_ERROR_STOP=1", "-c", sql,
        ])
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

    /// Starts pgbouncer in front of the server, and returns the address of a database there.
    ///
    /// Each client signs in as `fleet`. There is one pooler of each mode, which ends with the server.
    /// - Parameter mode: Its `pool_mode`.
    package func addressOfPooler(mode: String, port: Int, to database: String) throws -> String {
        try shell(
            """
            cat > \(mode).ini <<END
            [databases]
            * = host=$0 user=fleet
            [pgbouncer]
            pool_mode = \(mode)
            auth_type = any
            listen_addr =
            listen_port = \(port)
            unix_socket_dir = $0
            logfile = $0/\(mode).log
            pidfile = $0/\(mode).pid
            END
            PATH="$PATH:/usr/sbin" pgbouncer -d -q \(mode).ini
            until [ -S .s.PGSQL.\(port) ]; do sleep 0.02; done
            """)
        return "postgres://fleet@\(Self.escaped(folder)):\(port)/\(database)"
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

    /// Removes one database at a time; the next test does not wait for it.
    private static let removals = DispatchQueue(label: "postgres-removals")

    deinit {
        Self.removals.async { [name, server] in
            _ = try? server.sql("DROP DATABASE \(name) WITH (FORCE)")
        }
    }

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
        let folder = parent + "/fleet-pg-" + UUID().uuidString.prefix(8).lowercased()
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755])
        if geteuid() == 0, let user = getpwnam("nobody") {
            _ = chown(folder, user.pointee.pw_uid, user.pointee.pw_gid)
        }
        return folder
    }

    /// The folder in memory if there is one with room for a few clusters: on a disk, new databases
    /// wait for whatever else writes to it.
    private static let parent: String = {
        let memory = "/dev/shm"
        var status = statvfs()
        guard access(memory, W_OK) == 0, statvfs(memory, &status) == 0,
            UInt64(status.f_bavail) * UInt64(status.f_frsize) >= 2 << 30
        else { return "/tmp" }
        return memory
    }()

    /// Runs a shell script as the user of the server, with its folder as `$0`; returns the lines of
    /// its output.
    @discardableResult
    private func run(_ script: String, _ arguments: String...) throws -> [String] {
        try Tool.lines(of: Self.command(script, folder, Self.programs.get()) + arguments)
    }

    /// Returns the command of a script; PostgreSQL refuses to run as root.
    private static func command(
        _ script: String, _ folder: String, _ programs: String
    ) -> [String] {
        let user =
            geteuid() == 0
            ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []
        return user + ["sh", "-c", "bin='\(programs)'\n" + variables + script, folder]
    }

    /// The folder of the programs of PostgreSQL: Debian's, Homebrew's, or the one in the path.
    private static let programs = Result {
        let search = #"""
            bin=$(ls -d /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql@*/bin \
                /usr/local/opt/postgresql@*/bin 2>/dev/null | sort -V | tail -n 1)
            [ -n "$bin" ] || bin=$(dirname "$(command -v initdb)")
            echo "$bin"
            """#
        return try #require(try Tool.lines(of: ["sh", "-c", search]).first)
    }

    private static let variables = #"""
        set -e
        cd /
        data=$0/data
        options="-k $0 -c listen_addresses= -c fsync=off -c full_page_writes=off"
        options="$options -c shared_buffers=32MB -c max_connections=300 -c autovacuum=off"

        """#

    /// Waits until the tests have ended, then ends the server and its poolers, and removes its folder.
    private static let undertaker = #"""
        cat > /dev/null
        for pooler in "$0"/*.pid; do [ ! -f "$pooler" ] || kill "$(cat "$pooler")" || true; done
        "$bin/pg_ctl" -D "$data" -s -w -m immediate stop || true
        rm -rf "$0"
        """#
}
