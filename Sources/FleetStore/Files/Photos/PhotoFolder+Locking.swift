extension PhotoFolder {
    /// Runs `body` and adds the folder to its errors.
    func mappingErrors<Value: ~Copyable>(
        _ body: () throws(SystemError) -> Value
    ) throws(PhotoError) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw photoError(error)
        }
    }

    /// Creates one of the folder's own files; throws `PhotoError.obstructed` if the name is taken.
    func createFile(_ name: String, in folder: borrowing OpenFolder) throws(PhotoError) -> OpenFile
    {
        do throws(SystemError) {
            return try folder.create(name)
        } catch {
            // A regular file of this name has been removed before.
            if error.alreadyExists { throw .obstructed(path: Home.join(path, name)) }
            throw photoError(error)
        }
    }

    private func photoError(_ error: SystemError) -> PhotoError {
        error.isDiskFull
            ? .diskFull(folder: path) : .unwritable(folder: path, reason: error.message)
    }

    /// Waits for the lock for changing photos and takes it.
    func lock() async throws -> FileLock {
        try createLockFolder()
        return try await FileLock.acquire(lockPath)
    }

    /// Takes the lock; returns `nil` if another holder has it.
    func tryLock() throws -> FileLock? {
        try createLockFolder()
        return try FileLock.tryAcquire(lockPath)
    }

    /// Creates the folder if it does not exist.
    func create() throws(PhotoError) {
        try mappingErrors { () throws(SystemError) in
            let isNew = (try? FileSystem.status(of: path)) == nil
            try FileSystem.createFolder(path)
            // The folder's name must survive a power failure, too.
            if isNew { try? OpenFile(parent, for: .reading).synchronize() }
        }
    }

    private func createLockFolder() throws(PhotoError) {
        try mappingErrors { () throws(SystemError) in
            try FileSystem.createFolder(FileSystem.folder(of: lockPath) ?? ".")
        }
    }

    private var parent: String { FileSystem.folder(of: path) ?? "." }
}
