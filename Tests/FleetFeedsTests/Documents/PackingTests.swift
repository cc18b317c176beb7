import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Packed documents are unpacked under limits")
struct PackingTests {
    private static let numbers = Array((1...100_000).map { "\($0)\n" }.joined().utf8)

    private static func server(_ body: [UInt8], _ coding: String) throws -> ScriptedServer {
        try ScriptedServer { request, connection in
            connection.respond(headers: ["Content-Encoding: \(coding)"], body)
        }
    }

    private static func failure(
        _ body: [UInt8], _ coding: String = "gzip", maximumBytes: Int64? = nil
    ) async throws -> FeedFailure.Reason {
        let server = try server(body, coding)
        defer { server.stop() }
        let reading = Reading(of: server.address())
        let failure = try await reading.failure(server.address(), maximumBytes: maximumBytes)
        await reading.reader.shutdown()
        return failure.reason
    }

    @Test("gzip is unpacked, in any case of its name", arguments: ["gzip", "GZIP"])
    func unpacked(coding: String) async throws {
        let server = try Self.server(Gzip.stored(Self.numbers), coding)
        defer { server.stop() }
        let reading = Reading(of: server.address())
        let text = try await reading.text(server.address())
        #expect(text == String(decoding: Self.numbers, as: UTF8.self))
        await reading.reader.shutdown()
    }

    @Test("a fleet of vehicles that differ in nothing but a number is no bomb")
    func honest() async throws {
        let server = try Self.server(Gzip.fleet, "gzip")
        defer { server.stop() }
        let reading = Reading(of: server.address())
        let text = try await reading.text(server.address())
        #expect(text.utf8.count == 31871)
        #expect(text.hasSuffix("}]}}"))
        await reading.reader.shutdown()
    }

    @Test("a bomb is refused before it goes off")
    func bomb() async throws {
        let body = Gzip.bomb(mebibytes: 50)
        #expect(body.count < 100_000)
        let server = try Self.server(body, "gzip")
        defer { server.stop() }
        let counts = Counts()
        let reading = Reading(of: server.address(), progress: { counts.append($0) })
        #expect(try await reading.failure(server.address()).reason == .suspiciousCompression)
        #expect((counts.all.last ?? 0) < 25_000_000)
        await reading.reader.shutdown()
    }

    @Test("what is larger unpacked than it may be is refused, announced or not")
    func tooLarge() async throws {
        let packed = Gzip.stored(Self.numbers)
        #expect(
            try await Self.failure(packed, maximumBytes: 500_000) == .tooLarge(limit: 500_000))
        let plain = [UInt8](repeating: 0x20, count: 2000)
        #expect(
            try await Self.failure(plain, "identity", maximumBytes: 1999)
                == .tooLarge(limit: 1999))
        let announced = try await failureOfAnnounced("99999999999")
        #expect(announced == .tooLarge(limit: 1 << 30))
    }

    private func failureOfAnnounced(_ length: String) async throws -> FeedFailure.Reason {
        try await FleetFeedsTests.failure { connection in
            _ = connection.request()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n{")
            connection.waitForClose()
        }.reason
    }

    @Test("packing that is damaged, cut off or followed by rubbish is told")
    func damaged() async throws {
        let packed = Gzip.fleet
        var broken = packed
        for index in 20..<60 { broken[index] ^= 0x5A }
        let damaged = FeedFailure.Reason.notJSON("its gzip packing is damaged")
        #expect(try await Self.failure(broken) == damaged)
        #expect(try await Self.failure(Array("{\"vehicles\":[]}".utf8)) == damaged)
        #expect(try await Self.failure(packed + Array("rubbish".utf8)) == damaged)
        #expect(try await Self.failure(packed.dropLast(8).dropLast()) == .truncated)
        #expect(try await Self.failure(Array(packed.prefix(5))) == .truncated)
    }

    @Test(
        "packing that was not asked for is told", arguments: ["br", "zstd", "x-gzip", "gzip, gzip"])
    func unknown(coding: String) async throws {
        let reason = try await Self.failure([1, 2, 3], coding)
        #expect(reason == .notJSON("it is packed in a way that was not asked for"))
    }

    @Test("an empty packed body is empty")
    func empty() async throws {
        #expect([.empty, .truncated].contains(try await Self.failure([])))
        #expect(try await Self.failure(Gzip.stored([])) == .empty)
    }
}

extension PackingTests {
    private static func failure(
        _ body: ArraySlice<UInt8>
    ) async throws -> FeedFailure.Reason { try await failure(Array(body)) }
}
