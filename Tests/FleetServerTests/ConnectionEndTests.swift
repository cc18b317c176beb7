import NIOCore
import NIOPosix
import Testing

@testable import FleetServer

@Suite("The end of a connection") struct ConnectionEndTests {
    private static let host = "Host: localhost:8080\r\n"
    private static let next = "GET /health HTTP/1.1\r\n\(host)\r\n"

    /// Returns the heads of the responses to some bytes, until the server closes the connection.
    private func heads(of bytes: String, at port: Int) async throws -> [String] {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel)
                }
            }
        let text = try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: bytes))
            var text = ""
            for try await more in inbound { text += String(buffer: more) }
            return text
        }
        return text.split(separator: "HTTP/1.").map { part in
            let head = part.firstRange(of: "\r\n\r\n").map { part[..<$0.lowerBound] } ?? part
            return head.lowercased()
        }
    }

    @Test(
        "Nothing after CONNECT is a request, and the answer closes the connection",
        arguments: [
            "CONNECT localhost:8080 HTTP/1.1\r\n\(host)\r\n",
            "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
            "CONNECT /health HTTP/1.1\r\n\(host)\r\n",
            "CONNECT localhost:8080 HTTP/1.1\r\n\(host)Connection: keep-alive\r\n\r\n",
            "CONNECT localhost:8080 HTTP/1.1\r\n\(host)Content-Length: 99\r\n\r\n",
            "CONNECT localhost:8080 HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n",
        ])
    func tunnel(request: String) async throws {
        try await LiveServer.run { server in
            for rest in [Self.next, "\u{16}\u{3}\u{1}hello", Self.next + Self.next] {
                let heads = try await self.heads(of: request + rest, at: server.port)
                #expect(heads.count == 1)
                #expect(heads.first?.contains("\r\nconnection: close") == true)
                #expect(heads.first?.hasPrefix("1 4") == true)
            }
        }
    }

    @Test("Requests before CONNECT are answered, and keep the connection")
    func before() async throws {
        try await LiveServer.run { server in
            let bytes = Self.next + "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n" + Self.next
            let heads = try await self.heads(of: bytes, at: server.port)
            #expect(heads.map { $0.contains("\r\nconnection: close") } == [false, true])
            #expect(heads.first?.hasPrefix("1 200") == true)
        }
    }

    @Test(
        "A client that closes the connection, in any letters, gets one answer",
        arguments: [
            "GET /health HTTP/1.1\r\n\(host)Connection: close\r\n\r\n",
            "GET /health HTTP/1.1\r\n\(host)Connection: Close\r\n\r\n",
            "GET /health HTTP/1.1\r\n\(host)Connection: TE, close\r\n\r\n",
            "GET /health HTTP/1.0\r\n\(host)\r\n",
        ])
    func last(request: String) async throws {
        try await LiveServer.run { server in
            let heads = try await self.heads(of: request + Self.next, at: server.port)
            #expect(heads.count == 1)
            #expect(heads.first?.contains(" 200 ") == true)
            #expect(heads.first?.contains("\r\nconnection: close") == true)
        }
    }
}
