import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression
import NIOSSL

extension HTTPClient.Configuration {
    /// A client that leaves redirects, retries and proxies to nobody but us.
    ///
    /// HTTP/1.1 is all that a refresh of a few documents needs.
    init(_ limits: HTTPLimits) {
        var pool = ConnectionPool(idleTimeout: .init(limits.idle))
        pool.retryConnectionEstablishment = false
        var encryption = TLSConfiguration.makeClientConfiguration()
        if let path = limits.trustedCertificates { encryption.additionalTrustRoots = [.file(path)] }
        self.init(
            tlsConfiguration: encryption, redirectConfiguration: .disallow,
            timeout: .init(connect: .init(limits.connect), read: .init(limits.read)),
            connectionPool: pool,
            decompression: .enabled(limit: .ratio(limits.unpackingRatio)))
        httpVersion = .http1Only
    }
}
