import FleetCore
import FleetService

/// Request to the process that leads a source.
///
/// The encoded case names are a protocol between versions of the program; they must not change.
enum ControlRequest: Codable, Sendable {
    /// Dispose the subscription, subscribe again and reply with the outcome.
    case refresh
    /// Reply with every state from now on.
    case states
}

/// Reply of the leading process; the first reply is always `acknowledged`.
///
/// The encoded case names are a protocol between versions of the program; they must not change.
enum ControlReply: Codable, Sendable {
    /// The request is in progress; repeated every `interval` until a refresh is complete.
    case acknowledged
    /// The refresh succeeded with this snapshot.
    case refreshed(SnapshotInfo)
    /// The refresh failed.
    case failed(RefreshError)
    /// A state of the service.
    case state(StateUpdate)

    /// Time between two acknowledgements.
    static let interval = Duration.seconds(5)
}
