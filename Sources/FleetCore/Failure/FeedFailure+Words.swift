extension FeedFailure {
    /// What went wrong, in one line without secrets or a full stop.
    public var cause: String {
        let place = place == "-" ? "the standard input" : place
        return switch kind {
        case .connection: "cannot reach \(place): \(reason.words)"
        case .service: "the service at \(place) failed: \(reason.words)"
        case .access, .content, .input, .usage: "\(place): \(reason.words)"
        }
    }

    /// What a person can do about it, in one line.
    public var hint: String {
        if let retryAfterSeconds {
            let wait = Duration(clampingSeconds: retryAfterSeconds).secondsToWait
            return "the service asks to be left alone for \(wait) s"
        }
        return reason.hint
    }
}

extension FeedFailure.Reason {
    /// What went wrong, in a few words.
    public var words: String {
        switch self {
        case .hostNotFound(let host): "no host is called \(host)"
        case .connectionRefused: "connection refused"
        case .unreachable: "no route to the host"
        case .tls(let words): "no secure connection (\(words))"
        case .connectTimeout(let seconds): "no connection within \(seconds) s"
        case .readTimeout(let seconds): "no data for \(seconds) s"
        case .connectionReset: "the service closed the connection"
        case .truncated: "the answer broke off before its end"
        case .tooManyRedirects(let limit): "more than \(limit) redirects"
        case .badRedirect(let address): "a redirect to \(address) is not followed"
        case .requestLimit(let limit): "the feed needs more than \(limit) requests"
        case .connection(let words): words
        case .status(let status): "HTTP status \(status)"
        case .simulatedServerError: "internal server error (simulated)"
        case .accessDenied(let status): "access denied (HTTP status \(status))"
        case .credentialMissing(let name): "the environment variable \(name) is not set"
        case .empty: "there is nothing in it"
        case .html: "it is a web page, not a feed"
        case .notJSON(let detail): "it is not JSON (\(detail))"
        case .noVehicles: "it holds no vehicles in any known form"
        case .noSites: "it holds no sites in any known form"
        case .tooLarge(let limit): "it is larger than \(limit / 1_048_576) MiB"
        case .suspiciousCompression: "it is compressed more tightly than a feed can be"
        case .tooDeep: "it is nested too deeply"
        case .onlyStations: "it tells of stations alone, not of vehicles"
        case .brokenDiscovery(let detail): "its discovery leads nowhere (\(detail))"
        case .severalSystems(let systems): "it lists several systems: \(Self.list(systems))"
        case .fileNotFound: "there is no such file"
        case .isDirectory: "it is a folder"
        case .fileUnreadable(let words): "it cannot be read (\(words))"
        case .badAddress(let detail): detail
        case .notStored(let detail): "it was read, but not stored (\(detail))"
        case .storeUnusable(let detail): "what is stored of it cannot be used (\(detail))"
        case .badCredentials(let detail): detail
        }
    }

    fileprivate var hint: String {
        switch self {
        case .hostNotFound, .badAddress: "check the address for a typing error"
        case .connectionRefused: "check that the service runs and that the port is right"
        case .unreachable, .connectTimeout, .readTimeout, .connectionReset, .truncated, .connection:
            "check your own connection, then try again; `--offline` shows what is stored"
        case .tls: "check the service's certificate, and that the address rightly begins with https"
        case .tooManyRedirects, .badRedirect: "ask the operator for the feed's present address"
        case .requestLimit: "give the vehicle feed's own address instead of its discovery"
        case .status(404), .status(410): "check the address: the service knows no such feed"
        case .status, .simulatedServerError: "try again later; `--offline` shows what is stored"
        case .accessDenied:
            "add what the operator gave you: `fleet source add … --header` or `--bearer-env`"
        case .credentialMissing(let name): "set it: `export \(name)=…`"
        case .html, .empty, .notJSON, .noVehicles, .tooDeep:
            "give a vehicles document, a GBFS gbfs.json or one of its vehicle feeds"
        case .noSites:
            "give a GBFS gbfs.json, one of its station feeds or a document that lists sites"
        case .tooLarge, .suspiciousCompression: "check the address: no fleet's feed is like this"
        case .onlyStations: "`fleet site list` shows the stations"
        case .brokenDiscovery: "give the vehicle feed's own address instead of its discovery"
        case .severalSystems: "give the address of one of them as the source"
        case .fileNotFound: "check the path"
        case .isDirectory: "give the file in it that tells of the vehicles, such as gbfs.json"
        case .fileUnreadable: "check the file's permissions"
        case .notStored: "check the disk and the folder that FLEET_HOME names"
        case .storeUnusable: "try again when other processes have ended, and check the disk"
        case .badCredentials: "add the source anew: `fleet source add … --replace`"
        }
    }

    private static func list(_ systems: [String]) -> String {
        let rest = systems.count - 20
        return systems.prefix(20).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
