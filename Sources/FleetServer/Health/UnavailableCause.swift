import FleetSQL

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

    /// The cause of an error of a database.
    init(_ error: any Error) {
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
}
