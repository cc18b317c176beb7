#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What kind of thing stands at a path, whose it is, and who may use it.
struct FileStatus: Equatable {
    /// The kinds that matter here.
    enum Kind {
        case file
        case folder
        case link
        case other
    }

    let kind: Kind
    /// The user that owns it.
    let owner: UInt32
    /// The group that owns it.
    let group: UInt32
    /// The nine permission bits.
    let permissions: UInt32
    /// In bytes.
    let size: Int64
    /// When it was written, or was touched, in nanoseconds since the Unix epoch; a time out of all
    /// bounds is the beginning.
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

    /// Whether users other than the owner may write.
    var isWritableByOthers: Bool { permissions & 0o022 != 0 }

    /// Whether users other than the owner may do anything with it.
    var isOpenToOthers: Bool { permissions & 0o077 != 0 }
}
