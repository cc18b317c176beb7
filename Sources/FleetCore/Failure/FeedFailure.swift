/// Failure to load a snapshot from a source.
///
/// It is sent to other processes and stored, so that one failure serves all requests.
public struct FeedFailure: Error, Equatable, Sendable, Codable {
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
        case .store(.databaseUnavailable): failure.reason = .store(.databaseUnavailable(""))
        case .store(.storeUnusable): failure.reason = .store(.storeUnusable(""))
        case .store(.notStored): failure.reason = .store(.notStored(""))
        case .access(.badCredentials): failure.reason = .access(.badCredentials(""))
        case .access(.sealedCredentials): failure.reason = .access(.sealedCredentials(""))
        case .network(.proxy): failure.reason = .network(.proxy(""))
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
        case .content(.onlyStations): true
        case .service(.status(404)), .service(.status(410)), .machine(.fileNotFound):
            leavesStations == true
        default: false
        }
    }

    /// The category of the failure.
    public var kind: Kind { reason.words.kind }

    /// Whether this machine or its settings are the cause, so that the failure is not stored as
    /// one of the service.
    public var isLocal: Bool {
        switch reason {
        case .machine(.shortage), .machine(.badEnvironment), .store(.databaseUnavailable),
            .machine(.signingLibraryMissing):
            true
        default: false
        }
    }

    /// Whether the service limits its clients (HTTP status 429, or 403 because of a quota): the
    /// number of requests is the cause, not the feed.
    public var isThrottled: Bool {
        [.service(.status(429)), .service(.status(403))].contains(reason)
    }

    /// Whether the requests, the limits or the machine of this client are the cause, so that the
    /// failure shows nothing about the feed.
    public var isOfClient: Bool {
        if case .size(.requestLimit) = reason { return true }
        return isThrottled || isLocal
    }

    /// The location and the message, in one line without secrets or a full stop.
    public var cause: String {
        let location =
            switch location {
            case "-": "standard input"
            case Location.inventoryText: localized("imported rows")
            default: location
            }
        return switch kind {
        case .connection: localized("cannot reach \(location): \(message)")
        case .service: localized("the service at \(location) failed: \(message)")
        case .access, .content, .input, .usage: "\(location): \(message)"
        }
    }

    /// A short message without the location, with the explanation of the service in quotation marks.
    public var message: String {
        let message = reason == .content(.empty) ? emptyMessage : reason.words.message
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
        return reason.words.hint
    }
}

extension FeedFailure.Reason {
    /// Whether the source has no vehicles, which a source with sites need not have.
    public var meansNoVehicles: Bool {
        self == .content(.onlyStations) || self == .content(.noVehicles)
    }
}
