#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Type, owner, permissions, size and modification time of a file.
struct FileStatus: Equatable {
    enum Kind {
        case file
        case folder
        case link
        case other
    }

    let kind: Kind
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
