import FleetCore
import NIOCore

/// Closes a connection at once if its network has too many; those of trusted proxies are not
/// counted, because they belong to many clients.
final class ConnectionLimitHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let limits: AnswerLimits
    private let proxies: [AddressRange]
    private var slot: AnswerLimits.Slot?

    init(_ limits: AnswerLimits, trusting proxies: [AddressRange]) {
        (self.limits, self.proxies) = (limits, proxies)
    }

    func channelActive(context: ChannelHandlerContext) {
        guard let address = context.remoteAddress.flatMap({ IPAddress($0) }),
            !proxies.contains(where: { $0.contains(address) })
        else { return context.fireChannelActive() }
        slot = limits.slot([.connections(address.network)])
        guard slot != nil else { return context.close(promise: nil) }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        slot = nil
        context.fireChannelInactive()
    }
}
