/// Error while opening, reading or writing the store; no stored data is lost or overwritten.
public enum StoreError: Error, Equatable, Sendable {
    /// The file is damaged or is not an SQLite database.
    case corrupt(path: String)
    /// The file is an SQLite database of another program.
    case foreign(path: String)
    /// Another version of the program created the tables of the database, differently; `copy` is
    /// the copy that was made before they were upgraded from those of this version.
    case otherSchema(path: String, copy: String? = nil)
    /// An earlier release created the tables of the database, and the login may not upgrade them.
    case upgradeNeeded(path: String)
    /// The database does not store text as UTF-8; `encoding` is PostgreSQL's name of its encoding.
    case otherEncoding(path: String, encoding: String)
    /// The user of the database is not a member of the roles that its tables need.
    case roleMissing(path: String, user: String)
    /// The database has no tables, and its user may not create them.
    case tablesMissing(path: String)
    /// A pooler in front of the database gives a connection to several clients in turn.
    case sharedConnections(path: String)
    /// The file does not exist and cannot be created.
    case missing(path: String)
    /// The file cannot be created or written; `reason` is the system's message.
    case unwritable(path: String, reason: String)
    /// The file cannot be read; `reason` is the system's message.
    case unreadable(path: String, reason: String)
    /// The disk is full, or the file has reached its size limit.
    case diskFull(path: String)
    /// Others have kept a change waiting for longer than ``WaitLimit/write``.
    case locked(path: String)
    /// A standby of the database has not confirmed a change: this one, which is saved on the
    /// database's own server, or the change of others for which this one waited in vain.
    case standby(path: String, isSaved: Bool)
    /// The store has no snapshot of the feed.
    case nothingStored
    /// The change would exceed a limit.
    case tooMany(what: String, limit: Int)
    /// The database's server refused or lost the connection; `path` is its address without secrets.
    case unavailable(path: String, reason: String)
    /// The address of a database cannot be read.
    case invalidAddress(reason: String)
    /// The client library of the database is not installed.
    case libraryMissing
}

extension StoreError {
    /// Kinds of errors, for metrics.
    public enum Kind: String, CaseIterable, Sendable {
        case diskFull = "disk_full"
        case noConnection = "no_connection"
        case lock
        case standby
        case unwritable
        case encoding
        case schema
        case other
    }

    /// The kind of the error.
    public var kind: Kind {
        switch self {
        case .diskFull: .diskFull
        case .unavailable: .noConnection
        case .locked: .lock
        case .standby: .standby
        case .unwritable: .unwritable
        case .otherEncoding: .encoding
        case .otherSchema, .upgradeNeeded, .tablesMissing: .schema
        default: .other
        }
    }
}

extension StoreError: CustomStringConvertible {
    /// The same text as `cause`.
    public var description: String { cause }

    /// Description of the problem, in one line without a full stop.
    public var cause: String {
        switch self {
        case .corrupt(let path): "the store \(path) is damaged"
        case .foreign(let path): "\(path) is another program's database"
        case .otherSchema(let path, _):
            "the store \(path) was created by another version of fleet"
        case .upgradeNeeded(let path):
            "the tables of the database \(path) are of an earlier version of fleet"
        case .otherEncoding(let path, let encoding):
            "the database \(path) stores text as \(encoding), which lacks characters of UTF-8"
        case .roleMissing(let path, let user):
            "the user \(user) of \(path) is not a member of the role fleet_service"
        case .tablesMissing(let path): "the database \(path) has no tables of fleet"
        case .sharedConnections(let path):
            "a pooler gives each transaction with \(path) another connection"
        case .missing(let path): "no store at \(path)"
        case .unwritable(let path, let reason): "cannot write the store \(path): \(reason)"
        case .unreadable(let path, let reason): "cannot read the store \(path): \(reason)"
        case .diskFull(let path): "cannot write the store \(path): the disk is full"
        case .locked(let path): "the store \(path) is in use by another process"
        case .standby(let path, let isSaved):
            isSaved
                ? "the change is saved in \(path), but no standby has confirmed it"
                : "the database \(path) waits for the standby to confirm earlier changes"
        case .nothingStored: "nothing is stored for this source"
        case .tooMany(let what, let limit): "a source can have at most \(limit) \(what)"
        case .unavailable(let path, let reason): "cannot reach the database \(path): \(reason)"
        case .invalidAddress(let reason): "the address of the database \(reason)"
        case .libraryMissing: "PostgreSQL's client library, libpq, is not installed"
        }
    }

    /// Suggested remedy, in one line.
    public var hint: String {
        switch self {
        case .corrupt(let path), .foreign(let path):
            "move it away: `mv \(path) \(path).bad`; "
                + (path.hasSuffix("team.sqlite")
                    ? "favorites, notes and people exist only in this file"
                    : "feeds are fetched again")
        case .otherSchema(let path, let copy?):
            // SQLite would add what is in the log of the newer file to the copy.
            "use the newest version, or end it and go back to the copy from before the upgrade: "
                + "`rm -f \(path)-wal \(path)-shm && mv \(copy) \(path)`"
        case .otherSchema:
            "use the newest version, or restore a backup that this version made: "
                + "`fleet serve restore FILE --replace`"
        case .upgradeNeeded:
            "upgrade them with the login of their owner: `fleet serve migrate --database OWNER_URL`"
        case .otherEncoding:
            "make another with Documentation/postgresql-roles.sql, or with "
                + "`CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`, and copy the data into it"
        case .roleMissing:
            "an administrator of PostgreSQL makes the roles with "
                + "`psql -f Documentation/postgresql-roles.sql`"
        case .tablesMissing:
            "create them with the login of their owner: `fleet serve migrate --database OWNER_URL`"
        case .sharedConnections:
            "use the address of PostgreSQL itself, or session pooling (pgbouncer: `pool_mode = session`)"
        case .missing, .nothingStored: "run `fleet refresh` with the same --source"
        case .unwritable, .unreadable:
            "check its permissions, or set FLEET_HOME to another folder"
        case .diskFull: "free some disk space; the stored data is unchanged"
        case .locked: "try again when that process has finished"
        case .standby:
            "start the standby, or take it from `synchronous_standby_names`, until it is back"
        case .tooMany: "remove some first"
        case .unavailable:
            "check that the database runs and that its address, user and password are right, and "
                + "try again"
        case .invalidAddress:
            "write it as postgres://USER@HOST/DATABASE, with special characters percent-encoded"
        case .libraryMissing: "install it: `apt install libpq5` or `brew install libpq`"
        }
    }
}
