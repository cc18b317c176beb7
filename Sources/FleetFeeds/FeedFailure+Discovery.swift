import FleetCore

extension FeedFailure {
    /// Whether another version, or an older kind of feed, may do where this one failed.
    ///
    /// It may if this one is not there or cannot be read; a failing service would fail again.
    var allowsAnother: Bool {
        switch reason {
        case .status(404), .status(410), .fileNotFound: true
        case .empty, .html, .notJSON, .tooDeep, .noVehicles, .brokenDiscovery: true
        default: false
        }
    }
}

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

extension FeedDocument.Content {
    /// How many systems a person is shown to choose from.
    private static let shownSystems = 1000

    /// The versions that a list leads to, the highest first; a manifest of one system is as good as
    /// its list of versions.
    ///
    /// Throws `severalSystems` if a person must choose.
    func versions(at place: String) throws(FeedFailure) -> [GBFS.Version] {
        switch self {
        case .vehicles, .discovery: return []
        case .versions(let versions): return versions
        case .manifest(let systems):
            guard systems.count > 1 else { return systems.first?.versions ?? [] }
            let list = systems.prefix(Self.shownSystems).map(\.description)
            throw FeedFailure(.severalSystems(list), at: place)
        }
    }
}
