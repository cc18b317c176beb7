package import FleetCore

/// Failure of a backup or of a restore; nothing was replaced.
package enum BackupError: ReportedError, Equatable {
    /// The file of the backup cannot be read; `reason` is the system's message.
    case unreadable(path: String, reason: String)
    /// It is a folder, a pipe or a device, which cannot be read from any place.
    case notRegular(path: String)
    /// Another program wrote the file.
    case foreign(path: String)
    /// The file is not a whole backup.
    case damaged(path: String, reason: String)
    /// A version of the program with other tables made it.
    case otherVersion(path: String, version: String)
    /// It is a backup of a database, or of a home, and not of what is to be replaced.
    case otherContent(path: String, isDatabase: Bool)
    /// A file cannot be written; `reason` is the system's message.
    case unwritable(path: String, reason: String)
    /// The home, or the database, has data already.
    case notEmpty(path: String, isDatabase: Bool)
    /// A server runs on the home.
    case served(home: String)
    /// Another backup or restore of the home is running.
    case busy(home: String)
    /// A program of PostgreSQL is not installed.
    case programMissing(name: String)
    /// A program of PostgreSQL failed, after it printed why.
    case programFailed(name: String, isRestore: Bool)

    package var exitStatus: ExitStatus {
        switch self {
        case .unreadable, .notRegular, .foreign, .damaged, .otherVersion, .served, .busy,
            .programMissing:
            .ioError
        case .otherContent: .usage
        case .unwritable, .notEmpty: .cannotCreate
        case .programFailed: .unavailable
        }
    }

    package var cause: String {
        switch self {
        case .unreadable(let path, let reason): "cannot read the backup \(path): \(reason)"
        case .notRegular(let path): "cannot read the backup \(path): it is not a regular file"
        case .foreign(let path): "\(path) is not a backup of fleet"
        case .damaged(let path, let reason): "\(path) is not a whole backup: \(reason)"
        case .otherVersion(let path, let version):
            "the backup \(path) is of fleet \(version), whose tables this version does not know"
        case .otherContent(let path, let isDatabase):
            "the backup \(path) is of a \(isDatabase ? "database" : "home")"
        case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
        case .notEmpty(let path, let isDatabase):
            "the \(isDatabase ? "database" : "home") \(path) has data already"
        case .served(let home): "a server runs on the home \(home)"
        case .busy(let home): "another backup or restore of the home \(home) is running"
        case .programMissing(let name): "\(name), a program of PostgreSQL, is not installed"
        case .programFailed(let name, let isRestore):
            "\(name) failed" + (isRestore ? ", and nothing was changed" : "")
        }
    }

    package var hint: String {
        switch self {
        case .unreadable: "check the path and its permissions"
        case .notRegular("-"):
            "save it to a file, and pass that: `fleet serve restore - < FILE`"
        case .notRegular, .foreign: "name a file that `fleet serve backup` wrote"
        case .damaged: "restore another backup, or copy this one again from where it was made"
        case .otherVersion(_, let version): "restore it with fleet \(version) or a later version"
        case .otherContent(_, let isDatabase):
            isDatabase
                ? "name the database with --database"
                : "leave out --database and FLEET_DATABASE"
        case .unwritable: "check that the folder exists, its permissions and the space on the disk"
        case .notEmpty(_, let isDatabase):
            "back it up first; then --replace replaces "
                + (isDatabase ? "its schema fleet" : "all of its files")
        case .served: "stop it first, as with `systemctl stop fleet`"
        case .busy: "try again when it has finished"
        case .programMissing: "install it, as with `apt install postgresql-client`"
        case .programFailed(_, let isRestore):
            isRestore
                ? "its messages are above; restore with the login of a superuser"
                : "its messages are above; a role that passes row-level security makes backups"
        }
    }
}

extension BackupError {
    /// Creates the error of a file that is not a backup that can be restored.
    init(_ defect: BackupDefect, at path: String) {
        switch defect {
        case .foreign: self = .foreign(path: path)
        case .damaged(let reason): self = .damaged(path: path, reason: reason)
        case .newer(let version): self = .otherVersion(path: path, version: version)
        }
    }
}
