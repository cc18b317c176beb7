public import FleetCore
import POSIX
import SystemPackage

extension Home {
    /// Maximum length of a socket path in bytes: `sockaddr_un` has 104 bytes on macOS, including
    /// the final NUL, and 108 on Linux.
    private static let maxSocketPathBytes = 103

    /// Returns the path of the socket of a source's leader.
    ///
    /// The name depends on the home and the source, so homes may share a run folder. If the path
    /// would be too long for a socket, it is in `/tmp/fleet-<uid>` instead.
    public func socketPath(for key: SourceKey) -> String {
        var hash = StableHash()
        hash.combine(dataFolder)
        hash.combine(key.text)
        let name = StableHash.digits(of: hash.value) + ".sock"
        let path = Self.join(runFolder, name)
        guard path.utf8.count > Self.maxSocketPathBytes else { return path }
        return Self.join(Self.temporaryFolder(of: userID), name)
    }

    /// Creates the folder of a source's socket with mode 0700 if it does not exist, and checks it.
    ///
    /// - Throws: ``HomeError/unsafe(path:reason:)`` if another user owns it, if other users can
    ///   write to it or if it is a symbolic link; ``HomeError/unusable(path:reason:)`` if it cannot
    ///   be created.
    public func createSocketFolder(for key: SourceKey) throws(HomeError) {
        try createPrivateFolder(socketFolder(for: key))
    }

    /// Checks that the folder of a source's socket can be trusted.
    ///
    /// - Returns: Whether the folder exists.
    /// - Throws: The errors of ``createSocketFolder(for:)``.
    public func checkSocketFolder(for key: SourceKey) throws(HomeError) -> Bool {
        try checkPrivateFolder(socketFolder(for: key))
    }

    private func socketFolder(for key: SourceKey) -> String {
        FilePath(socketPath(for: key)).removingLastComponent().string
    }
}

extension Home {
    /// Creates a folder with mode 0700 if it does not exist, and checks it.
    package func createPrivateFolder(_ folder: String) throws(HomeError) {
        // Symbolic links are rejected below, so they must not be followed here.
        if try Self.status(of: folder) == nil { try Self.create(folder) }
        _ = try checkPrivateFolder(folder)
    }

    /// Checks that a folder can be trusted; returns whether it exists.
    package func checkPrivateFolder(_ folder: String) throws(HomeError) -> Bool {
        guard let status = try Self.status(of: folder) else { return false }
        switch status.type {
        case .directory: break
        case .symbolicLink: throw .unsafe(path: folder, reason: "it is a symbolic link")
        default: throw .unsafe(path: folder, reason: "it is not a folder")
        }
        if status.userID.rawValue != userID {
            throw .unsafe(path: folder, reason: "it belongs to user \(status.userID.rawValue)")
        }
        if status.isWritableByOthers {
            throw .unsafe(path: folder, reason: "other users can write to it")
        }
        return true
    }

    private static func status(of folder: String) throws(HomeError) -> Stat? {
        do throws(Errno) {
            return try FilePath(folder).stat(followTargetSymlink: false)
        } catch {
            if error == .noSuchFileOrDirectory { return nil }
            throw .unusable(path: folder, reason: error.description)
        }
    }
}
