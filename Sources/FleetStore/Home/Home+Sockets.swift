public import FleetCore

extension Home {
    /// The most bytes that the path of a socket may have: macOS has room for 104 with the final NUL
    /// (`sockaddr_un`), Linux for 108.
    static let socketPathLimit = 103

    /// The socket of the process that leads a source.
    ///
    /// Its name is made of the home and the source, so homes may share a run folder. A path that would
    /// be too long for a socket is moved to `/tmp/fleet-<uid>`.
    public func socketPath(for key: SourceKey) -> String {
        var hash = StableHash()
        hash.combine(dataFolder)
        hash.combine(key.text)
        let name = Self.digits(hash.value) + ".sock"
        let path = Self.join(runFolder, name)
        guard path.utf8.count > Self.socketPathLimit else { return path }
        return Self.join(Self.temporaryFolder(of: userID), name)
    }

    /// Creates the folder of a source's socket with mode 0700 if it is missing, and checks it.
    ///
    /// - Throws: ``HomeFailure/unsafe(path:why:)`` if another user owns it, if others may write in it
    ///   or if it is a link; ``HomeFailure/unusable(path:why:)`` if it cannot be created.
    public func createSocketFolder(for key: SourceKey) throws(HomeFailure) {
        let folder = socketFolder(for: key)
        // A link is refused below, so it must not be followed here.
        if try Self.status(of: folder) == nil { try Self.create(folder) }
        _ = try checkSocketFolder(for: key)
    }

    /// Checks the folder of a source's socket before anything in it is trusted.
    ///
    /// - Returns: whether it is there.
    /// - Throws: as ``createSocketFolder(for:)``.
    public func checkSocketFolder(for key: SourceKey) throws(HomeFailure) -> Bool {
        let folder = socketFolder(for: key)
        guard let status = try Self.status(of: folder) else { return false }
        switch status.kind {
        case .link: throw .unsafe(path: folder, why: "it is a symbolic link")
        case .file, .other: throw .unsafe(path: folder, why: "it is no folder")
        case .folder: break
        }
        if status.owner != userID {
            throw .unsafe(path: folder, why: "it belongs to user \(status.owner)")
        }
        if status.isWritableByOthers {
            throw .unsafe(path: folder, why: "others may write in it")
        }
        return true
    }

    private func socketFolder(for key: SourceKey) -> String {
        FileSystem.folder(of: socketPath(for: key)) ?? runFolder
    }

    private static func status(of folder: String) throws(HomeFailure) -> FileStatus? {
        do throws(SystemError) {
            return try FileSystem.status(of: folder, followingLinks: false)
        } catch {
            if error.isMissing { return nil }
            throw .unusable(path: folder, why: error.words)
        }
    }
}
