import FleetSQL
import GRDB
import POSIX
import SystemPackage

extension StoreError {
    /// Translates an SQLite error (sqlite.org/rescode.html).
    init(_ error: DatabaseError, at path: String) {
        let reason = error.message ?? "\(error.extendedResultCode)"
        if FileSystem.isFolder(FilePath(path)) {
            self = .unreadable(path: path, reason: Errno.isDirectory.description)
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
            let reason =
                ProcessLimits.hasFreeDescriptor ? reason : Errno.tooManyOpenFiles.description
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
        let file = FilePath(path)
        do throws(Errno) {
            _ = try file.stat()
        } catch {
            let folderError =
                error == .noSuchFileOrDirectory ? folderAccessError(file) ?? error : error
            return .unwritable(path: path, reason: folderError.description)
        }
        do throws(Errno) {
            try FileSystem.requireAccess(.reading, to: file)
        } catch {
            return .unreadable(path: path, reason: error.description)
        }
        do throws(Errno) {
            try FileSystem.requireAccess(.writing, to: file)
        } catch {
            return .unwritable(path: path, reason: error.description)
        }
        return folderAccessError(file).map { .unwritable(path: path, reason: $0.description) }
    }

    /// Returns the permission error of a file's folder; `nil` if its entries may change.
    private static func folderAccessError(_ file: FilePath) -> Errno? {
        let folder = file.removingLastComponent()
        do throws(Errno) {
            try FileSystem.requireAccess(.changingEntries, to: folder.isEmpty ? "." : folder)
            return nil
        } catch {
            return error
        }
    }
}
