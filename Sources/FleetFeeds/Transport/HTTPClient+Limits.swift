import AsyncHTTPClient
import NIOCore

extension HTTPClient.Configuration {
    /// Creates a configuration without the client's own redirects, retries and decompression.
    ///
    /// HTTP/1.1 is enough to fetch a few documents.
    init(_ limits: HTTPLimits, _ route: Route) {
        var pool = ConnectionPool(idleTimeout: .init(limits.idleTimeout))
        pool.retryConnectionEstablishment = false
        // A slow host of many sources must not delay the connections of some of them.
        pool.concurrentHTTP1ConnectionsPerHostSoftLimit = 256
        self.init(
            tlsConfiguration: TrustedCertificates(limits.environment).configuration,
            redirectConfiguration: .disallow,
            timeout: .init(connect: .init(limits.connectTimeout), read: .init(limits.readTimeout)),
            connectionPool: pool, decompression: .disabled)
        httpVersion = .http1Only
        use(route)
    }
}
