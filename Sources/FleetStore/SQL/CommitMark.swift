import SystemPackage

/// Mark of the content of a database: it differs after each commit of any process.
///
/// A cache takes the mark before it reads, and reads again when the mark differs.
public struct CommitMark: Equatable, Sendable {
    /// The open file, which may be replaced by another one.
    let file: FileIdentity?
    /// The head of the index of its log: see ``LogIndexHead``.
    let head: [UInt64]
}

/// Device and inode number, which distinguish a file from its replacement.
struct FileIdentity: Equatable, Sendable {
    let device: DeviceID
    let inode: Inode

    /// Creates the identity of the file at a path; `nil` if it cannot be determined.
    init?(_ path: String) {
        guard let status = try? FilePath(path).stat() else { return nil }
        (device, inode) = (status.deviceID, status.inode)
    }
}
