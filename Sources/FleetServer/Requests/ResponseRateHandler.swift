import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client reads an answer too slowly, so that it does not hold the
/// answer.
///
/// Only time in which bytes wait for the client counts, so a stream without news stays open.
final class ResponseRateHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    struct Limits {
        var interval = TimeAmount.seconds(20)
        /// Number of bytes that a client takes in such a time while others wait: 16 KiB a second.
        var minBytes = 20 * 16_384
    }

    /// The largest part that is written at once, so that a large answer makes progress in steps.
    private static let maxPart = 65_536
    /// Number of bytes that the system takes ahead of what the client can receive.
    private static let maxUnsent: CInt = 131_072
    /// `TCP_NOTSENT_LOWAT` of `linux/tcp.h`.
    private static let unsentOption = NIOBSDSocket.Option(rawValue: 25)

    private let limits: Limits
    /// Bytes that wait, and those that the client took since the last check.
    private var (waiting, taken) = (0, 0)
    /// Time at which the client is checked if bytes wait without a break until then.
    private var checkedAt = NIODeadline.uptimeNanoseconds(0)
    /// The next check; one for most answers, which a client takes at once, is due after many of
    /// them.
    private var check: Scheduled<Void>?

    init(_ limits: Limits = Limits()) { self.limits = limits }

    func handlerAdded(context: ChannelHandlerContext) {
        // Otherwise the system buffers megabytes for each client.
        _ = (context.channel as? any SocketOptionProvider)?.unsafeSetSocketOption(
            level: .tcp, name: Self.unsentOption, value: Self.maxUnsent)
    }

    func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        guard case .body(var rest) = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        repeat {
            let length = min(rest.readableBytes, Self.maxPart)
            guard let part = rest.readSlice(length: length) else { break }
            let isLast = rest.readableBytes == 0
            let written =
                (isLast ? promise : nil) ?? context.eventLoop.makePromise(of: Void.self)
            count(length, until: written.futureResult, context.channel)
            context.write(wrapOutboundOut(.body(part)), promise: written)
        } while rest.readableBytes > 0
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        check?.cancel()
        check = nil
    }

    private func count(
        _ length: Int, until written: EventLoopFuture<Void>, _ channel: any Channel
    ) {
        if waiting == 0 { beginInterval(channel) }
        waiting += length
        written.assumeIsolated().whenComplete { _ in
            self.waiting -= length
            self.taken += length
        }
        if check == nil { scheduleCheck(channel) }
    }

    private func beginInterval(_ channel: any Channel) {
        (taken, checkedAt) = (0, channel.eventLoop.now + limits.interval)
    }

    private func scheduleCheck(_ channel: any Channel) {
        check = channel.eventLoop.assumeIsolated().scheduleTask(deadline: checkedAt) {
            self.check = nil
            guard self.waiting > 0 else { return }
            if channel.eventLoop.now >= self.checkedAt {
                guard self.taken >= self.limits.minBytes else { return channel.close(promise: nil) }
                self.beginInterval(channel)
            }
            self.scheduleCheck(channel)
        }
    }
}
