import FleetCore
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Reads each request by RFC 9112: puts the host of its target in the place of the `Host` field
/// (section 3.2.2), so that the rules for hosts apply to it, and ends the connection with the last
/// request.
///
/// The codec of Hummingbird drops the host of a target, so this handler comes before it, and
/// Hummingbird ends a connection only for a field `Connection: close` in exactly these letters.
final class RequestTargetHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Number of requests that have begun, and of responses.
    private var (requests, responses) = (0, 0)
    /// Number of the last request; `nil` while others may follow.
    private var last: Int?
    private var hasEnded = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasEnded else { return }
        switch unwrapInboundIn(data) {
        case .head(var head):
            requests += 1
            if Self.isLast(head) {
                last = requests
                head.headers.replaceOrAdd(name: "Connection", value: "close")
            }
            head.takeHostOfTarget()
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .end:
            hasEnded = last != nil
            context.fireChannelRead(data)
        case .body: context.fireChannelRead(data)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data), head.status.code >= 200 else {
            return context.write(data, promise: promise)
        }
        responses += 1
        if responses == last { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    /// Returns whether no other request may follow: the client closes the connection, or bytes that
    /// follow `CONNECT` are those of a tunnel (RFC 9110, section 9.3.6), which there is not.
    private static func isLast(_ head: HTTPRequestHead) -> Bool {
        head.method == .CONNECT || !head.isKeepAlive
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

extension HTTPRequestHead {
    fileprivate mutating func takeHostOfTarget() {
        // Two fields are an error that is answered later.
        guard !uri.hasPrefix("/"), uri != "*", headers["Host"].count < 2 else { return }
        // No server has an empty name.
        headers.replaceOrAdd(name: "Host", value: WebOrigin(ofAddress: uri)?.authority ?? "")
    }
}
