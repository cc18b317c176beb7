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
    private var elapsed = TimeAmount.zero
    private var check: Scheduled<Void>?

    init(_ limits: Limits = Limits()) { self.limits = limits }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            (received, elapsed) = (0, .zero)
            scheduleCheck(context.channel)
        case .body(let bytes): received += bytes.readableBytes
        case .end: check?.cancel()
        }
        context.fireChannelRead(data)
    }

    func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

    private func scheduleCheck(_ channel: any Channel) {
        check?.cancel()
        check = channel.eventLoop.assumeIsolated().scheduleTask(in: limits.interval) {
            self.elapsed = self.elapsed + self.limits.interval
            guard self.received >= self.limits.minBytes, self.elapsed < self.limits.total else {
                return channel.close(promise: nil)
            }
            self.received = 0
            self.scheduleCheck(channel)
        }
    }
}
