import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Independent programs that read the output of `fleet`.
enum Tool {
    static let python = ProcessInfo.processInfo.environment["FLEET_PYTHON"] ?? "python3"

    /// Runs a program with this input, expects success and returns its standard output.
    static func run(_ command: String..., input: [UInt8] = []) async throws -> [UInt8] {
        try await run(command, input: input)
    }

    static func run(_ command: [String], input: [UInt8] = []) async throws -> [UInt8] {
        let home = try FleetHome()
        let file = try home.write(input, to: "input")
        let input = open(file, O_RDONLY | O_CLOEXEC)
        defer { _ = close(input) }
        let program = try Program(
            "/usr/bin/env", command, environment: home.toolEnvironment, folder: home.path,
            input: input)
        let outcome = await program.outcome()
        try #require(outcome.status == 0, "\(command.first ?? ""): \(outcome.errorText)")
        return outcome.data
    }

    /// Runs jq on JSON; returns a line for each result.
    static func jq(_ filter: String, _ json: [UInt8]) async throws -> [String] {
        let text = String(decoding: try await run("jq", "-rc", filter, input: json), as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }

    /// Runs a query with the sqlite3 program; returns a line for each row.
    static func sqlite(_ query: String, _ path: String) async throws -> [String] {
        let text = String(
            decoding: try await run("sqlite3", "-cmd", ".timeout 5000", path, query), as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }

    /// Runs a Python script; returns its output.
    static func python(_ script: String, _ input: [UInt8]) async throws -> String {
        String(decoding: try await run(python, "-c", script, input: input), as: UTF8.self)
    }
}

extension FleetHome {
    /// The environment of the tests, in which their tools are installed.
    fileprivate var toolEnvironment: [String: String] { ProcessInfo.processInfo.environment }
}

extension FleetHome {
    /// Makes the stored times of requests older, as if this many seconds had passed.
    func ageRequests(seconds: Int = 60) async throws {
        let (milliseconds, path) = (seconds * 1000, path + "/fleet.sqlite")
        let query = """
            UPDATE source SET began_at = began_at - \(milliseconds), due_at = due_at - \(milliseconds),
            last_request = json_set(last_request, '$.beganAt',
                json_extract(last_request, '$.beganAt') - \(milliseconds)),
            back_off = json_set(back_off, '$.retryAt',
                json_extract(back_off, '$.retryAt') - \(milliseconds))
            """
        _ = try await Tool.sqlite(query, path)
    }
}
