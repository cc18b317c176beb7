import GRDB

/// Error while opening, reading or writing the store; no stored data is lost or overwritten.
public enum StoreError: Error, Equatable, Sendable {
    /// The file is damaged or is not an SQLite database.
    case corrupt(path: String)
    /// The file is an SQLite database of another program.
    case foreign(path: String)
    /// A newer version of the program wrote the file, with an unknown schema.
    case newerVersion(path: String)
    /// The file does not exist and cannot be created.
    case missing(path: String)
    /// The file cannot be created or written; `reason` is the system's message.
    case unwritable(path: String, reason: String)
    /// The file cannot be read; `reason` is the system's message.
    case unreadable(path: String, reason: String)
    /// The disk is full, or the file has reached its size limit.
    case diskFull(path: String)
    /// Another process has locked the file for more than five seconds.
    case locked(path: String)
    /// The store has no snapshot of the source.
    case nothingStored(source: String)
    /// The change would exceed a limit.
    case tooMany(what: String, limit: Int)
}

extension StoreError: CustomStringConvertible {
    /// The same text as `cause`.
    public var description: String { cause }

    /// Description of the problem, in one line without a full stop.
    public var cause: String {
        switch self {
        case .corrupt(let path): "the store \(path) is damaged"
        case .foreign(let path): "\(path) is another program's database"
        case .newerVersion(let path):
            "the store \(path) was written by a newer version of fleet"
        case .missing(let path): "no store at \(path)"
        case .unwritable(let path, let reason): "cannot write the store \(path): \(reason)"
        case .unreadable(let path, let reason): "cannot read the store \(path): \(reason)"
        case .diskFull(let path): "cannot write the store \(path): the disk is full"
        case .locked(let path): "the store \(path) is in use by another process"
        case .nothingStored(let source): "nothing is stored for \(source)"
        case .tooMany(let what, let limit): "a source can have at most \(limit) \(what)"
        }
    }

    /// Suggested remedy, in one line.
    public var hint: String {
        switch self {
        case .corrupt(let path), .foreign(let path):
            "move it away: `mv \(path) \(path).bad`; feeds are fetched again, "
                + "but favorites and notes exist only in this file"
        case .newerVersion: "use the newer version, or set FLEET_HOME to another folder"
        case .missing, .nothingStored: "run `fleet refresh` to fetch the source"
        case .unwritable, .unreadable:
            "check its permissions, or set FLEET_HOME to another folder"
        case .diskFull: "free some disk space; the stored data is unchanged"
        case .locked: "try again when that process has finished"
        case .tooMany: "remove some first"
        }
    }
}

extension StoreError {
    /// Runs `body` and translates SQLite errors into a `StoreError` for the file at `path`.
    ///
    /// Other errors, such as those of a caller's closure, pass through.
    static func translating<T>(at path: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StoreError(error, at: path)
        }
    }

    /// Runs `body` and translates SQLite errors into a `StoreError` for the file at `path`.
    static func translating<T>(at path: String, _ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as DatabaseError {
            throw StoreError(error, at: path)
        }
    }

    /// Translates an SQLite error (sqlite.org/rescode.html).
    init(_ error: DatabaseError, at path: String) {
        let reason = error.message ?? "\(error.extendedResultCode)"
        if Self.isFolder(path) {
            self = .unreadable(path: path, reason: SystemError.isFolder.message)
            return
        }
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt(path: path)
        case .SQLITE_FULL: self = .diskFull(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
        case .SQLITE_READONLY:
            self = Self.permissionError(at: path) ?? .unwritable(path: path, reason: reason)
        case .SQLITE_IOERR: self = Self.ioError(error.extendedResultCode, reason, at: path)
        case .SQLITE_CANTOPEN, .SQLITE_PERM:
            self = Self.permissionError(at: path) ?? .unreadable(path: path, reason: reason)
        default: self = .unreadable(path: path, reason: reason)
        }
    }

    /// Translates an I/O error.
    ///
    /// If a file cannot grow, SQLite reports ENOSPC as full, but EDQUOT and EFBIG as failed writes;
    /// the log's index has its own error code.
    private static func ioError(
        _ code: ResultCode, _ reason: String, at path: String
    ) -> StoreError {
        switch code {
        case .SQLITE_IOERR_WRITE, .SQLITE_IOERR_SHMSIZE: .diskFull(path: path)
        case .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_TRUNCATE,
            .SQLITE_IOERR_DELETE, .SQLITE_IOERR_SHMOPEN:
            .unwritable(path: path, reason: reason)
        default: .unreadable(path: path, reason: reason)
        }
    }

    /// Returns the permission error of the file or its folder, or `nil` if there is none.
    ///
    /// SQLite reports only that it could not open or write the file or its log.
    static func permissionError(at path: String) -> StoreError? {
        do throws(SystemError) {
            _ = try FileSystem.status(of: path)
        } catch {
            let folderError = error.isNotFound ? folderAccessError(path) ?? error : error
            return .unwritable(path: path, reason: folderError.message)
        }
        do throws(SystemError) {
            try FileSystem.requireAccess(.reading, to: path)
        } catch {
            return .unreadable(path: path, reason: error.message)
        }
        do throws(SystemError) {
            try FileSystem.requireAccess(.writing, to: path)
        } catch {
            return .unwritable(path: path, reason: error.message)
        }
        return folderAccessError(path).map { .unwritable(path: path, reason: $0.message) }
    }

    private static func isFolder(_ path: String) -> Bool {
        (try? FileSystem.status(of: path))?.kind == .folder
    }

    /// Returns the permission error of a file's folder; `nil` if its entries may change.
    private static func folderAccessError(_ path: String) -> SystemError? {
        do throws(SystemError) {
            try FileSystem.requireAccess(.changingEntries, to: folder(of: path))
            return nil
        } catch {
            return error
        }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
