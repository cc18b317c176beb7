import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import FleetServer

/// A client of an event stream over its own connection, as the HTML Standard, section 9.2,
/// describes.
struct EventStreamClient {
    /// A message of the stream.
    struct Message {
        var event = ""
        var data = ""
        var id: String?
        var retry: Int?

        /// The data as a JSON object.
        func json() throws -> [String: Any] {
            let object = try JSONSerialization.jsonObject(with: Data(data.utf8))
            return try #require(object as? [String: Any])
        }
    }

    private(set) var status = 0
    private(set) var head = ""
    private var text = ""
    private var iterator: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var bytes: [UInt8] = []
    private var isAtEnd = false

    /// Opens a stream, runs `body` with it, and closes the connection.
    static func open<Result>(
        _ target: String, at port: Int, cookie: String?, lastEventID: String? = nil,
        language: String? = nil,
        _ body: (inout EventStreamClient) async throws -> Result
    ) async throws -> Result {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            // Otherwise the system reads megabytes ahead of the client.
            .channelOption(.socketOption(.so_rcvbuf), value: 65_536)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var request = "GET \(target) HTTP/1.1\r\nHost: localhost:8080\r\n"
            if let cookie { request += "Cookie: \(cookie)\r\n" }
            if let lastEventID { request += "Last-Event-ID: \(lastEventID)\r\n" }
            if let language { request += "Accept-Language: \(language)\r\n" }
            try await outbound.write(ByteBuffer(string: request + "\r\n"))
            var client = EventStreamClient(iterator: inbound.makeAsyncIterator())
            try await client.readHead()
            return try await body(&client)
        }
    }

    private init(iterator: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator) {
        self.iterator = iterator
    }

    private mutating func readHead() async throws {
        while !isAtEnd {
            if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
                bytes.removeSubrange(..<end.upperBound)
                status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
                return
            }
            try await readMore()
        }
    }

    private mutating func readMore() async throws {
        guard let more = try await iterator.next() else { isAtEnd = true; return }
        bytes += more.readableBytesView
    }

    /// Moves the next chunk of the body (RFC 9112, section 7.1) to the text; false at its end.
    private mutating func readChunk() async throws -> Bool {
        while true {
            if let line = bytes.firstRange(of: [13, 10]) {
                let digits = String(decoding: bytes[..<line.lowerBound], as: UTF8.self)
                let size = try #require(Int(digits, radix: 16))
                if size == 0 { return false }
                if bytes.count >= line.upperBound + size + 2 {
                    let chunk = bytes[line.upperBound..<(line.upperBound + size)]
                    text += String(decoding: chunk, as: UTF8.self)
                    bytes.removeSubrange(..<(line.upperBound + size + 2))
                    return true
                }
            }
            if isAtEnd { return false }
            try await readMore()
        }
    }

    /// Returns the next message, also one without data; `nil` at the end of the stream.
    mutating func next() async throws -> Message? {
        while true {
            if let end = text.firstRange(of: "\n\n") {
                let block = text[..<end.lowerBound]
                var message = Message()
                for line in block.split(separator: "\n") {
                    let parts = line.split(separator: ":", maxSplits: 1)
                    let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
                    switch parts.first ?? "" {
                    case "event": message.event = value
                    case "data": message.data += value
                    case "id": message.id = value
                    case "retry": message.retry = Int(value)
                    default: break
                    }
                }
                text.removeSubrange(..<end.upperBound)
                return message
            }
            guard try await readChunk() else { return nil }
        }
    }

    /// Returns the next message of an event; `nil` if the stream ends before it.
    mutating func next(_ event: String) async throws -> Message? {
        while let message = try await next() { if message.event == event { return message } }
        return nil
    }
}
