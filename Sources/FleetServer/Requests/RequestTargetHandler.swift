import FleetCore
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Puts the host of a request's target in the place of the `Host` field (RFC 9112, section 3.2.2),
/// so that the rules for hosts apply to it.
///
/// The codec of Hummingbird drops the host of a target, so this handler comes before it.
final class RequestTargetHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Two fields are an error that is answered later.
        guard case .head(var head) = unwrapInboundIn(data), !head.uri.hasPrefix("/"),
            head.uri != "*", head.headers["Host"].count < 2
        else { return context.fireChannelRead(data) }
        // No server has an empty name.
        let host = WebOrigin(ofAddress: head.uri)?.authority ?? ""
        head.headers.replaceOrAdd(name: "Host", value: host)
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Handler after the codec that adds a ``RequestTargetHandler`` before it.
    final class Installer: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = NIOAny

        func handlerAdded(context: ChannelHandlerContext) {
            let pipeline = context.pipeline.syncOperations
            do {
                let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
                try pipeline.addHandler(RequestTargetHandler(), position: .before(codec))
            } catch {
                // Without the handler, a foreign host might be accepted.
                context.close(promise: nil)
            }
        }
    }
}
