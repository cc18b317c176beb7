import GRDB

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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
            self = .unreadable(path: path, reason: String(cString: strerror(EISDIR)))
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
        var status = stat()
        guard stat(path, &status) == 0 else {
            return .unwritable(
                path: path, reason: errno == ENOENT ? folderReason(path) : errnoMessage())
        }
        if faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) != 0 {
            return .unreadable(path: path, reason: errnoMessage())
        }
        if faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0 {
            return .unwritable(path: path, reason: errnoMessage())
        }
        if faccessat(AT_FDCWD, folder(of: path), W_OK | X_OK, AT_EACCESS) != 0 {
            return .unwritable(path: path, reason: errnoMessage())
        }
        return nil
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func folderReason(_ path: String) -> String {
        faccessat(AT_FDCWD, folder(of: path), W_OK | X_OK, AT_EACCESS) != 0
            ? errnoMessage() : String(cString: strerror(ENOENT))
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func errnoMessage() -> String {
        String(cString: strerror(errno))
    }
}
