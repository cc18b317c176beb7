import SystemPackage

/// Mark of the content of a database: it differs after each commit of any process.
///
/// A cache takes the mark before it reads, and reads again when the mark differs.
public struct CommitMark: Equatable, Sendable {
    /// The number of the connection that counts.
    let connection: Int
    /// Its count: see ``DataVersion``.
    let version: Int64
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
