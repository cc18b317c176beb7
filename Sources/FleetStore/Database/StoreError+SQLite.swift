import GRDB

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension StoreFailure {
    /// Runs `body`, and turns what SQLite throws into a failure of the file at `path`.
    ///
    /// Errors that are not SQLite's, such as those of a caller's closure, pass through.
    static func translating<T>(at path: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StoreFailure(error, at: path)
        }
    }

    /// Runs `body`, and turns what SQLite throws into a failure of the file at `path`.
    static func translating<T>(at path: String, _ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as DatabaseError {
            throw StoreFailure(error, at: path)
        }
    }

    /// Says what an error of SQLite means to a person (sqlite.org/rescode.html).
    init(_ error: DatabaseError, at path: String) {
        let reason = error.message ?? "\(error.extendedResultCode)"
        if Self.isFolder(path) {
            self = .unreadable(path: path, reason: String(cString: strerror(EISDIR)))
            return
        }
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt(path: path)
        case .SQLITE_FULL: self = .full(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
        case .SQLITE_READONLY:
            self = Self.refusal(at: path) ?? .unwritable(path: path, reason: reason)
        case .SQLITE_IOERR: self = Self.inputOutput(error.extendedResultCode, reason, at: path)
        case .SQLITE_CANTOPEN, .SQLITE_PERM:
            self = Self.refusal(at: path) ?? .unreadable(path: path, reason: reason)
        default: self = .unreadable(path: path, reason: reason)
        }
    }

    /// A file that cannot grow fails with ENOSPC, which SQLite calls full, or with EDQUOT or EFBIG,
    /// which it calls a failed write; the index of the log fails to grow in its own way.
    private static func inputOutput(
        _ code: ResultCode, _ reason: String, at path: String
    ) -> StoreFailure {
        switch code {
        case .SQLITE_IOERR_WRITE, .SQLITE_IOERR_SHMSIZE: .full(path: path)
        case .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_TRUNCATE,
            .SQLITE_IOERR_DELETE, .SQLITE_IOERR_SHMOPEN:
            .unwritable(path: path, reason: reason)
        default: .unreadable(path: path, reason: reason)
        }
    }

    /// What the system has against the file or its folder: SQLite says only that it could not open or
    /// write the file or one beside it.
    static func refusal(at path: String) -> StoreFailure? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return .unwritable(path: path, reason: errno == ENOENT ? folderReason(path) : words())
        }
        if faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) != 0 {
            return .unreadable(path: path, reason: words())
        }
        if faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0 {
            return .unwritable(path: path, reason: words())
        }
        if faccessat(AT_FDCWD, folder(of: path), W_OK | X_OK, AT_EACCESS) != 0 {
            return .unwritable(path: path, reason: words())
        }
        return nil
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func folderReason(_ path: String) -> String {
        faccessat(AT_FDCWD, folder(of: path), W_OK | X_OK, AT_EACCESS) != 0
            ? words() : String(cString: strerror(ENOENT))
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func words() -> String {
        String(cString: strerror(errno))
    }
}
