import FleetCore
import FleetTestSupport
import Foundation
import Testing

@testable import FleetFeeds

/// Document reader with timeouts long enough for tests and pauses that end at once, and a session.
struct TestReader {
    let documents: DocumentReader
    let session: DocumentSession

    init(
        of location: String, access: ResolvedCredentials = ResolvedCredentials(),
        standardInput: Int32 = -1,
        progress: (@Sendable (Int) -> Void)? = nil,
        now: @escaping @Sendable () -> Timestamp = { Timestamp(milliseconds: 784_111_777_000) },
        lookup: HostPolicy.Lookup? = nil, limits change: (inout HTTPLimits) -> Void = { _ in }
    ) {
        var limits = HTTPLimits(version: "1.2.3")
        limits.minPollInterval = .zero
        limits.clock = QuickClock().clock
        // Parallel tests on few cores, under a sanitizer, delay a reader; only tests of timeouts
        // set shorter ones.
        limits.connectTimeout = .seconds(900)
        limits.readTimeout = .seconds(900)
        limits.documentTimeout = .seconds(900)
        limits.explanationTimeout = .seconds(900)
        change(&limits)
        documents = DocumentReader(
            lookup.map { HTTPTransport(limits: limits, lookup: $0) }
                ?? HTTPTransport(limits: limits),
            credentials: access, standardInput: standardInput, progress: progress, now: now)
        session = documents.session(for: location)
    }

    /// Reads the document at an address, as text.
    func text(_ address: String) async throws -> String {
        try await document(address).text
    }

    /// Reads a document; returns its text, its cache entry and the base address of its links.
    func document(
        _ address: String, cached: FeedCacheState.Document? = nil
    ) async throws -> (text: String, cacheEntry: FeedCacheState.Document, base: String) {
        let response = try await session.read(address, cached: cached)
        guard case .read(let bytes, let cacheEntry, let base) = response else {
            throw UnexpectedResponse(response: response)
        }
        return (String(decoding: bytes, as: UTF8.self), cacheEntry, base)
    }

    /// Reads a document and returns the failure; throws `UnexpectedResponse` if there is none.
    func failure(_ address: String, maximumBytes: Int64? = nil) async throws -> FeedFailure {
        do {
            let response = try await session.read(address, maximumBytes: maximumBytes)
            throw UnexpectedResponse(response: response)
        } catch let failure as FeedFailure {
            return failure
        }
    }

    /// Thrown if a read succeeds that should fail.
    struct UnexpectedResponse: Error {
        let response: DocumentResponse
    }
}

/// Reads a document from a server that runs this script, and returns the failure.
func failure(
    path: String = "/feed", _ change: (inout HTTPLimits) -> Void = { _ in },
    maximumBytes: Int64? = nil, script: @escaping TestServer.Script
) async throws -> FeedFailure {
    let server = try TestServer(script: script)
    defer { server.stop() }
    let reader = TestReader(of: server.address(path), limits: change)
    let failure = try await reader.failure(server.address(path), maximumBytes: maximumBytes)
    await reader.documents.transport.shutdown()
    return failure
}
