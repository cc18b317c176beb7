#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// File system calls that take paths.
enum FileSystem {
    /// Returns the status of a path; links are followed unless `followingLinks` is false.
    static func status(
        of path: String, followingLinks: Bool = true
    ) throws(SystemError) -> FileStatus {
        var status = stat()
        let result = followingLinks ? stat(path, &status) : lstat(path, &status)
        guard result == 0 else { throw .last }
        return FileStatus(status)
    }

    /// Creates a folder and its missing parents, all with mode 0700.
    ///
    /// Existing folders are unchanged.
    static func createFolder(_ path: String) throws(SystemError) {
        if mkdir(path, 0o700) == 0 { return }
        let error = SystemError.last
        if error.isNotFound, let parent = folder(of: path) {
            try createFolder(parent)
            if mkdir(path, 0o700) == 0 { return }
            // Another process may have created it meanwhile.
            guard SystemError.last.alreadyExists else { throw .last }
        } else if !error.alreadyExists {
            throw error
        }
        guard try status(of: path).kind == .folder else { throw SystemError(code: ENOTDIR) }
    }

    /// Returns the path with all symbolic links resolved; the target need not exist.
    static func target(of path: String) throws(SystemError) -> String {
        var path = path
        for _ in 0..<40 {
            guard let link = link(at: path) else { return path }
            path = link.hasPrefix("/") ? link : (folder(of: path) ?? "") + "/" + link
        }
        throw SystemError(code: ELOOP)
    }

    /// Renames a file, atomically replacing an existing file of the new name.
    static func rename(_ old: String, to new: String) throws(SystemError) {
        #if canImport(Glibc)
        let result = Glibc.rename(old, new)
        #elseif canImport(Musl)
        let result = Musl.rename(old, new)
        #else
        let result = Darwin.rename(old, new)
        #endif
        guard result == 0 else { throw .last }
    }

    /// Removes a file if it exists.
    static func remove(_ path: String) {
        _ = unlink(path)
    }

    /// Throws unless the effective user has these permissions.
    static func requireAccess(_ access: Access, to path: String) throws(SystemError) {
        guard faccessat(AT_FDCWD, path, access.mode, AT_EACCESS) == 0 else { throw .last }
    }

    /// Permissions of a file or folder.
    enum Access {
        /// To read a file.
        case reading
        /// To write a file.
        case writing
        /// To create, rename and remove the entries of a folder.
        case changingEntries

        fileprivate var mode: CInt {
            switch self {
            case .reading: R_OK
            case .writing: W_OK
            case .changingEntries: W_OK | X_OK
            }
        }
    }

    /// Path of the process's current folder; `nil` if it is unknown.
    static var currentFolder: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// Returns the parent folder of a path; `nil` for the root and for a bare name.
    static func folder(of path: String) -> String? {
        guard let slash = path.lastIndex(of: "/"), path != "/" else { return nil }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func link(at path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// Type, owner, permissions, size and modification time of a file.
struct FileStatus: Equatable {
    enum Kind {
        case file
        case folder
        case link
        case other
    }

    let kind: Kind
    /// Device and inode number, which together distinguish a file from its replacement.
    let device: UInt64
    let inode: UInt64
    /// User ID of the owner.
    let owner: UInt32
    /// Group ID of the owner.
    let group: UInt32
    /// Lower nine permission bits.
    let permissions: UInt32
    /// Size in bytes.
    let size: Int64
    /// Modification time in nanoseconds since the Unix epoch; 0 if it is out of range.
    let modified: Int

    init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .folder
        case S_IFLNK: kind = .link
        default: kind = .other
        }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        owner = status.st_uid
        group = status.st_gid
        permissions = UInt32(status.st_mode) & 0o777
        size = Int64(status.st_size)
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        let (seconds, overflow) = Int(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        modified = overflow ? 0 : seconds &+ Int(time.tv_nsec)
    }

    /// Whether group or others have write permission.
    var isWritableByOthers: Bool { permissions & 0o022 != 0 }

    /// Whether group or others have any permission.
    var isAccessibleByOthers: Bool { permissions & 0o077 != 0 }
}

/// Error of a system call: a POSIX `errno`.
struct SystemError: Error, Equatable {
    let code: CInt

    /// Error of the last failed call.
    static var last: SystemError { SystemError(code: errno) }

    /// Message of the system, such as `Permission denied`.
    var message: String { String(cString: strerror(code)) }

    /// Whether the file does not exist.
    var isNotFound: Bool { code == ENOENT }

    /// The process lacks a permission.
    static let accessDenied = SystemError(code: EACCES)

    /// The path is that of a folder.
    static let isFolder = SystemError(code: EISDIR)

    /// Whether the file already exists.
    var alreadyExists: Bool { code == EEXIST }

    /// Whether another holder has the lock.
    var wouldBlock: Bool { code == EWOULDBLOCK }

    /// Whether the disk is full, or a quota or file size limit is exceeded.
    var isDiskFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
}

/// Effective user of the process.
enum EffectiveUser {
    static var id: UInt32 { geteuid() }

    /// Home folder from the user database; `nil` if it has none.
    static var registeredHome: String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        // SAFETY: the entry points into the buffer, which outlives the copied string.
        return buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return nil }
            getpwuid_r(geteuid(), &entry, start, buffer.count, &found)
            guard found != nil, let folder = entry.pw_dir else { return nil }
            return String(cString: folder)
        }
    }
}
