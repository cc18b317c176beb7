import SystemPackage

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
