import FleetCore
import Testing

@testable import FleetFeeds

/// A reader with limits fit for tests, and short ways to read with it.
struct Reading {
    let reader: DocumentReader
    let session: ReadingSession

    init(
        of location: String, access: ResolvedCredentials = ResolvedCredentials(),
        standardInput: Int32 = -1,
        progress: (@Sendable (Int) -> Void)? = nil,
        limits change: (inout HTTPLimits) -> Void = { _ in }
    ) {
        var limits = HTTPLimits(version: "1.2.3")
        limits.betweenPolls = .zero
        // A suite that runs all at once on few cores, under a sanitizer, keeps a reader waiting; only the
        // tests of time limits set some.
        limits.read = .seconds(900)
        limits.document = .seconds(900)
        change(&limits)
        reader = DocumentReader(
            configuration: limits, access: access, standardInput: standardInput,
            progress: progress, now: { Timestamp(milliseconds: 784_111_777_000) })
        session = reader.session(for: location)
    }

    /// The bytes at an address, as text.
    func text(_ address: String) async throws -> String {
        try await document(address).text
    }

    /// The text, what is remembered, and the base of links.
    func document(
        _ address: String, remembered: FeedMemory.Document? = nil
    ) async throws -> (text: String, memory: FeedMemory.Document, base: String) {
        let answer = try await session.read(address, remembered: remembered)
        guard case .read(let bytes, let memory, let base) = answer else {
            throw Unexpected(answer: answer)
        }
        return (String(decoding: bytes, as: UTF8.self), memory, base)
    }

    /// Why the address cannot be read.
    func failure(_ address: String, maximumBytes: Int64? = nil) async throws -> FeedFailure {
        do {
            let answer = try await session.read(address, maximumBytes: maximumBytes)
            throw Unexpected(answer: answer)
        } catch let failure as FeedFailure {
            return failure
        }
    }

    /// An answer that a test did not ask for.
    struct Unexpected: Error {
        let answer: DocumentAnswer
    }
}

/// Why one request to a server with this script fails.
func failure(
    path: String = "/feed", _ change: (inout HTTPLimits) -> Void = { _ in },
    maximumBytes: Int64? = nil, script: @escaping ScriptedServer.Script
) async throws -> FeedFailure {
    let server = try ScriptedServer(script)
    defer { server.stop() }
    let reading = Reading(of: server.address(path), limits: change)
    let failure = try await reading.failure(server.address(path), maximumBytes: maximumBytes)
    await reading.reader.shutdown()
    return failure
}
