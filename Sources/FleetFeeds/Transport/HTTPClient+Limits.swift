import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression
import NIOSSL

extension HTTPClient.Configuration {
    /// Creates a configuration without the client's own redirects, retries and proxies.
    ///
    /// HTTP/1.1 is enough to fetch a few documents.
    init(_ limits: HTTPLimits) {
        var pool = ConnectionPool(idleTimeout: .init(limits.idleTimeout))
        pool.retryConnectionEstablishment = false
        var tls = TLSConfiguration.makeClientConfiguration()
        if let path = limits.trustedCertificates { tls.additionalTrustRoots = [.file(path)] }
        self.init(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: .init(connect: .init(limits.connectTimeout), read: .init(limits.readTimeout)),
            connectionPool: pool,
            decompression: .enabled(limit: .ratio(limits.maxDecompressionRatio)))
        httpVersion = .http1Only
    }
}
