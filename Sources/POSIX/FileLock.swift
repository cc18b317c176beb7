package import SystemPackage

/// File lock (`flock`) between processes and tasks, exclusive unless it is shared with others.
///
/// The system releases it when its holder exits for any reason. The file is never unlinked:
/// otherwise two holders could lock two files of the same name. Waiting polls the lock, because
/// blocking in the kernel would take a thread from all other tasks.
///
///     let lock = try await FileLock.acquire(path, timeout: .seconds(5))
///     defer { lock.release() }
package final class FileLock: Sendable {
    /// Time between two attempts.
    package static let interval: Duration = .milliseconds(20)

    private let file: OpenFile

    private init(_ file: consuming OpenFile) {
        self.file = file
    }

    /// Takes the lock; returns `nil` if another holder has it.
    ///
    /// - Parameter isShared: Whether others may hold a shared lock at the same time.
    /// - Throws: ``FileLockError/unusable(path:reason:)``; the folder of the file must exist.
    package static func tryAcquire(
        _ path: String, isShared: Bool = false
    ) throws(FileLockError) -> FileLock? {
        do throws(Errno) {
            let file = try OpenFile(
                FilePath(path), .readWrite, options: .create, permissions: .ownerReadWrite)
            try file.lock(isShared: isShared)
            return FileLock(file)
        } catch {
            if error == .wouldBlock { return nil }
            throw .unusable(path: path, reason: error.description)
        }
    }

    /// Returns whether the lock is held.
    ///
    /// - Parameter orShared: Whether a shared lock counts; then concurrent calls may see each
    ///   other.
    /// - Throws: ``FileLockError/unusable(path:reason:)``; a missing file is a free lock.
    package static func isHeld(
        _ path: String, orShared: Bool = false
    ) throws(FileLockError) -> Bool {
        do throws(Errno) {
            try OpenFile(reading: FilePath(path)).lock(isShared: !orShared)
            return false
        } catch {
            if error == .noSuchFileOrDirectory { return false }
            if error == .wouldBlock { return true }
            throw .unusable(path: path, reason: error.description)
        }
    }

    /// The usual time to wait for a lock.
    package static let timeout = Duration.seconds(35)

    /// Waits for the lock and takes it.
    ///
    /// - Throws: ``FileLockError``, or `CancellationError` if the task is cancelled.
    package static func acquire(
        _ path: String, isShared: Bool = false, timeout: Duration = timeout
    ) async throws -> FileLock {
        try await acquire(path, isShared: isShared, timeout: timeout, clock: ContinuousClock())
    }

    /// Waits for the lock on the given clock and takes it.
    package static func acquire<C: Clock>(
        _ path: String, isShared: Bool = false, timeout: Duration, clock: C
    ) async throws -> FileLock where C.Duration == Duration {
        let deadline = clock.now.advanced(by: timeout)
        while true {
            try Task.checkCancellation()
            if let lock = try tryAcquire(path, isShared: isShared) { return lock }
            guard clock.now < deadline else { throw FileLockError.timedOut(path: path) }
            try await clock.sleep(until: clock.now.advanced(by: interval), tolerance: nil)
        }
    }

    /// The open file of the lock.
    ///
    /// A program that inherits it holds the lock too, also after this process was killed.
    package var descriptor: FileDescriptor { file.descriptor }

    /// Releases the lock before deinitialization; further calls have no effect.
    package func release() {
        file.unlock()
    }
}

/// Error while taking a lock.
package enum FileLockError: Error, Equatable, Sendable {
    /// Another holder kept the lock until the timeout.
    case timedOut(path: String)
    /// The lock file cannot be opened or locked; `reason` is the system's message.
    case unusable(path: String, reason: String)
}

extension FileLockError: CustomStringConvertible {
    /// Description of the problem, in one line.
    package var description: String {
        switch self {
        case .timedOut(let path): "another process holds the lock \(path)"
        case .unusable(let path, let reason): "cannot use the lock \(path): \(reason)"
        }
    }
}
