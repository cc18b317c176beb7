import FleetCore
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import FleetServer

@Suite("The rate at which an answer is read") struct ResponseRateTests {
    private let loop = EmbeddedEventLoop()
    private let channel: EmbeddedChannel
    private let client = SlowClient()

    init() throws {
        channel = EmbeddedChannel(loop: loop)
        let limits = ResponseRateHandler.Limits(interval: .seconds(20), minBytes: 131_072)
        try channel.pipeline.syncOperations.addHandlers([client, ResponseRateHandler(limits)])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func write(_ count: Int) {
        channel.writeAndFlush(
            HTTPResponsePart.body(ByteBuffer(repeating: 0, count: count)), promise: nil)
    }

    @Test("A client that does not read is cut off")
    func silent() {
        write(100)
        loop.advanceTime(by: .seconds(19))
        #expect(channel.isActive)
        loop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("A client that reads fast enough is not cut off, and one that becomes too slow is")
    func slow() {
        write(20 * 65_536)
        #expect(client.parts.count == 20 && client.parts.allSatisfy { $0.0 == 65_536 })
        for _ in 0..<5 {
            client.take(2)
            loop.advanceTime(by: .seconds(20))
            #expect(channel.isActive)
        }
        client.take(1)
        loop.advanceTime(by: .seconds(20))
        #expect(!channel.isActive)
    }

    @Test("A client that has read all may wait for more")
    func stream() {
        for _ in 0..<3 {
            write(100)
            client.take(1)
            loop.advanceTime(by: .hours(1))
            #expect(channel.isActive)
        }
    }

    @Test("A part that was sent whole completes its promise once all of it was taken")
    func promise() throws {
        let promise = channel.eventLoop.makePromise(of: Void.self)
        var isWritten = false
        promise.futureResult.assumeIsolated().whenSuccess { isWritten = true }
        channel.write(
            HTTPResponsePart.body(ByteBuffer(repeating: 0, count: 65_537)), promise: promise)
        client.take(1)
        #expect(!isWritten)
        client.take(1)
        #expect(isWritten)
    }
}

/// Takes written parts only when a test says so.
private final class SlowClient: ChannelOutboundHandler {
    typealias OutboundIn = HTTPResponsePart

    private(set) var parts: [(Int, EventLoopPromise<Void>?)] = []

    func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        guard case .body(let bytes) = unwrapOutboundIn(data) else { return }
        parts.append((bytes.readableBytes, promise))
    }

    func take(_ count: Int) {
        let taken = parts.prefix(count)
        parts.removeFirst(taken.count)
        for (_, promise) in taken { promise?.succeed() }
    }

    func handlerRemoved(context: ChannelHandlerContext) { take(parts.count) }
}

@Suite("Connections of a network") struct ConnectionLimitTests {
    private let limits = {
        var counts = AnswerLimits.Counts()
        counts.connections = 1
        return AnswerLimits(counts)
    }()

    private func connect(_ address: String) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        let proxies = [try #require(AddressRange("10.0.0.0/8"))]
        try channel.pipeline.syncOperations.addHandler(
            ConnectionLimitHandler(limits, trusting: proxies))
        channel.remoteAddress = try SocketAddress(ipAddress: address, port: 1)
        _ = try? channel.connect(to: SocketAddress(ipAddress: address, port: 1)).wait()
        return channel
    }

    @Test("One more than its limit is closed at once; others and trusted proxies have theirs")
    func limit() throws {
        let first = try connect("192.0.2.1")
        #expect(first.isActive)
        #expect(try !connect("192.0.2.1").isActive)
        #expect(try connect("192.0.2.2").isActive)
        #expect(try [connect("10.0.0.1"), connect("10.0.0.1")].allSatisfy(\.isActive))
        _ = try first.finish()
        #expect(try connect("192.0.2.1").isActive)
    }

    @Test("The addresses of a customer with IPv6 are one network")
    func ipv6() throws {
        let first = try connect("2001:db8::1")
        #expect(try !connect("2001:db8::2").isActive)
        #expect(try connect("2001:db8:0:1::1").isActive)
        _ = try first.finish()
    }
}
