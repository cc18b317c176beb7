import FleetCore
import FleetTestSupport
import Foundation
import POSIX
import Testing

@testable import FleetFeeds

@Suite("Readings with large documents")
struct LargeReadingTests {
    /// Runs `body` with a temporary folder.
    private static func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private static func reader(_ budget: Int64? = nil) -> DocumentReader {
        var limits = HTTPLimits(version: "1")
        limits.maxLargeReadings = 1
        var source = SourceBudget()
        source.set(.document, to: budget)
        return DocumentReader(HTTPTransport(limits: limits), budget: source) {
            Timestamp(milliseconds: 0)
        }
    }

    private static func write(_ count: Int, _ name: String, in folder: String) throws -> String {
        let path = folder + "/" + name
        try Data(repeating: UInt8(ascii: " "), count: count).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test(
        "a large document waits until the reading with another one has ended, a small one does not")
    func turns() async throws {
        try await Self.withFolder { folder in
            let large = try Self.write(3 << 20, "large", in: folder)
            let small = try Self.write(1 << 20, "small", in: folder)
            let reader = Self.reader()
            let slots = reader.transport.largeReadings
            let waiting = try await reader.transport.reading {
                _ = try await reader.session(for: large).read(large)
                #expect(slots.freeCount == 0)
                _ = try await reader.session(for: large).read(large)
                let other = Task {
                    try await reader.transport.reading {
                        _ = try await reader.session(for: small).read(small)
                        _ = try await reader.session(for: large).read(large)
                    }
                }
                while slots.waitingCount == 0 { await Task.yield() }
                return other
            }
            try await waiting.value
            #expect(slots.freeCount == 1)
        }
    }

    @Test("a document over the budget fails with its size")
    func overBudget() async throws {
        try await Self.withFolder { folder in
            let large = try Self.write(3 << 20, "large", in: folder)
            let reader = Self.reader(2 << 20)
            await #expect(
                throws: FeedFailure(
                    .size(.overBudget(.document, limit: 2 << 20, size: 3 << 20)), at: large)
            ) {
                try await reader.session(for: large).read(large)
            }
            #expect(reader.transport.largeReadings.freeCount == 1)
        }
    }
}
