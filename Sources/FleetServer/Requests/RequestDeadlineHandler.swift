import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request arrives too slowly, so that clients that send slowly do not
/// hold connections and memory.
///
/// The idle limit of the server covers only pauses between requests and silent connections.
final class RequestDeadlineHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    struct Limits {
        /// Time in which a request is complete, unless its body makes progress.
        var interval = TimeAmount.seconds(60)
        /// Number of bytes of a body that are progress in such a time: 4 KiB a second, at which a
        /// phone with a poor connection sends a photo.
        var minBytes = 60 * 4096
        /// Time in which any request is complete.
        var total = TimeAmount.hours(1)
    }

    private let limits: Limits
    private var received = 0
    /// Times at which the request that arrives is checked and must be complete; `nil` between
    /// requests.
    private var deadlines: (check: NIODeadline, end: NIODeadline)?
    /// The next check; most requests arrive at once, so one is due after many of them.
    private var check: Scheduled<Void>?

    init(_ limits: Limits = Limits()) { self.limits = limits }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            let now = context.eventLoop.now
            (received, deadlines) = (0, (now + limits.interval, now + limits.total))
            if check == nil { scheduleCheck(context.channel, at: now + limits.interval) }
        case .body(let bytes): received += bytes.readableBytes
        case .end: deadlines = nil
        }
        context.fireChannelRead(data)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        check?.cancel()
        check = nil
    }

    private func scheduleCheck(_ channel: any Channel, at time: NIODeadline) {
        check = channel.eventLoop.assumeIsolated().scheduleTask(deadline: time) {
            self.check = nil
            guard let (check, end) = self.deadlines else { return }
            let now = channel.eventLoop.now
            guard now >= check else { return self.scheduleCheck(channel, at: check) }
            guard self.received >= self.limits.minBytes, now < end else {
                return channel.close(promise: nil)
            }
            let next = now + self.limits.interval
            (self.received, self.deadlines) = (0, (next, end))
            self.scheduleCheck(channel, at: next)
        }
    }
}
