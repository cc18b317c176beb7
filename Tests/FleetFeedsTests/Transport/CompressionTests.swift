import FleetCore
import FleetTestSupport
import Testing

@testable import FleetFeeds

@Suite("Compressed documents are decompressed within limits")
struct CompressionTests {
    private static let numbers = Array((1...100_000).map { "\($0)\n" }.joined().utf8)

    private static func server(_ body: [UInt8], _ coding: String) throws -> TestServer {
        try TestServer { _, _ in .init(headers: ["Content-Encoding: \(coding)"], body: body) }
    }

    private static func failure(
        _ body: [UInt8], _ coding: String = "gzip", maximumBytes: Int64? = nil
    ) async throws -> FeedFailure.Reason {
        let server = try server(body, coding)
        defer { server.stop() }
        let reader = TestReader(of: server.address())
        let failure = try await reader.failure(server.address(), maximumBytes: maximumBytes)
        await reader.documents.shutdown()
        return failure.reason
    }

    @Test("Gzip is decompressed, whatever the case of its name", arguments: ["gzip", "GZIP"])
    func decompressed(coding: String) async throws {
        let server = try Self.server(Gzip.stored(Self.numbers), coding)
        defer { server.stop() }
        let reader = TestReader(of: server.address())
        let text = try await reader.text(server.address())
        #expect(text == String(decoding: Self.numbers, as: UTF8.self))
        await reader.documents.shutdown()
    }

    @Test("A fleet of nearly identical vehicles is not taken for a gzip bomb")
    func repetitive() async throws {
        let server = try Self.server(Gzip.fleet, "gzip")
        defer { server.stop() }
        let reader = TestReader(of: server.address())
        let text = try await reader.text(server.address())
        #expect(text.utf8.count == 31871)
        #expect(text.hasSuffix("}]}}"))
        await reader.documents.shutdown()
    }

    @Test("A gzip bomb is rejected before it is fully decompressed")
    func bomb() async throws {
        let body = Gzip.bomb(mebibytes: 50)
        #expect(body.count < 100_000)
        let server = try Self.server(body, "gzip")
        defer { server.stop() }
        let counts = Observed<[Int]>([])
        let reader = TestReader(
            of: server.address(), progress: { count in counts.change { $0.append(count) } })
        #expect(try await reader.failure(server.address()).reason == .suspiciousCompression)
        #expect((counts.value.last ?? 0) < 25_000_000)
        await reader.documents.shutdown()
    }

    @Test("A document above the size limit is rejected, whether or not its length is announced")
    func tooLarge() async throws {
        let compressed = Gzip.stored(Self.numbers)
        #expect(
            try await Self.failure(compressed, maximumBytes: 500_000) == .tooLarge(limit: 500_000))
        let plain = [UInt8](repeating: 0x20, count: 2000)
        #expect(
            try await Self.failure(plain, "identity", maximumBytes: 1999)
                == .tooLarge(limit: 1999))
        let announced = try await failure(announcedLength: "99999999999")
        #expect(announced == .tooLarge(limit: 1 << 30))
    }

    private func failure(announcedLength length: String) async throws -> FeedFailure.Reason {
        try await FleetFeedsTests.failure { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n{")
            connection.waitForClose()
        }.reason
    }

    @Test("Gzip data that is damaged, truncated or followed by garbage is rejected")
    func damaged() async throws {
        let compressed = Gzip.fleet
        var broken = compressed
        for index in 20..<60 { broken[index] ^= 0x5A }
        let damaged = FeedFailure.Reason.notJSON("corrupt gzip data")
        #expect(try await Self.failure(broken) == damaged)
        #expect(try await Self.failure(Array("{\"vehicles\":[]}".utf8)) == damaged)
        #expect(try await Self.failure(compressed + Array("garbage".utf8)) == damaged)
        #expect(try await Self.failure(compressed.dropLast(8).dropLast()) == .truncated)
        #expect(try await Self.failure(Array(compressed.prefix(5))) == .truncated)
    }

    @Test(
        "An unsupported content encoding is rejected",
        arguments: ["br", "zstd", "x-gzip", "gzip, gzip"])
    func unknown(coding: String) async throws {
        let reason = try await Self.failure([1, 2, 3], coding)
        #expect(reason == .notJSON("unsupported content encoding"))
    }

    @Test("An empty compressed body is reported as empty")
    func empty() async throws {
        #expect([.empty, .truncated].contains(try await Self.failure([])))
        #expect(try await Self.failure(Gzip.stored([])) == .empty)
    }
}

extension CompressionTests {
    private static func failure(
        _ body: ArraySlice<UInt8>
    ) async throws -> FeedFailure.Reason { try await failure(Array(body)) }
}
