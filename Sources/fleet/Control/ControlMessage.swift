import FleetCore
import FleetService

/// What one process asks the process that leads a source.
enum ControlRequest: Codable, Sendable {
    /// Dispose of the subscription and subscribe anew; tell the outcome.
    case refresh
    /// Tell every state from now on.
    case states
}

/// What the leading process answers; the first answer is always `acknowledged`.
enum ControlReply: Codable, Sendable {
    /// The request was understood and is being done; told every `interval` until a refresh is done.
    case acknowledged
    /// The refresh brought this snapshot.
    case refreshed(SnapshotInfo)
    /// The refresh brought none.
    case failed(RefreshError)
    /// A state of the service.
    case state(StateUpdate)

    /// The time between two acknowledgements.
    static let interval = Duration.seconds(5)
}
