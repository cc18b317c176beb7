import FleetTestSupport
import Foundation
import Testing

/// Temporary home folder of the program, initially empty; deleted with its last reference.
final class FleetHome: Sendable {
    /// The value of `FLEET_HOME`.
    var path: String { folder.path }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: path + "/user", withIntermediateDirectories: false)
    }

    /// The folder of the test bundle, which also contains a debug build of the program.
    static let products: String = {
        #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        return bundle?.bundleURL.deletingLastPathComponent().path ?? "."
        #else
        return Bundle.main.bundlePath
        #endif
    }()

    /// The folder with the program `fleet`: `FLEET_PROGRAMS`, or the one of the test bundle.
    static let programs = ProcessInfo.processInfo.environment["FLEET_PROGRAMS"] ?? products

    /// The environment of the program; it inherits only `PATH` and the options of the sanitizer.
    var environment: [String: String] {
        let tests = ProcessInfo.processInfo.environment
        var environment = [
            "FLEET_HOME": path, "HOME": path + "/user", "XDG_RUNTIME_DIR": path + "/user",
            "TZ": "UTC", "PAGER": "cat", "FLEET_TIMEOUT_FACTOR": "\(Deadline.timeoutFactor)",
            "PATH": tests["PATH"] ?? "/usr/bin:/bin",
        ]
        environment["ASAN_OPTIONS"] = tests["ASAN_OPTIONS"]
        return environment
    }

    /// Returns the environment with these variables; `nil` removes one.
    func environment(with variables: [String: String?]) -> [String: String] {
        environment.merging(variables.compactMapValues(\.self)) { $1 }
            .filter { variables[$0.key, default: $0.value] != nil }
    }

    /// Starts the program.
    func start(
        _ arguments: String..., environment more: [String: String?] = [:], input: Int32? = nil,
        on terminal: Terminal? = nil
    ) throws -> Program {
        try start(arguments, environment: more, input: input, on: terminal)
    }

    /// A terminal without another TERM is one that has colors and no images.
    func start(
        _ arguments: [String], environment more: [String: String?] = [:], input: Int32? = nil,
        on terminal: Terminal? = nil
    ) throws -> Program {
        let more = terminal == nil ? more : more.merging(["TERM": "linux"]) { old, _ in old }
        return try Program(
            Self.programs + "/fleet", arguments, environment: environment(with: more),
            folder: path, input: input, terminal: terminal, retaining: self)
    }

    /// Starts the program and waits for it.
    func runProgram(
        _ arguments: String..., environment: [String: String?] = [:], on terminal: Terminal? = nil
    ) async throws -> Outcome {
        await checked(try start(arguments, environment: environment, on: terminal))
    }

    /// Runs a shell command in the home folder, or in `FOLDER`; `PATH` contains the program.
    func shell(_ line: String, environment more: [String: String] = [:]) async throws -> Outcome {
        var environment = environment.merging(more) { $1 }
        environment["PATH"] = Self.programs + ":" + (environment["PATH"] ?? "")
        return await checked(
            try Program(
                "/bin/sh", ["-c", line], environment: environment, folder: more["FOLDER"] ?? path))
    }

    private func checked(_ program: Program) async -> Outcome {
        let outcome = await program.outcome()
        #expect(!outcome.isHung, "the program hung")
        return outcome
    }
}

extension FleetHome {
    /// Returns the path of a file in the home.
    func path(of name: String) -> String { path + "/" + name }

    /// Returns the contents of a file in the home; empty if it does not exist.
    func bytes(of name: String) -> [UInt8] { folder.bytes(of: name) }

    func text(of name: String) -> String { String(decoding: bytes(of: name), as: UTF8.self) }

    /// Writes a file in the home atomically; returns its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try folder.write(text, to: name)
    }

    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        try folder.write(bytes, to: name)
    }

    /// Waits until the home contains a file whose path ends in `ending`.
    func waitForFile(
        endingWith ending: String, _ location: SourceLocation = #_sourceLocation
    ) async throws {
        try await waitUntil("a file …\(ending)", location) {
            try files.contains { $0.hasSuffix(ending) }
        }
    }

    /// The relative paths of all files and folders in the home, sorted.
    var files: [String] {
        get throws { try FileManager.default.subpathsOfDirectory(atPath: path).sorted() }
    }
}
