import AsyncHTTPClient
import FleetCore
import NIOHTTP1

/// What the head of a response says that comes next.
enum ResponseMeaning {
    /// The document follows.
    case document
    /// What is known is still right.
    case notModified(FeedMemory.Document)
    /// It is at another address, by the link.
    case redirect(String)
    /// There is none.
    case failure(FeedFailure.Reason)

    init(_ response: HTTPClientResponse, validators: FeedMemory.Document?) {
        switch response.status.code {
        case 204, 205: self = .failure(.empty)
        // A part of a document was never asked for.
        case 200..<300 where response.status.code != 206: self = .document
        case 304:
            let asked = validators?.entityTag != nil || validators?.lastModified != nil
            self = (asked ? validators : nil).map(Self.notModified) ?? .failure(.status(304))
        case 301, 302, 303, 307, 308:
            let link = response.headers.first(name: "Location")
            self = link.map(Self.redirect) ?? .failure(.status(Int(response.status.code)))
        case 401, 403: self = .failure(.accessDenied(Int(response.status.code)))
        default: self = .failure(.status(Int(response.status.code)))
        }
    }
}
