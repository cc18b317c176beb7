import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Programs that others wrote, by which what ours wrote is read.
enum Tool {
    static let python = ProcessInfo.processInfo.environment["FLEET_PYTHON"] ?? "python3"

    /// What a program prints that is given some input; it must succeed.
    static func run(_ words: String..., input: [UInt8] = []) async throws -> [UInt8] {
        try await run(words, input: input)
    }

    static func run(_ words: [String], input: [UInt8] = []) async throws -> [UInt8] {
        let home = try FleetHome()
        let file = try home.write(input, to: "input")
        let reading = open(file, O_RDONLY | O_CLOEXEC)
        defer { _ = close(reading) }
        let program = try Program(
            "/usr/bin/env", words, environment: home.environmentOfTools, folder: home.path,
            input: reading)
        let outcome = await program.outcome()
        try #require(outcome.status == 0, "\(words.first ?? ""): \(outcome.talk)")
        return outcome.data
    }

    /// What jq makes of JSON, a line for each result.
    static func jq(_ filter: String, _ json: [UInt8]) async throws -> [String] {
        let text = String(decoding: try await run("jq", "-rc", filter, input: json), as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }

    /// What the sqlite3 program answers, a line for each row.
    static func sqlite(_ query: String, _ path: String) async throws -> [String] {
        let text = String(
            decoding: try await run("sqlite3", "-cmd", ".timeout 5000", path, query), as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }

    /// What a short Python program prints.
    static func python(_ script: String, _ input: [UInt8]) async throws -> String {
        String(decoding: try await run(python, "-c", script, input: input), as: UTF8.self)
    }
}

extension FleetHome {
    /// The environment of the tests, in which their tools were installed.
    fileprivate var environmentOfTools: [String: String] { ProcessInfo.processInfo.environment }
}

extension FleetHome {
    /// Makes all that is remembered of requests older, as if so many seconds had gone by.
    func age(seconds: Int = 60) async throws {
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
