import FleetCore

extension FeedFailure.Reason {
    /// The reason in a few words, to follow the name of a side feed in a warning.
    var briefly: String {
        switch self {
        case .status(let code), .accessDenied(let code): "HTTP status \(code)"
        case .empty: "it is empty"
        case .html: "it is a web page"
        case .notJSON(let why): "it is no JSON, \(why)"
        case .noVehicles: "nothing known is in it"
        case .tooDeep: "it is nested too deeply"
        case .tooLarge, .suspiciousCompression: "it is too large"
        case .fileNotFound: "there is no such file"
        case .brokenDiscovery(let why): why
        case .tooManyRequests(let limit): "more than \(limit) requests"
        case .connectTimeout(let seconds), .readTimeout(let seconds):
            "no answer within \(seconds) s"
        case .hostNotFound, .connectionRefused, .unreachable, .tls, .connectionReset, .truncated,
            .tooManyRedirects, .badRedirect, .connection:
            "the connection failed"
        case .simulatedServerError, .credentialMissing, .severalSystems, .isDirectory,
            .fileUnreadable, .badAddress, .notStored:
            "it cannot be read"
        }
    }
}
