/// Failure to load a snapshot from a source.
///
/// It is sent to other processes and stored, so that one failure serves all requests.
public struct FeedFailure: Error, Equatable, Sendable, Codable {
    /// The reason of a failure.
    public enum Reason: Equatable, Sendable, Codable {
        // Connection.
        /// The host name cannot be resolved.
        case hostNotFound(String)
        /// Nothing listens on the port.
        case connectionRefused
        /// There is no route to the host.
        case unreachable
        /// The TLS connection failed; with the library's message.
        case tls(String)
        /// No connection within this many seconds.
        case connectTimeout(seconds: Int)
        /// No data within this many seconds.
        case readTimeout(seconds: Int)
        /// The server closed the connection.
        case connectionReset
        /// The response is incomplete.
        case truncated
        /// More redirects than allowed.
        case tooManyRedirects(limit: Int)
        /// A redirect to an address that is not allowed.
        case badRedirect(to: String)
        /// The feed needs more requests than one refresh may make.
        case requestLimit(Int)
        /// The proxy cannot be used; with the cause.
        case proxy(String)
        /// Another connection error; with the library's message.
        case connection(String)
        // Service.
        /// A status other than success.
        case status(Int)
        /// HTTP status 202: the data is not ready yet.
        case notReady
        /// A team's server cannot read the vehicles of a system with stations; with the cause.
        case serverLacksVehicles(String)
        /// The simulated service failed on request.
        case simulatedServerError
        // Access.
        /// HTTP status 401 or 403; a 403 because of a quota is a `status`.
        case accessDenied(Int)
        /// The service issued no access token; with the cause.
        case tokenRefused(String)
        /// The environment variable for a credential is not set.
        case credentialMissing(variable: String)
        // Content.
        /// The response or file is empty.
        case empty
        /// A web page instead of a feed.
        case html
        /// Invalid JSON; with the position or the error.
        case notJSON(String)
        /// The JSON value `null` instead of a document.
        case null
        /// JSON without vehicles in a known format.
        case noVehicles
        /// JSON without sites or vehicles in a known format.
        case noSites
        /// JSON without the list of a document, such as `alerts`.
        case noList(of: String)
        /// No geofencing zones, or none that apply now.
        case noZones
        /// Larger than the limit after decompression, in bytes.
        case tooLarge(limit: Int64)
        /// Larger than the budget of the source; with the size, if it is known.
        case overBudget(SourceBudget.Measure, limit: Int64, size: Int64? = nil)
        /// One value, such as a zone, is larger than the limit, in bytes.
        case largeValue(limit: Int64)
        /// Compressed more than plausible for text.
        case suspiciousCompression
        /// Nested more deeply than the limit.
        case tooDeep
        /// A link or redirect to an address that contains a credential of the source.
        case credentialInLink
        /// A link or redirect to this machine or one of its network links, where the source is not.
        case linkToThisMachine
        /// gbfs.json lists stations but no vehicles.
        case onlyStations
        /// gbfs.json leads to no vehicle feed; with a phrase that follows `gbfs.json`, such as
        /// `lists no version`.
        case brokenDiscovery(String)
        /// The pages of a feed cannot all be read; with a phrase that follows `the feed`, such as
        /// `links to a page that was already read`.
        case brokenPages(String)
        /// The pages of a feed have more than may be read; with a phrase that follows `the feed`.
        case pageLimit(String)
        /// Several systems; the user must select one.
        case severalSystems([String])
        // Files.
        /// There is no such file.
        case fileNotFound
        /// A folder instead of a file.
        case isDirectory
        /// The file cannot be read; with the system's message.
        case fileUnreadable(String)
        // Addresses.
        /// The address is invalid; with the cause.
        case badAddress(String)
        /// The credentials are invalid; with the cause, without the secret.
        case badCredentials(String)
        /// The key that signs tokens is invalid; with a phrase that follows `the key`.
        case badSigningKey(String)
        /// The library that signs tokens is not installed.
        case signingLibraryMissing
        /// The credentials are sealed, and cannot be opened; with the cause.
        case sealedCredentials(String)
        /// The environment variable has an invalid value; with the cause, without the value.
        case badEnvironment(variable: String, cause: String)
        // This machine.
        /// This machine lacks a resource; the service did not fail.
        case shortage(MachineShortage)
        // Store.
        /// The snapshot was loaded but could not be stored; with the cause.
        case notStored(String)
        /// The stored data of the source, or its lock, cannot be used; with the cause.
        case storeUnusable(String)
        /// The database that processes share cannot be reached; with the cause.
        case databaseUnavailable(String)
        /// The server was killed while it read the source, so often in a row.
        case readerKilled(times: Int)
        // Settings.
        /// The source was replaced, changed or removed since it was opened; nothing was stored.
        case sourceChanged
    }

    /// The category of a failure, for exit codes and screens.
    public enum Kind: String, Sendable {
        /// The connection to the service.
        case connection
        /// The service.
        case service
        /// Access to the feed.
        case access
        /// The content of the feed.
        case content
        /// A file or the store.
        case input
        /// The user's input.
        case usage
    }

    /// The reason of the failure.
    public var reason: Reason
    /// The address or path, without secrets.
    public var location: String
    /// The wait that the service requested (`Retry-After`), in seconds, at most an hour.
    public var retryAfterSeconds: Double?
    /// The explanation in the response of the service: one short line without secrets and control
    /// characters; `nil` if there is none.
    public var explanation: String?
    /// Whether only the vehicles of a system failed that needs none, since it has stations.
    public private(set) var leavesStations: Bool?

    /// Creates a failure; neither `location` nor `explanation` may contain a secret.
    public init(
        _ reason: Reason, at location: String, retryAfterSeconds: Double? = nil,
        explanation: String? = nil
    ) {
        self.reason = reason
        self.location = location
        self.retryAfterSeconds = retryAfterSeconds
        self.explanation = explanation
    }

    private enum CodingKeys: String, CodingKey {
        case reason
        case location = "place"
        case retryAfterSeconds, explanation, leavesStations
    }

    /// Returns the failure of the vehicles of a system that has stations.
    public func leavingStations() -> FeedFailure {
        var failure = self
        failure.leavesStations = true
        return failure
    }

    /// Returns the failure for people who may not see paths, hosts and users of the machine.
    /// - Parameter name: Name of the source, which replaces everything but an address on the web.
    public func withoutMachine(named name: String) -> FeedFailure {
        var failure = self
        switch reason {
        case .databaseUnavailable: failure.reason = .databaseUnavailable("")
        case .storeUnusable: failure.reason = .storeUnusable("")
        case .notStored: failure.reason = .notStored("")
        case .badCredentials: failure.reason = .badCredentials("")
        case .sealedCredentials: failure.reason = .sealedCredentials("")
        case .proxy: failure.reason = .proxy("")
        default: break
        }
        let isPublic = ["http://", "https://", "sim://"].contains { location.hasPrefix($0) }
        if !isPublic { failure.location = name }
        return failure
    }

    /// Whether a source whose vehicles failed so may have sites, which are shown instead.
    public var mayHaveSites: Bool { reason.meansNoVehicles || leavesStations == true }

    /// A notice that only the vehicles of a source cannot be read.
    package var vehiclesNotice: String { localized("the vehicles cannot be read: \(cause)") }

    /// Whether the source has stations, and no document with vehicles.
    public var lacksVehicles: Bool {
        switch reason {
        case .onlyStations: true
        case .status(404), .status(410), .fileNotFound: leavesStations == true
        default: false
        }
    }

    /// The category of the failure.
    public var kind: Kind {
        switch reason {
        case .hostNotFound, .connectionRefused, .unreachable, .tls, .connectTimeout, .readTimeout,
            .connectionReset, .truncated, .tooManyRedirects, .badRedirect, .requestLimit,
            .proxy, .connection, .databaseUnavailable:
            .connection
        case .status, .notReady, .serverLacksVehicles, .simulatedServerError: .service
        case .accessDenied, .tokenRefused, .credentialMissing, .sealedCredentials: .access
        case .empty, .html, .notJSON, .null, .noVehicles, .noSites, .noList, .noZones,
            .tooLarge, .overBudget, .largeValue, .suspiciousCompression, .tooDeep,
            .credentialInLink, .linkToThisMachine, .onlyStations, .brokenDiscovery, .brokenPages,
            .pageLimit, .readerKilled:
            .content
        case .fileNotFound, .isDirectory, .fileUnreadable, .notStored, .storeUnusable,
            .sourceChanged, .shortage, .signingLibraryMissing:
            .input
        case .severalSystems, .badAddress, .badCredentials, .badSigningKey, .badEnvironment: .usage
        }
    }

    /// Whether this machine or its settings are the cause, so that the failure is not stored as
    /// one of the service.
    public var isLocal: Bool {
        switch reason {
        case .shortage, .badEnvironment, .databaseUnavailable, .signingLibraryMissing: true
        default: false
        }
    }

    /// Whether the service limits its clients (HTTP status 429, or 403 because of a quota): the
    /// number of requests is the cause, not the feed.
    public var isThrottled: Bool { [.status(429), .status(403)].contains(reason) }

    /// Whether the requests, the limits or the machine of this client are the cause, so that the
    /// failure shows nothing about the feed.
    public var isOfClient: Bool {
        if case .requestLimit = reason { return true }
        return isThrottled || isLocal
    }

    /// The location and the message, in one line without secrets or a full stop.
    public var cause: String {
        let location = location == "-" ? "standard input" : location
        return switch kind {
        case .connection: localized("cannot reach \(location): \(message)")
        case .service: localized("the service at \(location) failed: \(message)")
        case .access, .content, .input, .usage: "\(location): \(message)"
        }
    }

    /// A short message without the location, with the explanation of the service in quotation marks.
    public var message: String {
        let message = reason == .empty ? emptyMessage : reason.message
        return explanation.map { "\(message): \"\($0)\"" } ?? message
    }

    private var emptyMessage: String {
        if location.lowercased().hasPrefix("http") { return "the response is empty" }
        return location.contains("/") ? "the file is empty" : "the input is empty"
    }

    /// The remedy, in one line.
    public var hint: String {
        if let retryAfterSeconds {
            let wait = Duration(clampingSeconds: retryAfterSeconds).secondsToWait
            return localized("the service asks clients to wait \(wait) s")
        }
        return reason.hint
    }
}

extension FeedFailure.Reason {
    fileprivate var message: String {
        switch self {
        case .hostNotFound(let host): localized("cannot resolve host \(host)")
        case .connectionRefused: localized("connection refused")
        case .unreachable: localized("no route to host")
        case .tls(let detail): localized("TLS connection failed (\(detail))")
        case .connectTimeout(let seconds): localized("connection timed out after \(seconds) s")
        case .readTimeout(let seconds): localized("no data received for \(seconds) s")
        case .connectionReset: localized("the service closed the connection")
        case .truncated: localized("the response is incomplete")
        case .tooManyRedirects(let limit): localized("more than \(limit) redirects")
        case .badRedirect(let address): localized("redirect to \(address) is not allowed")
        case .requestLimit(let limit): localized("the feed needs more than \(limit) requests")
        case .proxy(""): localized("the proxy cannot be used")
        case .proxy(let detail), .connection(let detail): detail
        case .status(let status): localized("HTTP status \(status)")
        case .notReady:
            localized("the data is not ready yet (HTTP status 202)")
        case .simulatedServerError: localized("internal server error (simulated)")
        case .serverLacksVehicles(let cause):
            localized("the server cannot read the vehicles (\(cause))")
        case .accessDenied(let status): localized("access denied (HTTP status \(status))")
        case .tokenRefused(let detail): localized("no access token was issued (\(detail))")
        case .credentialMissing(let name): localized("environment variable \(name) is not set")
        case .empty: localized("the response is empty")
        case .html: localized("this is a web page, not a feed")
        case .notJSON(let detail): localized("not valid JSON (\(detail))")
        case .null: localized("the JSON is only null, not a feed")
        case .noVehicles: localized("no vehicles found in any supported format")
        case .noSites: localized("no sites found in any supported format")
        case .noList(let name): localized("no list of \(name) found")
        case .noZones: localized("this feed has no geofencing zones")
        case .tooLarge(let limit): localized("larger than \(limit / 1_048_576) MiB")
        case .overBudget(let measure, let limit, let size?):
            localized(
                "has \(measure.amount(size)); the budget of the source is \(measure.amount(limit))")
        case .overBudget(let measure, let limit, nil):
            localized("has more than \(measure.amount(limit)), the budget of the source")
        case .largeValue(let limit):
            localized("one value in it is larger than \(limit / 1_048_576) MiB")
        case .readerKilled(let times):
            times == 1
                ? localized("the server was killed while it read this source")
                : localized("the server was killed \(times) times while it read this source")
        case .suspiciousCompression: localized("the compression ratio is too high for a feed")
        case .tooDeep: localized("the JSON is nested too deeply")
        case .credentialInLink: localized("a link or redirect contains a credential of the source")
        case .linkToThisMachine:
            localized(
                "the feed leads to this machine or its own network, but the source is elsewhere")
        case .onlyStations: localized("this feed has stations but no vehicles")
        case .brokenDiscovery(let detail): localized("gbfs.json \(detail)")
        case .brokenPages(let detail), .pageLimit(let detail): localized("the feed \(detail)")
        case .severalSystems(let systems):
            localized("this feed lists several systems: \(Self.list(systems))")
        case .fileNotFound: localized("no such file")
        case .isDirectory: localized("this is a folder, not a file")
        case .fileUnreadable(let detail): localized("cannot read the file (\(detail))")
        case .badAddress(let detail): detail
        case .notStored(""): localized("the snapshot cannot be saved")
        case .storeUnusable(""): localized("the stored data cannot be used")
        case .databaseUnavailable(""): localized("the database does not answer")
        case .badCredentials(""), .sealedCredentials(""):
            localized("its credentials cannot be read")
        case .notStored(let detail): localized("cannot save the snapshot (\(detail))")
        case .storeUnusable(let detail): localized("cannot use the stored data (\(detail))")
        case .databaseUnavailable(let detail): detail
        case .badCredentials(let detail), .sealedCredentials(let detail): detail
        case .badSigningKey(let detail): localized("the key \(detail)")
        case .signingLibraryMissing:
            localized("OpenSSL 3 (libcrypto), which signs tokens, is not installed")
        case .badEnvironment(let variable, let cause):
            localized("the variable \(variable) \(cause)")
        case .shortage(let shortage): shortage.message
        case .sourceChanged: localized("the source was changed or removed while it was in use")
        }
    }

    fileprivate var hint: String {
        switch self {
        case .hostNotFound, .badAddress: localized("check the address for typos")
        case .connectionRefused:
            localized("check that the service is running and that the port is correct")
        case .unreachable, .connectTimeout, .readTimeout, .connectionReset, .truncated, .connection:
            localized("check your network connection and try again")
        case .proxy:
            localized("check the variables http_proxy, https_proxy, all_proxy and no_proxy")
        case .tls:
            localized(
                "check the service's certificate and whether the address should begin with https")
        case .tooManyRedirects, .badRedirect:
            localized("ask the operator for the feed's current address")
        case .requestLimit, .brokenDiscovery:
            localized("use the address of the vehicle feed instead of gbfs.json")
        case .status(404), .status(410):
            localized("check the address; the service has no such feed")
        case .status(406):
            localized(
                "check the address; the service refuses each version of MDS that is asked for")
        case .status(403), .status(429):
            localized(
                "the service limits how often it is read; wait some minutes before the next try")
        case .status, .notReady, .serverLacksVehicles, .simulatedServerError:
            localized("try again later")
        case .brokenPages:
            localized("nothing was stored; ask the operator to correct the links between the pages")
        case .pageLimit:
            localized(
                "nothing was stored; ask the operator for larger pages, or for a part of the fleet")
        case .accessDenied:
            localized(
                """
                give the source the operator's credentials, with --header, --bearer-env, \
                --oauth-token-url or --jwt-key of `fleet source add` or `fleet source edit`
                """)
        case .tokenRefused:
            localized(
                """
                correct --oauth-token-url, --client-id, the secret, --scope or --token-auth of \
                `fleet source edit`
                """)
        case .credentialMissing(let name): localized("set it: `export \(name)=…`")
        case .html, .empty, .notJSON, .null, .noVehicles, .noList, .tooDeep:
            localized(
                "use a vehicles document, a GBFS gbfs.json, one of its vehicle feeds or MDS vehicles"
            )
        case .noSites:
            localized(
                "use a GBFS gbfs.json, one of its station feeds or a document that lists sites")
        case .noZones:
            localized(
                "use a GBFS gbfs.json of 2.1 or later that lists geofencing_zones, or count by station"
            )
        case .overBudget(let measure, let limit, let size):
            localized(
                "if this is right, run `fleet source edit NAME \(measure.option(toExceed: limit, size: size))`"
            )
        case .readerKilled:
            localized(
                "it is read again after a pause, or with `fleet refresh`; reduce its --budget, or give the server more memory"
            )
        case .tooLarge, .largeValue, .suspiciousCompression:
            localized("check the address; this does not look like a vehicle feed")
        case .credentialInLink:
            localized(
                "the address was not requested; ask the operator for links without credentials")
        case .linkToThisMachine:
            localized(
                "the address was not requested; ask the operator for the feed's current address")
        case .onlyStations:
            localized("run `fleet site list` with the same --source to see the stations")
        case .severalSystems: localized("use the address of one of them as the source")
        case .fileNotFound: localized("check the path")
        case .isDirectory: localized("use a file in it that lists vehicles, such as gbfs.json")
        case .fileUnreadable: localized("check the file's permissions")
        case .notStored: localized("check the disk and the FLEET_HOME folder")
        case .storeUnusable:
            localized("try again when other processes have finished, and check the disk")
        case .databaseUnavailable: localized("check that the database runs, and try again")
        case .badCredentials:
            localized(
                """
                correct --header, --bearer-env, --oauth-token-url, --query-env or --auth-origin; \
                `fleet source edit` replaces those of a source
                """)
        case .badSigningKey:
            localized(
                """
                use a private key for P-256 in PEM format, not encrypted; `openssl ecparam -name \
                prime256v1 -genkey -noout -out FILE` makes one
                """)
        case .signingLibraryMissing:
            localized("install it: `apt install libssl3` or `brew install openssl@3`")
        case .sealedCredentials:
            localized(
                "set FLEET_SECRET_FILE to a copy of the key file that the servers of this database use"
            )
        case .badEnvironment(let variable, _):
            variable.hasPrefix("SSL_")
                ? localized("set \(variable) to certificates in PEM format, or unset it")
                : localized(
                    "set \(variable) to an address like http://proxy.example.com:3128, or unset it")
        case .shortage(let shortage): shortage.hint
        case .sourceChanged:
            localized("run the command again; `fleet source list` shows the sources")
        }
    }

    private static func list(_ systems: [String]) -> String {
        let rest = systems.count - 20
        let list = systems.prefix(20).joined(separator: ", ")
        return rest > 0 ? localized("\(list) and \(rest) more") : list
    }
}

extension FeedFailure.Reason {
    /// Whether the source has no vehicles, which a source with sites need not have.
    public var meansNoVehicles: Bool { self == .onlyStations || self == .noVehicles }
}
