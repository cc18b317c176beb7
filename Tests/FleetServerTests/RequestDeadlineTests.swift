import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import FleetServer

@Suite("The time in which a request arrives") struct RequestDeadlineTests {
    private let loop = EmbeddedEventLoop()
    private let channel: EmbeddedChannel

    init() throws {
        channel = EmbeddedChannel(loop: loop)
        let limits = RequestDeadlineHandler.Limits(
            interval: .seconds(60), minBytes: 600, total: .minutes(10))
        try channel.pipeline.syncOperations.addHandler(RequestDeadlineHandler(limits))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func head() throws {
        try channel.writeInbound(
            HTTPRequestPart.head(
                HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/")))
    }

    private func body(_ count: Int) throws {
        try channel.writeInbound(
            HTTPRequestPart.body(ByteBuffer(repeating: 0, count: count)))
    }

    @Test("A request without progress is cut off after a minute")
    func silent() throws {
        try head()
        loop.advanceTime(by: .seconds(59))
        #expect(channel.isActive)
        loop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("A body that makes progress may take longer, but not for ever")
    func progress() throws {
        try head()
        for minute in 1...9 {
            try body(600)
            loop.advanceTime(by: .seconds(60))
            #expect(channel.isActive, "minute \(minute)")
        }
        try body(600)
        loop.advanceTime(by: .seconds(60))
        #expect(!channel.isActive)
    }

    @Test("A body that trickles is cut off in the first minute that is too slow")
    func trickle() throws {
        try head()
        try body(100_000)
        loop.advanceTime(by: .seconds(60))
        #expect(channel.isActive)
        for _ in 0..<59 {
            try body(10)
            loop.advanceTime(by: .seconds(1))
        }
        #expect(channel.isActive)
        loop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("A complete request may be answered slowly, and the next one has its own time")
    func complete() throws {
        try head()
        try channel.writeInbound(HTTPRequestPart.end(nil))
        loop.advanceTime(by: .minutes(5))
        #expect(channel.isActive)
        try head()
        loop.advanceTime(by: .seconds(60))
        #expect(!channel.isActive)
    }

    @Test("A request that begins before the check of the last one is not cut off by it")
    func following() throws {
        try head()
        try channel.writeInbound(HTTPRequestPart.end(nil))
        loop.advanceTime(by: .seconds(30))
        try head()
        loop.advanceTime(by: .seconds(59))
        #expect(channel.isActive)
        loop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }
}
