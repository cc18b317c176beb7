package import SystemPackage

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// File system calls that take paths, as far as SystemPackage lacks them.
package enum FileSystem {
    /// Creates a folder and its missing parents, all with mode 0700; existing folders are
    /// unchanged.
    package static func createFolders(_ path: FilePath) throws(Errno) {
        do throws(Errno) {
            try createFolder(path, permissions: .ownerReadWriteExecute)
        } catch {
            guard error == .noSuchFileOrDirectory, path.lastComponent != nil else { throw error }
            try createFolders(path.removingLastComponent())
            try createFolder(path, permissions: .ownerReadWriteExecute)
        }
        guard try path.stat().type == .directory else { throw .notDirectory }
    }

    /// Creates a folder in an existing one, with these permissions reduced by the umask, unless
    /// there is an entry of this name.
    package static func createFolder(
        _ path: FilePath, permissions: FilePermissions
    ) throws(Errno) {
        do throws(Errno) {
            try createNewFolder(path, permissions: permissions)
        } catch {
            if error != .fileExists { throw error }
        }
    }

    /// Creates a folder in an existing one, with these permissions reduced by the umask.
    /// - Throws: `Errno.fileExists` if there is an entry of this name.
    package static func createNewFolder(
        _ path: FilePath, permissions: FilePermissions
    ) throws(Errno) {
        _ = try retryingInterrupted {
            path.withPlatformString { mkdir($0, permissions.rawValue) }
        }
    }

    /// Removes a file if it exists.
    package static func removeFile(_ path: FilePath) {
        _ = path.withPlatformString { unlink($0) }
    }

    /// Gives a file another path on the same file system, in place of an existing file.
    package static func rename(_ old: FilePath, to new: FilePath) throws(Errno) {
        _ = try retryingInterrupted {
            old.withPlatformString { old in
                new.withPlatformString { new in renameat(AT_FDCWD, old, AT_FDCWD, new) }
            }
        }
    }

    /// Sets the modification time of a file, which needs no space on the disk.
    package static func setModified(_ path: FilePath, seconds: Int) throws(Errno) {
        let time = timespec(tv_sec: seconds, tv_nsec: 0)
        _ = try retryingInterrupted {
            withUnsafePointer(to: (time, time)) { times in
                times.withMemoryRebound(to: timespec.self, capacity: 2) { times in
                    path.withPlatformString { utimensat(AT_FDCWD, $0, times, 0) }
                }
            }
        }
    }

    /// Removes the permissions of group and others from a file of this user, if it exists.
    package static func makePrivate(_ path: FilePath) {
        guard let status = try? path.stat(), status.isAccessibleByOthers else { return }
        let permissions = status.permissions.intersection(.ownerReadWriteExecute)
        _ = path.withPlatformString { chmod($0, permissions.rawValue) }
    }

    /// Returns whether a path exists.
    package static func exists(_ path: FilePath) -> Bool {
        path.withPlatformString { access($0, F_OK) == 0 }
    }

    /// Returns whether a path is that of a folder.
    package static func isFolder(_ path: FilePath) -> Bool {
        (try? path.stat())?.type == .directory
    }

    /// Returns whether a path is neither a regular file nor a folder, such as a device or a pipe.
    package static func isSpecialFile(_ path: FilePath) -> Bool {
        guard let type = try? path.stat().type else { return false }
        return type != .regular && type != .directory
    }

    /// Throws unless the effective user has these permissions.
    package static func requireAccess(_ access: Access, to path: FilePath) throws(Errno) {
        _ = try retryingInterrupted {
            path.withPlatformString { faccessat(AT_FDCWD, $0, access.mode, AT_EACCESS) }
        }
    }

    /// Permissions of a file or folder.
    package enum Access {
        /// To read a file.
        case reading
        /// To write a file.
        case writing
        /// To run a program.
        case executing
        /// To create, rename and remove the entries of a folder.
        case changingEntries

        fileprivate var mode: CInt {
            switch self {
            case .reading: R_OK
            case .writing: W_OK
            case .executing: X_OK
            case .changingEntries: W_OK | X_OK
            }
        }
    }

    /// Returns the path of an existing file with all symbolic links resolved.
    package static func resolved(_ path: FilePath) throws(Errno) -> FilePath {
        guard let resolved = path.withPlatformString({ realpath($0, nil) }) else { throw .last }
        defer { free(resolved) }
        return FilePath(platformString: resolved)
    }

    /// Returns the path that a symbolic link leads to; unlike ``resolved(_:)``, it need not exist.
    package static func target(of path: FilePath) throws(Errno) -> FilePath {
        var path = path
        for _ in 0..<40 {
            guard let link = link(at: path) else { return path }
            path = path.removingLastComponent().pushing(link)
        }
        throw .tooManySymbolicLinkLevels
    }

    private static func link(at path: FilePath) -> FilePath? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = path.withPlatformString { readlink($0, start, buffer.count - 1) }
            guard count > 0 else { return nil }
            buffer[count] = 0
            return FilePath(platformString: start)
        }
    }

    /// Path of the process's current folder; `nil` if it is unknown.
    package static var currentFolder: FilePath? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return FilePath(platformString: path)
    }

    /// Reads a small text file; returns `nil` if it cannot be read or is larger than `limit` bytes.
    package static func text(of path: FilePath, limit: Int) -> String? {
        (try? OpenFile(path, .readOnly).bytes(limit: limit)).flatMap { bytes in
            bytes.map { String(decoding: $0, as: UTF8.self) }
        }
    }
}

extension FilePath {
    /// Creates the path that a user gave.
    ///
    /// A slash at its end requires a folder, as if a dot followed (POSIX.1-2017, section 4.13);
    /// otherwise `FilePath` would drop it.
    package init(argument text: String) {
        self.init(text.hasSuffix("/") ? text + "." : text)
    }
}

extension Stat {
    /// Modification time in nanoseconds since the Unix epoch; 0 if it is out of range.
    package var modified: Int {
        let (seconds, overflow) = Int(st_mtim.tv_sec).multipliedReportingOverflow(
            by: 1_000_000_000)
        return overflow ? 0 : seconds &+ Int(st_mtim.tv_nsec)
    }

    /// Whether group or others have write permission.
    package var isWritableByOthers: Bool {
        !permissions.isDisjoint(with: [.groupWrite, .otherWrite])
    }

    /// Whether the owner and the group are those of the administrator.
    package var isOfAdministrator: Bool { userID.rawValue == 0 && groupID.rawValue == 0 }

    /// Whether group or others have any permission.
    package var isAccessibleByOthers: Bool {
        !permissions.isDisjoint(with: [.groupReadWriteExecute, .otherReadWriteExecute])
    }
}
