import Foundation
package import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Independent programs that read the output of this project.
package enum Tool {
    package static let python = ProcessInfo.processInfo.environment["FLEET_PYTHON"] ?? "python3"

    /// Runs a program with this input, expects success and returns its standard output.
    package static func run(_ command: String..., input: [UInt8] = []) async throws -> [UInt8] {
        try await run(command, input: input)
    }

    /// - Parameter seconds: Time after which the program hangs.
    package static func run(
        _ command: [String], input: [UInt8] = [], within seconds: Double = Deadline.seconds
    ) async throws -> [UInt8] {
        try data(of: await start(command, input).outcome(within: seconds), command)
    }

    /// Runs a program like `run`, but blocks the thread.
    package static func output(of command: [String], input: [UInt8] = []) throws -> [UInt8] {
        try data(of: start(command, input).blockingOutcome(), command)
    }

    /// Returns the lines of the standard output of a program that succeeds.
    package static func lines(of command: [String], input: [UInt8] = []) throws -> [String] {
        lines(try output(of: command, input: input))
    }

    /// Runs jq on JSON; returns a line for each result.
    package static func jq(_ filter: String, _ json: [UInt8]) async throws -> [String] {
        lines(try await run("jq", "-rc", filter, input: json))
    }

    /// Runs a query with the sqlite3 program; returns a line for each row.
    package static func sqlite(_ query: String, _ path: String) async throws -> [String] {
        let timeout = ".timeout \(Int(Deadline.seconds) * 1000)"
        return lines(try await run("sqlite3", "-cmd", timeout, path, query))
    }

    /// Runs a Python script; returns its output.
    package static func python(_ script: String, _ input: [UInt8]) async throws -> String {
        String(decoding: try await run(python, "-c", script, input: input), as: UTF8.self)
    }

    /// Returns the output of a Python script without input, which runs only once for all tests.
    package static func fixture(python script: String) async throws -> [UInt8] {
        let fixture = fixtures.change { fixtures in
            let fixture = fixtures[script] ?? Task { try await run(python, "-c", script) }
            fixtures[script] = fixture
            return fixture
        }
        return try await fixture.value
    }

    private static let fixtures = Observed<[String: Task<[UInt8], any Error>]>([:])

    private static func lines(_ data: [UInt8]) -> [String] {
        String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Starts a program in an empty folder, with the environment of the tests.
    private static func start(_ command: [String], _ input: [UInt8]) throws -> Program {
        let folder = try TemporaryFolder()
        let file = open(try folder.write(input, to: "input"), O_RDONLY | O_CLOEXEC)
        defer { _ = close(file) }
        return try Program(
            "/usr/bin/env", command, environment: ProcessInfo.processInfo.environment,
            folder: folder.path, input: file, retaining: folder)
    }

    private static func data(of outcome: Outcome, _ command: [String]) throws -> [UInt8] {
        try #require(
            outcome.status == 0, "\(command.joined(separator: " ")): \(outcome.errorText)")
        return outcome.data
    }
}

/// Waits until a process has ended, even if its parent has not waited for it.
package func waitForExit(
    of process: some StringProtocol, _ location: SourceLocation = #_sourceLocation
) async throws {
    try await waitUntil("exit of process \(process)", location) {
        let state = try await Tool.run("sh", "-c", "ps -o stat= -p \(process) || true")
        return state.isEmpty || state.first == UInt8(ascii: "Z")
    }
}
