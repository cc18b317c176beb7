import FleetCore
import FleetSQL
import FleetSettings

/// Cause of a response with the status 503, for the log, the metrics and `/ready`.
///
/// The raw values are values of a label of the metrics.
enum UnavailableCause: String, CaseIterable, Error {
    /// The disk of a database is full.
    case diskFull = "disk_full"
    /// The database cannot be reached, or accepts no writes.
    case noConnection = "no_connection"
    /// Another transaction or process has kept a lock for too long.
    case lock
    /// A standby of the database has not confirmed a change in time.
    case standby
    /// The database cannot be written, for lack of permission for example.
    case unwritable
    /// The database does not store text as UTF-8.
    case encoding
    /// The database has not the tables of this version.
    case schema
    /// The key of this server is not that of the other servers, or cannot be read.
    case key
    /// The states of the other servers are no longer read from the database.
    case notFollowing = "not_following"
    /// The database has not answered in time.
    case noAnswer = "no_answer"
    /// Too many passwords are being checked.
    case hasherBusy = "hasher_busy"
    /// Too many uploads are being received.
    case queueFull = "queue_full"
    /// The feed of the source has not been read yet.
    case notRead = "not_read"
    /// The source cannot be polled now.
    case sourcePaused = "source_paused"
    /// The team has no administrator yet.
    case noAdministrator = "no_administrator"
    /// The server is stopping.
    case stopping
    case other

    /// The causes for which a server is not ready.
    static let ofServers: [UnavailableCause] = [
        .diskFull, .noConnection, .lock, .unwritable, .encoding, .schema, .key, .notFollowing,
        .noAnswer, .stopping, .other,
    ]

    /// The cause of an error of a check of a server.
    init(_ error: any Error) {
        if let cause = error as? UnavailableCause {
            self = cause
            return
        }
        if error is SealingError {
            self = .key
            return
        }
        let kind = (error as? StoreError)?.kind ?? .other
        self = UnavailableCause(rawValue: kind.rawValue) ?? .other
    }

    /// The cause in words.
    var text: String {
        switch self {
        case .diskFull: "disk full"
        case .noConnection: "no connection"
        case .lock: "lock"
        case .standby: "waits for the standby"
        case .unwritable: "not writable"
        case .encoding: "encoding"
        case .schema: "schema"
        case .key: "key"
        case .notFollowing: "not following"
        case .noAnswer: "no answer"
        case .hasherBusy: "hasher busy"
        case .queueFull: "queue full"
        case .notRead: "not read yet"
        case .sourcePaused: "source paused"
        case .noAdministrator: "no administrator"
        case .stopping: "stopping"
        case .other: "other"
        }
    }

    /// The cause and the remedy for people, who may be strangers: without a path, host or user of
    /// the machine, which only the log has.
    var explanation: (detail: LocalizedText, hint: LocalizedText) {
        switch self {
        case .encoding:
            (
                "The database does not store text as UTF-8.",
                "The administrator of the server finds the remedy in its log."
            )
        case .schema:
            (
                "The database has the tables of another version of the program.",
                "The administrator of the server finds the remedy in its log."
            )
        case .key:
            (
                "The key of this server is not that of the other servers.",
                "The administrator of the server finds the remedy in its log."
            )
        case .notFollowing:
            (
                "This server no longer reads what the other servers do.",
                "Another server can be used until this one has recovered."
            )
        default:
            ("The database cannot be used right now.", "Try again in a few seconds.")
        }
    }
}
