#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Server that runs until its last reference is gone.
final class BackgroundServer {
    private static let startLimit = Duration.seconds(60)
    let port: UInt16
    private let child: Child
    var id: ProcessID { child.id }

    /// Starts a server and waits until it answers a path with any status.
    /// - Parameter command: Returns the command for a port.
    init(
        _ name: String, ready path: String, in context: BenchmarkContext,
        _ command: (UInt16) throws -> Command
    ) throws {
        port = try Listener().port
        let errors = context.workspace.path(of: name + ".log")
        child = try Child(command(port), output: .discarded, errors: errors)
        let start = ContinuousClock.now
        while (try? WebResponse(to: path, at: port)) == nil {
            try Interrupts.check()
            guard start.duration(to: .now) < Self.startLimit else {
                throw BenchmarkError.unexpectedResult(
                    "\(name) does not answer: \(Files.beginning(of: errors))")
            }
            usleep(20_000)
        }
    }
}

extension BackgroundServer {
    /// Starts nginx, which serves files of a folder.
    static func nginx(_ folder: String, in context: BenchmarkContext) throws -> BackgroundServer {
        try BackgroundServer("nginx", ready: "/ready", in: context) { port in
            let path = folder + "/nginx.conf"
            let file = try FileWriter(path: path)
            // Started by root, it would run as a user that cannot read the workspace.
            let user = getuid() == 0 ? "user root;" : ""
            // Without a folder of its own, nginx takes those of the system.
            let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
                .map { "\($0)_temp_path \(folder)/\($0);" }.joined(separator: " ")
            try file.append(
                """
                \(user) daemon off; master_process off; pid \(folder)/nginx.pid;
                events { worker_connections 256; }
                http { access_log off; \(folders) sendfile on; keepalive_requests 100000000;
                  open_file_cache max=10; default_type application/json;
                  server { listen 127.0.0.1:\(port); root \(folder)/files; } }
                """)
            try file.finish()
            return context.command("nginx", ["-e", "stderr", "-p", folder, "-c", path])
        }
    }

    /// Starts Datasette on a database that does not change.
    static func datasette(
        _ database: String, in context: BenchmarkContext
    ) throws -> BackgroundServer {
        let program = getenv("FLEET_DATASETTE").map { String(cString: $0) } ?? "datasette"
        return try BackgroundServer("datasette", ready: "/-/versions.json", in: context) {
            context.command(program, ["serve", "-i", database, "-p", "\($0)"])
        }
    }
}
