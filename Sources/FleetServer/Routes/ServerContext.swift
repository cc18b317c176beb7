import Hummingbird
import Logging
import NIOCore
import Synchronization

/// Facts about one request that its handlers share.
struct ServerContext: RequestContext, RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?
    /// The connection.
    let channel: any Channel
    /// State of the answer while it is sent.
    let largeAnswer = LargeAnswer()
    /// The name of the user, once the request was found to be of one.
    let user = RequestUser()
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

/// The user of a request, for the log.
final class RequestUser: Sendable {
    private let stored = Mutex<String?>(nil)

    var name: String? {
        get { stored.withLock(\.self) }
        set { stored.withLock { $0 = newValue } }
    }
}
