import Hummingbird
import Logging
import NIOCore

/// Facts about one request that its handlers share.
struct ServerContext: RequestContext, RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?
    /// The connection.
    let channel: any Channel
    /// State of the answer while it is sent.
    let largeAnswer = LargeAnswer()
    /// The time when the request arrived.
    let startedAt = ContinuousClock.now

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        remoteAddress = channel.remoteAddress
    }

    /// ID of the request in the log and in error responses.
    var requestID: String { logger[metadataKey: "hb.request.id"]?.description ?? "" }

    /// Largest body that a handler collects at once, in bytes.
    var maxUploadSize: Int { 1 << 20 }
}
