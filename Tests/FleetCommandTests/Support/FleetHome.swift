import Foundation
import Testing

/// A home of the program that is empty at first, and gone with its last reference.
final class FleetHome: Sendable {
    /// The folder that `FLEET_HOME` names.
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/fleet-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path + "/user", withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The folder of the test bundle, in which the program lies too.
    static let products: String = {
        #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        return bundle?.bundleURL.deletingLastPathComponent().path ?? "."
        #else
        return Bundle.main.bundlePath
        #endif
    }()

    /// The top folder of the project.
    static let project: String = {
        URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
            .replacing("//", with: "/")
    }()

    static func fixture(_ name: String) -> String { project + "/Fixtures/" + name }

    /// What the program finds in its environment, and nothing else of the tests' but what a sanitizer
    /// is told.
    var environment: [String: String] {
        let tests = ProcessInfo.processInfo.environment
        var environment = [
            "FLEET_HOME": path, "HOME": path + "/user", "TZ": "UTC",
            "PATH": tests["PATH"] ?? "/usr/bin:/bin",
        ]
        environment["ASAN_OPTIONS"] = tests["ASAN_OPTIONS"]
        return environment
    }

    /// Starts the program.
    func start(
        _ arguments: String..., environment more: [String: String?] = [:], input: Int32? = nil,
        on terminal: Terminal? = nil
    ) throws -> Program {
        try start(arguments, environment: more, input: input, on: terminal)
    }

    func start(
        _ arguments: [String], environment more: [String: String?] = [:], input: Int32? = nil,
        on terminal: Terminal? = nil
    ) throws -> Program {
        var environment = environment
        for (name, value) in more { environment[name] = value }
        return try Program(
            Self.products + "/fleet", arguments, environment: environment, folder: path,
            input: input,
            terminal: terminal, keeping: self)
    }

    /// Runs the program to its end.
    func run(
        _ arguments: String..., environment: [String: String?] = [:], on terminal: Terminal? = nil
    ) async throws -> Outcome {
        await checked(try start(arguments, environment: environment, on: terminal))
    }

    func run(_ arguments: [String]) async throws -> Outcome {
        await checked(try start(arguments))
    }

    /// Runs a line of shell in the home, with the program on the path.
    func shell(_ line: String, environment more: [String: String] = [:]) async throws -> Outcome {
        var environment = environment.merging(more) { $1 }
        environment["PATH"] = Self.products + ":" + (environment["PATH"] ?? "")
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
    /// The whole content of a file of the home; empty if there is none.
    func bytes(of name: String) -> [UInt8] {
        (try? [UInt8](Data(contentsOf: URL(filePath: path + "/" + name)))) ?? []
    }

    func text(of name: String) -> String { String(decoding: bytes(of: name), as: UTF8.self) }

    /// Writes a file of the home, all of it at once, and says where it lies.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: path + "/" + name), options: .atomic)
        return path + "/" + name
    }

    /// Returns as soon as there is a file whose name ends so.
    func untilThereIs(
        _ ending: String, _ location: SourceLocation = #_sourceLocation
    ) async throws {
        try await untilSeen("a file \(ending)", location) {
            try files.contains { $0.hasSuffix(ending) }
        }
    }

    /// The files of the home and of the folders in it.
    var files: [String] {
        get throws { try FileManager.default.subpathsOfDirectory(atPath: path).sorted() }
    }
}
