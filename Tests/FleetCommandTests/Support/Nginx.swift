import FleetTestSupport
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An nginx with the settings of one `http` block, in a temporary folder, and a client of it.
struct Nginx {
    /// The path of the program; `nil` if it is not installed.
    static let path: String? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return (path.split(separator: ":") + ["/usr/sbin"]).map { $0 + "/nginx" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    private let folder: TemporaryFolder
    private let program: Program

    /// Starts it, and waits until it listens; certificate and key are those of the tests.
    init(_ settings: String, at port: Int) async throws {
        folder = try TemporaryFolder()
        let path = folder.path
        try folder.write(TestCertificate.good, to: "chain.pem")
        try folder.write(TestCertificate.key, to: "key.pem")
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(path)/\($0);" }.joined(separator: "\n")
        try folder.write(
            """
            daemon off;
            master_process off;
            pid \(path)/pid;
            error_log stderr;
            events {}
            http {
            access_log off;
            \(temporary)
            \(settings.replacing("/etc/ssl/fleet.example", with: path))
            }
            """, to: "nginx.conf")
        program = try Program(
            try #require(Self.path), ["-p", path, "-c", path + "/nginx.conf", "-e", "stderr"],
            environment: [:], folder: path, retaining: folder)
        let program = program
        try await waitUntil("nginx listens") {
            try #require(!program.output.isEnded, "\(program.output.errorText)")
            return FileManager.default.fileExists(atPath: path + "/pid")
        }
    }

    /// Makes a request with curl, which keeps cookies; returns the content of a success.
    func curl(_ arguments: String...) async throws -> String {
        let outcome = await (try start(arguments)).outcome()
        try #require(outcome.status == 0, "\(outcome.errorText)")
        return outcome.text
    }

    /// Starts a request with curl.
    func startCurl(_ arguments: String...) throws -> Program { try start(arguments) }

    private func start(_ arguments: [String]) throws -> Program {
        let options = ["-sSf", "--cacert", "chain.pem", "-b", "cookies", "-c", "cookies"]
        return try Program(
            "/usr/bin/env", ["curl"] + options + arguments,
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""],
            folder: folder.path, retaining: folder)
    }

    /// Ends it.
    func stop() async {
        program.send(SIGTERM)
        _ = await program.outcome()
    }
}
