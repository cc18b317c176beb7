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
        await reader.documents.transport.shutdown()
        return failure.reason
    }

    @Test("Gzip is decompressed, whatever the case of its name", arguments: ["gzip", "GZIP"])
    func decompressed(coding: String) async throws {
        let server = try Self.server(Gzip.stored(Self.numbers), coding)
        defer { server.stop() }
        let reader = TestReader(of: server.address())
        let text = try await reader.text(server.address())
        #expect(text == String(decoding: Self.numbers, as: UTF8.self))
        await reader.documents.transport.shutdown()
    }

    @Test("A fleet of nearly identical vehicles is not taken for a gzip bomb")
    func repetitive() async throws {
        let server = try Self.server(Gzip.fleet, "gzip")
        defer { server.stop() }
        let reader = TestReader(of: server.address())
        let text = try await reader.text(server.address())
        #expect(text.utf8.count == 31871)
        #expect(text.hasSuffix("}]}}"))
        await reader.documents.transport.shutdown()
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
        #expect(try await reader.failure(server.address()).reason == .size(.suspiciousCompression))
        #expect((counts.value.last ?? 0) < 25_000_000)
        await reader.documents.transport.shutdown()
    }

    @Test("A document above the size limit is rejected, whether or not its length is announced")
    func tooLarge() async throws {
        let compressed = Gzip.stored(Self.numbers)
        #expect(
            try await Self.failure(compressed, maximumBytes: 500_000)
                == .size(.tooLarge(limit: 500_000)))
        let plain = [UInt8](repeating: 0x20, count: 2000)
        #expect(
            try await Self.failure(plain, "identity", maximumBytes: 1999)
                == .size(.tooLarge(limit: 1999)))
        let announced = try await failure(announcedLength: "99999999999")
        #expect(
            announced == .size(.overBudget(.document, limit: 256 << 20, size: 99_999_999_999)))
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
        let damaged = FeedFailure.Reason.content(.notJSON("corrupt gzip data"))
        #expect(try await Self.failure(broken) == damaged)
        #expect(try await Self.failure(Array("{\"vehicles\":[]}".utf8)) == damaged)
        #expect(try await Self.failure(compressed + Array("garbage".utf8)) == damaged)
        #expect(try await Self.failure(compressed.dropLast(8).dropLast()) == .network(.truncated))
        #expect(try await Self.failure(Array(compressed.prefix(5))) == .network(.truncated))
    }

    /// Reads a document that a server sends with these headers.
    private static func text(_ body: [UInt8], _ headers: String...) async throws -> String {
        let server = try TestServer { _, _ in .init(headers: headers, body: body) }
        defer { server.stop() }
        let reader = TestReader(of: server.address())
        let text = try await reader.text(server.address())
        await reader.documents.transport.shutdown()
        return text
    }

    @Test("An unsupported coding is an error that names it, unless the body is JSON all the same")
    func unsupported() async throws {
        for (value, name) in [
            ("br", "br"), ("zstd, gzip", "zstd"), ("a b", "with an invalid name"),
        ] {
            let body = value.hasSuffix("gzip") ? Gzip.stored([1, 2, 3]) : [1, 2, 3]
            let reason = try await Self.failure(body, value)
            #expect(reason == .content(.notJSON("the content encoding \(name) is not supported")))
        }
        // Brotli data may begin like JSON.
        let garbage = Array("{".utf8) + (128...255).map { UInt8($0) }
        #expect(
            try await Self.failure(garbage, "br")
                == .content(.notJSON("the content encoding br is not supported")))
        let json = "\u{FEFF} {\"vehicles\":[]}\n"
        for coding in ["br", "UTF-8", "zstd, br"] {
            #expect(try await Self.text(Array(json.utf8), "Content-Encoding: \(coding)") == json)
        }
        let packed = Gzip.stored(Array(json.utf8))
        #expect(try await Self.text(packed, "Content-Encoding: br, gzip") == json)
    }

    @Test("Codings are removed in reverse, in one header or several, with any white space")
    func lists() async throws {
        let once = Gzip.stored(Array("{}".utf8))
        let twice = Gzip.stored(once)
        #expect(try await Self.text(once, "Content-Encoding: x-gzip") == "{}")
        #expect(try await Self.text(once, "Content-Encoding:\t gzip\t ") == "{}")
        #expect(try await Self.text(once, "Content-Encoding: identity ,\tX-GZIP,, ") == "{}")
        #expect(try await Self.text(twice, "Content-Encoding: gzip\t, gzip") == "{}")
        let (one, two) = ("Content-Encoding: gzip", "Content-Encoding: identity,gzip ")
        #expect(try await Self.text(twice, one, two) == "{}")
    }

    @Test("More than four layers are not removed")
    func layers() async throws {
        let body = (0..<5).reduce(Array("{}".utf8)) { body, _ in Gzip.stored(body) }
        #expect(
            try await Self.failure(body, "gzip, gzip, gzip, gzip, gzip")
                == .content(.notJSON("the content encoding gzip is not supported")))
    }

    @Test("Deflate data has a zlib header or none")
    func deflate() async throws {
        // Made by Python's zlib.compress and zlib.compressobj(wbits=-15).
        let zlib: [UInt8] = [
            0x78, 0x9C, 0xAB, 0x56, 0x4A, 0x54, 0xB2, 0x32, 0xAC, 0x05, 0x00, 0x08, 0x2A, 0x02,
            0x09,
        ]
        for body in [zlib, Array(zlib.dropFirst(2).dropLast(4))] {
            #expect(try await Self.text(body, "Content-Encoding: deflate") == "{\"a\":1}")
        }
    }

    @Test("Gzip data may have several members and end in zeros, but in nothing else")
    func members() async throws {
        let members = ["{\"a", "", "\":", "1}"].map { Gzip.stored(Array($0.utf8)) }
        let body = Array(members.joined())
        let zeros = [UInt8](repeating: 0, count: 1000)
        #expect(try await Self.text(body, "Content-Encoding: gzip") == "{\"a\":1}")
        #expect(try await Self.text(body + zeros, "Content-Encoding: gzip") == "{\"a\":1}")
        #expect(
            try await Self.failure(body + zeros + Gzip.stored([]))
                == .content(.notJSON("corrupt gzip data")))
        #expect(
            try await Self.failure(body + Array(Gzip.stored([1]).prefix(12)))
                == .network(.truncated))
    }

    @Test("The limits hold for every layer and all layers together")
    func layeredBombs() async throws {
        let bomb = Gzip.bomb(mebibytes: 50)
        #expect(
            try await Self.failure(Gzip.stored(bomb), "gzip, gzip") == .size(.suspiciousCompression)
        )
        let members = Array(repeatElement(Gzip.stored([]), count: 1000).joined())
        #expect(
            try await Self.failure(members, maximumBytes: 10_000) == .size(.tooLarge(limit: 10_000))
        )
    }

    @Test("An empty compressed body is reported as empty")
    func empty() async throws {
        #expect([.content(.empty), .network(.truncated)].contains(try await Self.failure([])))
        #expect(try await Self.failure(Gzip.stored([])) == .content(.empty))
    }
}

extension CompressionTests {
    private static func failure(
        _ body: ArraySlice<UInt8>
    ) async throws -> FeedFailure.Reason { try await failure(Array(body)) }
}
