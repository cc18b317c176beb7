import AsyncHTTPClient
import FleetCore
import NIOHTTP1

/// Meaning of a response's status and headers.
enum ResponseOutcome {
    /// The body is the document.
    case document
    /// The cached document is still valid.
    case notModified(FeedCacheState.Document)
    /// The document is at another address, given by the link.
    case redirect(String)
    /// There is no document.
    case failure(FeedFailure.Reason)

    init(_ response: HTTPClientResponse, validators: FeedCacheState.Document?) {
        switch response.status.code {
        case 202: self = .failure(.service(.notReady))
        case 204, 205: self = .failure(.content(.empty))
        // Range requests are never sent, so 206 is an error.
        case 200..<300 where response.status.code != 206: self = .document
        case 304:
            let isConditional = validators?.entityTag != nil || validators?.lastModified != nil
            self =
                (isConditional ? validators : nil).map(Self.notModified)
                ?? .failure(.service(.status(304)))
        case 301, 302, 303, 307, 308:
            let link = response.headers.value(of: "Location")
            self = link.map(Self.redirect) ?? .failure(.service(.status(Int(response.status.code))))
        case 407: self = .failure(.proxyCredentialsRequired)
        case 401, 403: self = .failure(.access(.accessDenied(Int(response.status.code))))
        default: self = .failure(.service(.status(Int(response.status.code))))
        }
    }
}
