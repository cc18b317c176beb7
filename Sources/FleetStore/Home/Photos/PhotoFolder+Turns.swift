extension PhotoFolder {
    /// Does something in the folder, and names it in what goes wrong.
    func naming<Value: ~Copyable>(
        _ body: () throws(SystemError) -> Value
    ) throws(PhotoFailure) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw failure(error)
        }
    }

    /// Makes one of the folder's own files, and names what stands in its place.
    func making(_ name: String, in folder: borrowing OpenFolder) throws(PhotoFailure) -> OpenFile {
        do throws(SystemError) {
            return try folder.create(name)
        } catch {
            // What is a file was removed before.
            if error.isExisting { throw .foreign(path: Home.join(path, name)) }
            throw failure(error)
        }
    }

    private func failure(_ error: SystemError) -> PhotoFailure {
        error.isFull ? .full(folder: path) : .unwritable(folder: path, why: error.words)
    }

    /// Takes the turn at changing photos.
    func lock() async throws -> FileLock {
        try makeLockFolder()
        return try await FileLock.acquire(lockPath)
    }

    /// Takes the turn if it is nobody's.
    func tryLock() throws -> FileLock? {
        try makeLockFolder()
        return try FileLock.tryAcquire(lockPath)
    }

    /// Makes the folder if it is missing.
    func make() throws(PhotoFailure) {
        try naming { () throws(SystemError) in
            let isMissing = (try? FileSystem.status(of: path)) == nil
            try FileSystem.createFolder(path)
            // Its name too must survive a loss of power.
            if isMissing { try? OpenFile(parent, for: .reading).synchronize() }
        }
    }

    private func makeLockFolder() throws(PhotoFailure) {
        try naming { () throws(SystemError) in
            try FileSystem.createFolder(FileSystem.folder(of: lockPath) ?? ".")
        }
    }

    private var parent: String { FileSystem.folder(of: path) ?? "." }
}
