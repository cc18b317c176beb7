import AsyncHTTPClient
import FleetCore
import NIOCore
import NIOHTTP1

/// Route of a request to its server.
enum Route: Hashable, Sendable {
    case direct
    /// A connection that the proxy passes through: SOCKS, or CONNECT (RFC 9110, section 9.3.6).
    case tunnel(ProxyServer)
    /// Requests that the proxy forwards, in absolute form (RFC 9112, section 3.2.2).
    case forwarding(ProxyServer)

    /// Determines the route to an address.
    ///
    /// - Throws: `.badEnvironment` for an invalid proxy variable.
    init(to address: WebAddress, in environment: (String) -> String?) throws(FeedFailure) {
        let proxy = try ProxyServer.find(for: address, in: environment)
        guard let proxy else { self = .direct; return }
        let isForwarding = proxy.kind == .http && address.origin.scheme == .http
        self = isForwarding ? .forwarding(proxy) : .tunnel(proxy)
    }

    /// The proxy; `nil` for a direct connection.
    var proxy: ProxyServer? {
        switch self {
        case .direct: nil
        case .tunnel(let proxy), .forwarding(let proxy): proxy
        }
    }
}

extension HTTPClient.Configuration {
    /// Sets the route of all connections.
    mutating func use(_ route: Route) {
        switch route {
        case .direct: break
        case .tunnel(let server): proxy = Proxy(server)
        case .forwarding:
            http1_1ConnectionDebugInitializer = { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
                    try pipeline.addHandler(AbsoluteFormHandler(), position: .after(encoder))
                }
            }
        }
    }
}

extension HTTPClient.Configuration.Proxy {
    fileprivate init(_ server: ProxyServer) {
        let host = HostAndPort.unbracketed(server.host)
        switch server.kind {
        case .socks: self = .socksServer(host: host, port: server.port)
        case .http:
            self = .server(
                host: host, port: server.port,
                authorization: server.credentials.map {
                    .basic(username: $0.user, password: $0.password)
                })
        }
    }
}

extension ProxyServer {
    /// User and password, decoded.
    fileprivate var credentials: (user: String, password: String)? {
        userInformation.map { text in
            let (user, password) = text.divided(at: ":")
            return (PercentEncoding.decoded(user), PercentEncoding.decoded(password ?? ""))
        }
    }
}

/// HTTP client for the requests to an address; it must be kept until their responses are read.
struct RoutedClient: Sendable {
    let client: OpenClient
    let route: Route

    /// Sends a request on its route; returns when the response head has arrived.
    func execute(
        _ request: HTTPClientRequest, to address: WebAddress, deadline: NIODeadline
    ) async throws -> HTTPClientResponse {
        guard case .forwarding(let proxy) = route else {
            return try await client.http.execute(request, deadline: deadline)
        }
        var request = request
        let origin = WebOrigin(scheme: .http, host: proxy.host, port: proxy.port)
        request.url = origin.text + request.url.dropFirst(address.origin.text.count)
        // `AbsoluteFormHandler` makes the request target from it.
        request.headers.replaceOrAdd(
            name: "Host", value: String(address.origin.text.dropFirst("http://".count)))
        if let (user, password) = proxy.credentials {
            let authorization = HTTPClient.Authorization.basic(username: user, password: password)
            request.headers.replaceOrAdd(
                name: "Proxy-Authorization", value: authorization.headerValue)
        }
        return try await client.http.execute(request, deadline: deadline)
    }
}

/// Writes the target of each request in absolute form, with the host of the `Host` header.
private final class AbsoluteFormHandler: ChannelOutboundHandler {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        var part = unwrapOutboundIn(data)
        if case .head(var head) = part, let host = head.headers.first(name: "Host") {
            head.uri = "http://" + host + head.uri
            part = .head(head)
        }
        context.write(wrapOutboundOut(part), promise: promise)
    }
}
